import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type PlannedPrice, type PricePlan, pricePlans } from '@trellis/contract/price-plans'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../../app/audit/HistoryBlock.tsx'
import { Breaks } from '../../../app/Breaks.tsx'
import { useCan } from '../../../app/me.ts'
import { PriceEffect } from '../../../app/PriceEffect.tsx'
import { ScreenError } from '../../../app/ScreenError.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import type { Column } from '../../../ui/columns.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Folds } from '../../../ui/Fold.tsx'
import { fieldOf } from '../../../ui/field.tsx'
import { formatCalendarDay, formatDay } from '../../../ui/format.ts'
import { Fact, Facts, Row, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Money } from '../../../ui/Money.tsx'
import { percentBelow } from '../../../ui/money.ts'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { NoValue } from '../../../ui/NoValue.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Percentage } from '../../../ui/Percentage.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { RecordBar } from '../../../ui/RecordBar.tsx'
import { RecordColumns, RecordPage } from '../../../ui/RecordPage.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { type LocalOptions, useLocalList } from '../../../ui/useLocalList.ts'
import { EditPrices } from '../EditPrices.tsx'
import { ListSearch } from '../ListSearch.tsx'
import { priceListQuery, usePricing } from '../queries.ts'
import { PastOrders } from './PastOrders.tsx'
import { planQuery } from './planned.ts'

/** Prices of a list that apply from a day on: who will pay what, and each price. */
export function PlanPage({ id }: { id: string }) {
  const { t } = useTranslation('pricePlans')
  const { language } = useLocale()
  const mayRead = useCan('PriceLists', 'r')
  const { data: plan, error, refetch } = useQuery({ ...planQuery(id), enabled: mayRead })
  const [editing, setEditing] = useState(false)
  const lists = { href: '/pricelists', label: t('page.lists') }
  if (!mayRead || (plan === undefined && error !== null)) {
    return (
      <Page title={t('page.about')} back={lists}>
        <Panel>
          {mayRead ? (
            <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={lists} />
          ) : (
            <NoPermission />
          )}
        </Panel>
      </Page>
    )
  }
  const day = plan === undefined ? '' : formatCalendarDay(plan.day, language)
  return (
    <RecordPage
      title={plan === undefined ? '' : t('page.title', { day })}
      documentTitle={plan && `${t('page.title', { day })} · ${plan.priceList.name}`}
      loading={plan === undefined}
      back={plan && { href: `/pricelists/${plan.priceList.id}`, label: plan.priceList.name }}
      badges={plan && <StatusTag tone={plan.state === 'planned' ? 'info' : 'neutral'}>{t(plan.state)}</StatusTag>}
      bar={plan && !editing && <Actions plan={plan} day={day} onEdit={() => setEditing(true)} />}
    >
      <Facts form="figures" loading={plan === undefined}>
        <Fact label={t('page.day')}>{day}</Fact>
        <Fact label={t('page.prices')}>{plan && <Quantity value={plan.itemCount} />}</Fact>
        <Fact label={t('page.leaving')}>{plan && <Quantity value={plan.removedCount} />}</Fact>
      </Facts>
      {plan && (editing ? <Editing plan={plan} onEnd={() => setEditing(false)} /> : <Whole plan={plan} day={day} />)}
    </RecordPage>
  )
}

/** All at once, when the plan is there: nothing moves what stands below it. */
function Whole({ plan, day }: { plan: PricePlan; day: string }) {
  const { t } = useTranslation('pricePlans')
  const locale = useLocale()
  const { appliedDate, effect } = plan
  return (
    <RecordColumns rail={<PlanFacts plan={plan} />}>
      <Panel
        title={t('page.effect')}
        description={
          appliedDate === null
            ? t('page.effectText', { day })
            : t('page.wasAppliedText', { day: formatDay(new Date(appliedDate), locale) })
        }
      >
        {effect && <PriceEffect effect={effect} />}
      </Panel>
      <Prices plan={plan} day={day} />
      <Folds>
        {plan.state === 'planned' && <PastOrders priceListId={plan.priceList.id} planId={plan.planId} />}
        <HistoryBlock entity="price_plan" entityId={plan.planId} />
      </Folds>
    </RecordColumns>
  )
}

function Actions({ plan, day, onEdit }: { plan: PricePlan; day: string; onEdit: () => void }) {
  const { t } = useTranslation('pricePlans')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const cancel = useWrite(pricePlans.cancel, {
    // Not the plan itself, which is gone while its page is still there.
    invalidates: [pricePlans.list],
    success: 'pricePlans:page.canceled',
    failure: 'pricePlans:cancelError',
  })
  const blocked = plan.mayChange ? null : t(plan.state === 'applied' ? 'page.wasApplied' : 'page.mayNot')
  const ask = async () => {
    const isSure = await confirm({
      title: t('page.cancelTitle', { day }),
      text: t('page.cancelText', { list: plan.priceList.name }),
      confirm: t('page.cancelConfirm'),
      cancel: t('page.keep'),
      destructive: true,
    })
    if (!isSure) return
    await cancel.mutateAsync({ params: { id: plan.planId } })
    await navigate({ to: '/pricelists/$id', params: { id: plan.priceList.id } })
  }
  return (
    <RecordBar
      label={t('page.more')}
      actions={[
        { id: 'edit', label: t('page.edit'), onClick: onEdit, blocked, place: 'beside' },
        { id: 'cancel', label: t('page.cancel'), onClick: () => void ask(), blocked, destructive: true, place: 'menu' },
      ]}
    />
  )
}

