import type { CurrencyTotal } from '@trellis/contract/orders'
import type * as z from 'zod/mini'
import { Stack } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'

/** The totals of all matching orders, one amount per currency. */
export function Sums({ total }: { total: readonly z.output<typeof CurrencyTotal>[] | undefined }) {
  return (
    <Stack as="span" gap="none" align="end">
      {total?.map(({ currencyId, currencyCode, amount }) => (
        <Money key={currencyId} amount={amount} currency={currencyCode} />
      ))}
    </Stack>
  )
}
