import { useQuery } from '@tanstack/react-query'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Compared } from './Compared.tsx'

export const useDuplicates = ({ dealId }: Deal) => useQuery(queryOf(deals.duplicates, { params: { id: dealId } }))

/** For managers of a deal: other registrations of the same opportunity. Its owner never sees them (rules J9). */
export function Duplicates({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const { data, error, refetch } = useDuplicates(deal)
  const count = data && data.items.length + data.outOfReach
  return (
    <Fold
      id="duplicates"
      title={t('compare.title')}
      summary={count === undefined ? null : count === 0 ? t('compare.none') : t('compare.count', { count })}
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={2} />
        ) : (
          <ErrorBlock error={error} title={t('compare.fetchError')} retry={() => void refetch()} shape="line" />
        )
      ) : count === 0 ? (
        <Text kind="quiet">{t('compare.none')}</Text>
      ) : (
        <Stack gap="sm">
          <Text as="p" kind="quiet">
            {t('compare.text')}
          </Text>
          <Compared deal={deal} found={data} />
        </Stack>
      )}
    </Fold>
  )
}
