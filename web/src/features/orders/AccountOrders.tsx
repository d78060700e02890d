import { IconReceipt } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { sellInList, sellOutList } from './lists.ts'
import { OrdersTable } from './OrdersTable.tsx'

const SellInRoute = getRouteApi('/_frame/accounts/$id/_tabs/sell-in')
const SellOutRoute = getRouteApi('/_frame/accounts/$id/_tabs/sell-out')

/** The tab /accounts/{id}/sell-in. */
export function AccountSellIn() {
  return useCan('Orders', 'r') ? <Purchases /> : <NoPermission />
}

/** The tab /accounts/{id}/sell-out. */
export function AccountSellOut() {
  return useCan('Orders', 'r') ? <Sales /> : <NoPermission />
}

function Purchases() {
  const { t } = useTranslation('orders')
  const { id } = SellInRoute.useParams()
  const list = useList(sellInList, SellInRoute, { parentAccountId: id })
  return (
    <OrdersTable
      side="sell-in"
      list={list}
      scope="withBelow"
      empty={<Empty title={t('ofAccount.noPurchases')} icon={IconReceipt} />}
    />
  )
}

function Sales() {
  const { t } = useTranslation('orders')
  const { id } = SellOutRoute.useParams()
  const list = useList(sellOutList, SellOutRoute, { parentAccountId: id })
  return <OrdersTable side="sell-out" list={list} empty={<Empty title={t('ofAccount.noSales')} icon={IconReceipt} />} />
}
