import { expect, test } from 'vitest'
import { maximumMarks, OrderMarks } from './order-marks.ts'

const orderIds = (count: number) => Array.from({ length: count }, () => '01890a5d-ac96-774b-bcce-b302099a8057')

test('marks are of one to a hundred orders, and say at least one of invoiced and paid', () => {
  const isAccepted = (marks: object) => OrderMarks.safeParse(marks).success
  expect(maximumMarks).toBe(100)
  expect(isAccepted({ orderIds: orderIds(1), invoiced: true })).toBe(true)
  expect(isAccepted({ orderIds: orderIds(1), paid: false })).toBe(true)
  expect(isAccepted({ orderIds: orderIds(100), invoiced: false, paid: true })).toBe(true)
  expect(isAccepted({ orderIds: orderIds(101), paid: true })).toBe(false)
  expect(isAccepted({ orderIds: [], paid: true })).toBe(false)
  expect(isAccepted({ orderIds: orderIds(1) })).toBe(false)
  expect(OrderMarks.safeParse({ orderIds: orderIds(1) }).error?.issues).toMatchObject([
    { path: ['invoiced'], message: 'required' },
  ])
})
