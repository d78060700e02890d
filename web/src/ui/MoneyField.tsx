import { maximumMoney } from '@trellis/contract/values'
import type { FieldValues } from 'react-hook-form'
import type { FieldProps } from './fields.ts'
import { NumberField } from './NumberField.tsx'

interface MoneyFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** ISO 4217 code, shown after the amount. */
  currency: string | null | undefined
}

/** Form field for an amount of zero or more with up to four decimals, as prices are stored. */
export function MoneyField<In extends FieldValues, Out>({ currency, ...field }: MoneyFieldProps<In, Out>) {
  return <NumberField {...field} decimals={4} maximum={maximumMoney} {...(currency ? { unit: currency } : {})} />
}
