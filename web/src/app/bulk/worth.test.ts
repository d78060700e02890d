import { expect, test } from 'vitest'
import { exceptionsFirst } from './RunFrame.tsx'
import { sumByCurrency } from './worth.ts'

test('amounts of many rows are added up by currency; a row without an amount adds nothing', () => {
  const amounts = [
    { amount: 10, currencyCode: 'EUR' },
    null,
    { amount: 2.5, currencyCode: 'USD' },
    { amount: 5, currencyCode: 'EUR' },
  ]
  expect(sumByCurrency(amounts)).toEqual([
    { amount: 15, currencyCode: 'EUR' },
    { amount: 2.5, currencyCode: 'USD' },
  ])
})

test('what cannot be done is listed before what can, and otherwise the order stays', () => {
  const rows = [
    { key: 'a' },
    { key: 'b', isException: true },
    { key: 'c', isException: false },
    { key: 'd', isException: true },
  ]
  expect(exceptionsFirst(rows).map(({ key }) => key)).toEqual(['b', 'd', 'a', 'c'])
})
