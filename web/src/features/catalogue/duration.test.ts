import { perpetualYears } from '@trellis/contract/values'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { durationOf } from './duration.ts'

const t = ((key: string, { count }: { count?: number } = {}) =>
  count === undefined ? key : `${count} ${key}`) as unknown as TFunction<'products'>
const none = {
  licenseIsPerpetual: false,
  licenseDurationYears: 0,
  licenseDurationMonths: 0,
  licenseDurationDays: 0,
  maintenanceIsPerpetual: false,
  maintenanceDurationYears: 0,
  maintenanceDurationMonths: 0,
  maintenanceDurationDays: 0,
}

test('a duration names only the parts that it has', () => {
  expect(durationOf({ ...none, licenseDurationYears: 1, licenseDurationDays: 30 }, 'license', t)).toBe(
    '1 years, 30 days',
  )
  expect(durationOf({ ...none, maintenanceDurationMonths: 6 }, 'maintenance', t)).toBe('6 months')
  expect(durationOf(none, 'license', t)).toBe('')
})

test('license and maintenance are told apart', () => {
  const product = { ...none, licenseIsPerpetual: true, maintenanceDurationYears: 2 }
  expect([durationOf(product, 'license', t), durationOf(product, 'maintenance', t)]).toEqual(['perpetual', '2 years'])
})

test('the number of years that stands for ever is told as such (rules C4)', () => {
  expect(durationOf({ ...none, maintenanceDurationYears: perpetualYears }, 'maintenance', t)).toBe('perpetual')
})
