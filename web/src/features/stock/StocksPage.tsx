import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { accountLedgerHref } from './ledger.ts'
import { stockList } from './lists.ts'
import { StocksTable } from './StocksTable.tsx'

const Route = getRouteApi('/_frame/stocks/')

export function StocksPage() {
  const { t } = useTranslation('stock')
  const { account } = useMe()
  const mayOrder = useCan('Orders', 'c')
  const list = useList(stockList, Route)
  const imports = useImportAction('stock')
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      description={t(account.isRoot ? 'ofIssuer' : 'of', { account: account.accountName })}
      actions={
        <LinkButton href={accountLedgerHref(account.accountId)} variant="default">
          {t('movements')}
        </LinkButton>
      }
    >
      <StocksTable
        list={list}
        accountId={account.accountId}
        actions={imports}
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
