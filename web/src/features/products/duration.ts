import type { Product } from '@trellis/contract/catalogue'
import type { TFunction } from 'i18next'

type Durations = Pick<
  Product,
  'licenseIsPerpetual' | 'licenseDurationYears' | 'licenseDurationMonths' | 'licenseDurationDays'
>

/** A license's length in words: "1 year, 6 months". */
export function durationOf(product: Durations, t: TFunction<'products'>): string {
  if (product.licenseIsPerpetual) return t('perpetual')
  const parts = [
    product.licenseDurationYears > 0 ? t('years', { count: product.licenseDurationYears }) : '',
    product.licenseDurationMonths > 0 ? t('months', { count: product.licenseDurationMonths }) : '',
    product.licenseDurationDays > 0 ? t('days', { count: product.licenseDurationDays }) : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
