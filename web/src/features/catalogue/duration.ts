import type { Product } from '@trellis/contract/catalogue'
import { isPerpetual } from '@trellis/contract/durations'
import type { TFunction } from 'i18next'

type Durations = Pick<
  Product,
  | 'licenseIsPerpetual'
  | 'licenseDurationYears'
  | 'licenseDurationMonths'
  | 'licenseDurationDays'
  | 'maintenanceIsPerpetual'
  | 'maintenanceDurationYears'
  | 'maintenanceDurationMonths'
  | 'maintenanceDurationDays'
>

/** The duration of a product's license or maintenance as text: "1 year, 6 months"; empty when there is none. */
export function durationOf(product: Durations, of: 'license' | 'maintenance', t: TFunction<'products'>): string {
  const years = product[`${of}DurationYears`]
  const months = product[`${of}DurationMonths`]
  const days = product[`${of}DurationDays`]
  if (isPerpetual({ perpetual: product[`${of}IsPerpetual`], years })) return t('perpetual')
  const parts = [
    years > 0 ? t('years', { count: years }) : '',
    months > 0 ? t('months', { count: months }) : '',
    days > 0 ? t('days', { count: days }) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
