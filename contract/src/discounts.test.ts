import { expect, test } from 'vitest'
import { discountFault } from './discounts.ts'

test.each([
  [{ type: null, amount: null }, 100, null],
  [{ type: null, amount: 0 }, 100, 'typeRequired'],
  [{ type: 'percentage', amount: null }, 100, 'amountRequired'],
  [{ type: 'amount', amount: null }, null, 'amountRequired'],
  [{ type: 'percentage', amount: 100 }, 50, null],
  [{ type: 'percentage', amount: 100.0001 }, 500, 'overWhole'],
  [{ type: 'amount', amount: 100 }, 100, null],
  [{ type: 'amount', amount: 100.0001 }, 100, 'overMsrp'],
  [{ type: 'amount', amount: 500 }, null, null],
] as const)('the discount %o on an MSRP of %s has the fault %s (rules R8)', (discount, msrp, fault) => {
  expect(discountFault(discount, msrp)).toBe(fault)
})
