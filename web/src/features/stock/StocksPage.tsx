import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
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
  const whose = t(account.isRoot ? 'ofIssuer' : 'of', { account: account.accountName })
  const count = t('count', { count: list.count })
  // In one line with the title there is room for it only in a wide window, where a line of its own would cost a row of the list.
  const isNarrow = useMediaQuery('(max-width: 61.99em)')
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={isNarrow ? count : `${whose} · ${count}`} />}
      description={isNarrow && whose}
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
