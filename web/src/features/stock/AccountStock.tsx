import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { stockList } from './lists.ts'
import { StocksTable } from './StocksTable.tsx'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/stock')

/** The tab /accounts/{id}/stock. */
export function AccountStock() {
  return useCan('Stocks', 'r') ? <Balances /> : <NoPermission />
}

function Balances() {
  const { t } = useTranslation('stock')
  const { id } = Route.useParams()
  const list = useList(stockList, Route, { parentAccountId: id })
  return <StocksTable list={list} accountId={id} empty={<Empty title={t('empty')} />} />
}
