import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ImportButton } from '../../app/ImportButton.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { accountLedgerHref } from './ledger.ts'
import { stockList } from './lists.ts'
import { StocksTable } from './StocksTable.tsx'

const Route = getRouteApi('/_frame/stocks/')

export function StocksPage() {
  const { t } = useTranslation('stock')
  const { account } = useMe()
  const mayOrder = useCan('Orders', 'c')
  const list = useList(stockList, Route)
  return (
    <Page
      title={t('title')}
      description={t(account.isRoot ? 'ofIssuer' : 'of', { account: account.accountName })}
      actions={
        <>
          <LinkButton href={accountLedgerHref(account.accountId)} variant="default">
            {t('movements')}
          </LinkButton>
          <ImportButton kind="stock" />
        </>
      }
    >
      <StocksTable
        list={list}
        accountId={account.accountId}
        empty={
          <Empty
            title={t('empty')}
            action={mayOrder && <LinkButton href="/sell-in/create">{t('purchase')}</LinkButton>}
          >
            {t('emptyText')}
          </Empty>
        }
      />
    </Page>
  )
}
