import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RenewableKey, renewals } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { sumsOf } from './groups.ts'
import { useSumText } from './Hero.tsx'
import styles from './renewals.module.css'

interface RenewFootProps {
  chosen: readonly RenewableKey[]
  onRenew(): void
}

/** What renewing the selected keys comes to; it stays in sight while the rows scroll. */
export function RenewFoot({ chosen, onRenew }: RenewFootProps) {
  const { t } = useTranslation('renewals')
  const sums = useSumText()
  const { keys, seats, total, unpriced } = sumsOf(chosen)
  const items = chosen.map(({ serialKey, dueDate }) => ({ serialKey, dueDate, productId: null }))
  const { data, isPlaceholderData } = useQuery({
    ...queryOf(renewals.preview, { body: { items, orderMissing: true } }),
    enabled: keys > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const missing = (data?.pieces ?? []).reduce((sum, piece) => sum + piece.missing, 0)
  return (
    <Row justify="between" className={styles.foot} data-stays>
      <Text kind="strong" role="status">
        {[
          t('foot.keys', { count: keys }),
          t('foot.seats', { count: seats }),
          ...(total.length > 0 ? [sums(total)] : []),
          ...(unpriced > 0 ? [t('figures.unpriced', { count: unpriced })] : []),
          ...(data !== undefined && !isPlaceholderData && missing > 0 ? [t('foot.missing', { count: missing })] : []),
        ].join(' · ')}
      </Text>
      <Button size="xs" onClick={onRenew}>
        {t('renew.action')}
      </Button>
    </Row>
  )
}
