import { useQuery } from '@tanstack/react-query'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Compared } from './Compared.tsx'

/** For managers of a deal: other registrations of the same opportunity. Its owner never sees them (rules J9). */
export function DuplicatesPanel({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const { data, error, refetch } = useQuery(queryOf(deals.duplicates, { params: { id: deal.dealId } }))
  const isAlone = data?.items.length === 0 && data.outOfReach === 0
  return (
    <Panel title={t('compare.title')} description={data && !isAlone ? t('compare.text') : undefined}>
      {data === undefined ? (
        error === null ? (
          <Lines count={2} />
        ) : (
          <ErrorBlock error={error} title={t('compare.fetchError')} retry={() => void refetch()} shape="line" />
        )
      ) : isAlone ? (
        <Text kind="quiet">{t('compare.none')}</Text>
      ) : (
        <Compared deal={deal} found={data} />
      )}
    </Panel>
  )
}