/** The grid of the list's prices with those of the plan. */
function Editing({ plan, onEnd }: { plan: PricePlan; onEnd: () => void }) {
  const { t } = useTranslation('priceLists')
  const { data: list, error, refetch } = useQuery(priceListQuery(plan.priceList.id))
  const pricing = usePricing(list?.currencyId)
  if (list === undefined) {
    return (
      <Panel>{error && <ScreenError error={error} title={t('fetchOneError')} retry={() => void refetch()} />}</Panel>
    )
  }
  return <EditPrices list={list} pricing={pricing} plan={plan} pasting={false} onEnd={onEnd} />
}

function PlanFacts({ plan }: { plan: PricePlan }) {
  const { t } = useTranslation('pricePlans')
  return (
    <Panel title={t('page.facts')}>
      <Facts form="rows">
        <Fact label={t('page.list')}>
          <EntityLink href={`/pricelists/${plan.priceList.id}`}>{plan.priceList.name}</EntityLink>
        </Fact>
        <Fact label={t('page.planned')}>
          <DateTime value={plan.creationDate} />
        </Fact>
        <Fact label={t('page.by')}>
          {plan.createdBy ? `${plan.createdBy.firstName} ${plan.createdBy.lastName}` : <NoValue />}
        </Fact>
        {plan.appliedDate && (
          <Fact label={t('page.appliedOn')}>
            <DateTime value={plan.appliedDate} />
          </Fact>
        )}
        {plan.skippedCount > 0 && (
          <Fact label={t('page.leftOut')}>{t('page.skipped', { count: plan.skippedCount })}</Fact>
        )}
        {plan.note && (
          <Fact label={t('page.note')} wide>
            {plan.note}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

/** How much the price rises, in percent; null for a product that comes or leaves. */
const rise = ({ currentPrice, customPrice }: PlannedPrice): number | null => {
  const below = currentPrice === null || customPrice === null ? null : percentBelow(currentPrice, customPrice)
  return below === null ? null : -below
}

const order: LocalOptions<PlannedPrice> = {
  words: ({ productName, sku }) => `${productName} ${sku}`,
  start: { field: 'name', direction: 'asc' },
  sortBy: {
    name: ({ productName }) => productName,
    sku: ({ sku }) => sku,
    current: ({ currentPrice }) => currentPrice,
    next: ({ customPrice }) => customPrice,
    difference: rise,
  },
}

/** A price with its quantity breaks. */
function PriceOf({
  plan,
  amount,
  breaks,
}: {
  plan: PricePlan
  amount: number
  breaks: PlannedPrice['quantityBreaks']
}) {
  const { t } = useTranslation('pricePlans')
  return (
    <>
      <Money amount={amount} currency={plan.currencyCode} precise />
      <Breaks
        breaks={breaks}
        currency={plan.currencyCode}
        words={(from, price) => t('page.breakFrom', { from, price })}
      />
    </>
  )
}

function Prices({ plan, day }: { plan: PricePlan; day: string }) {
  const { t } = useTranslation('pricePlans')
  const mayOpen = useCan('Products', 'r')
  const local = useLocalList(plan.items, order)
  const columns: Column<PlannedPrice>[] = [
    fieldOf('name', t('page.product'), {
      path: 'productName',
      href: ({ productId }) => (mayOpen ? `/products/${productId}` : null),
      sort: 'name',
    }),
    fieldOf('sku', t('page.sku'), { kind: 'code', sort: 'sku' }),
    fieldOf('current', t('page.current'), {
      cell: ({ currentPrice, currentBreaks }) =>
        currentPrice === null ? <NoValue /> : <PriceOf plan={plan} amount={currentPrice} breaks={currentBreaks} />,
      text: ({ currentPrice }) => String(currentPrice ?? ''),
      align: 'right',
      sort: 'current',
    }),
    fieldOf('next', t('page.next', { day }), {
      cell: ({ customPrice, quantityBreaks }) =>
        customPrice === null ? t('page.leaves') : <PriceOf plan={plan} amount={customPrice} breaks={quantityBreaks} />,
      text: ({ customPrice }) => String(customPrice ?? ''),
      align: 'right',
      sort: 'next',
    }),
    fieldOf('difference', t('page.difference'), {
      cell: (price) => {
        const percent = rise(price)
        if (percent !== null) return <Percentage ratio={percent / 100} />
        return price.currentPrice === null ? t('page.comes') : <NoValue />
      },
      text: (price) => String(rise(price) ?? ''),
      align: 'right',
      sort: 'difference',
    }),
  ]
  return (
    <DataTable
      list={local.list}
      columns={columns}
      rowKey={({ productId }) => productId}
      label={t('page.prices')}
      exportAs={`${plan.priceList.name} ${plan.day}`}
      toolbar={
        <Row>
          <Text as="h2" kind="title">
            {t('page.prices')}
          </Text>
          <ListSearch typed={local.typed} search={local.search} />
        </Row>
      }
      empty={<Empty title={t('page.empty')} />}
    />
  )
}
