import type { CurrencyTotal } from '@trellis/contract/orders'
import type * as z from 'zod/mini'
import { Money } from '../../ui/Money.tsx'
import styles from './orders.module.css'

/** The totals of all matching orders, one amount per currency. */
export function Sums({ total }: { total: readonly z.output<typeof CurrencyTotal>[] | undefined }) {
  return (
    <span className={styles.sums}>
      {total?.map(({ currencyId, currencyCode, amount }) => (
        <Money key={currencyId} amount={amount} currency={currencyCode} />
      ))}
    </span>
  )
}
