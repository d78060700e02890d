import { IconPlus, IconReceipt } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { OrderRow } from '@trellis/contract/lean-rows'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useImportAction } from '../../app/useImportAction.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { List } from '../../ui/list.ts'
import { Page } from '../../ui/Page.tsx'
import { sellInList, sellOutList } from './lists.ts'
import { OrdersSummary } from './OrdersSummary.tsx'
import { OrdersTable } from './OrdersTable.tsx'

const SellInRoute = getRouteApi('/_frame/sell-in/')
const SellOutRoute = getRouteApi('/_frame/sell-out/')

export function SellInPage() {
  return <OrdersPage side="sell-in" list={useList(sellInList, SellInRoute)} scope="onlyMine" />
}

export function SellOutPage() {
  return <OrdersPage side="sell-out" list={useList(sellOutList, SellOutRoute)} />
}

interface OrdersPageProps<Answer> {
  side: 'sell-in' | 'sell-out'
  list: List<OrderRow, Answer>
  scope?: 'onlyMine'
}

function OrdersPage<Answer>({ side, list, scope }: OrdersPageProps<Answer>) {
  const { t } = useTranslation('orders')
  const texts = side === 'sell-in' ? 'sellIn' : 'sellOut'
  const mayCreate = useCan('Orders', 'c')
  const imports = useImportAction('orders')
  const create = (variant: 'filled' | 'default') =>
    mayCreate && (
      <LinkButton href={`/${side}/create`} variant={variant} leftSection={<IconPlus size={16} aria-hidden />}>
        {t(`${texts}.create`)}
      </LinkButton>
    )
  return (
    <Page title={t(`${texts}.title`)} badges={<OrdersSummary side={side} list={list} />} actions={create('filled')}>
      <OrdersTable
        side={side}
        list={list}
        scope={scope}
        actions={side === 'sell-out' ? imports : []}
        empty={
          <Empty title={t(`${texts}.empty`)} icon={IconReceipt} action={create('default')}>
            {t(`${texts}.emptyText`)}
          </Empty>
        }
      />
    </Page>
  )
}
