import { useQuery } from '@tanstack/react-query'
import type { PriceList } from '@trellis/contract/price-lists'
import type { PricePlanSummary } from '@trellis/contract/price-plans'
import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatCalendarDay } from '../../../ui/format.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Line } from '../../../ui/Skeletons.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { planHref, plansQuery } from './planned.ts'

/** What is planned for a list, and the last plans that were applied. */
export function PlansPanel({ list }: { list: PriceList }) {
  const { t } = useTranslation('pricePlans')
  const { data, error, refetch } = useQuery(plansQuery(list.priceListId))
  // Who uses the list stands above, and may take more lines than are kept for it: this comes after it.
  const above = useQuery(queryOf(pricing.uses, { params: { id: list.priceListId } }))
  if (above.isPending) return null
  return (
    <Panel title={t('title')}>
      {data === undefined ? (
        error === null ? (
          <Line width="60%" />
        ) : (
          <ErrorBlock error={error} title={t('fetchError')} shape="line" retry={() => void refetch()} />
        )
      ) : data.items.length === 0 ? (
        <Text as="p" kind="quiet">
          {list.blocked.update === null ? t('none') : t('nothing')}
        </Text>
      ) : (
        <Stack as="ul" gap="sm">
          {data.items.map((plan) => (
            <Plan key={plan.planId} plan={plan} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function Plan({ plan }: { plan: PricePlanSummary }) {
  const { t } = useTranslation('pricePlans')
  const { language } = useLocale()
  const { itemCount, removedCount } = plan
  const counts = [
    itemCount > 0 && t('prices', { count: itemCount }),
    removedCount > 0 && t('leaving', { count: removedCount }),
  ].filter(Boolean)
  return (
    <Stack as="li" gap="none">
      <Row gap="xs" justify="between">
        <EntityLink href={planHref(plan.planId)}>{formatCalendarDay(plan.day, language)}</EntityLink>
        {plan.state === 'applied' && <StatusTag tone="neutral">{t('applied')}</StatusTag>}
      </Row>
      <Text kind="small">{counts.join(' · ')}</Text>
      {plan.note !== null && <Text kind="small">{plan.note}</Text>}
    </Stack>
  )
}
