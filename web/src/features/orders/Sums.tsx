import type { CurrencyTotal } from '@trellis/contract/orders'
import type * as z from 'zod/mini'
import { Row } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './orders.module.css'

/** The totals of all matching orders, one amount per currency. */
export function Sums({ total }: { total: readonly z.output<typeof CurrencyTotal>[] | undefined }) {
  return (
    <Row as="span" justify="end" gap="none" className={styles.sums}>
      <Row as="span" justify="end" gap="lg">
        {total?.map(({ currencyId, currencyCode, amount }) => (
          <Money key={currencyId} amount={amount} currency={currencyCode} />
        ))}
      </Row>
    </Row>
  )
}
