import type { AccountNode } from '@trellis/contract/accounts'
import type { FieldValues } from 'react-hook-form'
import type { FieldProps } from '../ui/fields.ts'
import { TreeField } from '../ui/TreeField.tsx'
import { useNetwork } from './network.ts'

interface AccountFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Accounts that are shown, for the way to those below, but cannot be chosen. Keep it the same while it says the same. */
  isOff?: (account: AccountNode) => boolean
  /** Runs after the value has changed. */
  onChosen?: () => void
}

/** An account of the reader's network, as a field of a form. */
export function AccountField<In extends FieldValues, Out>({ isOff, ...field }: AccountFieldProps<In, Out>) {
  const { roots, loading } = useNetwork(isOff === undefined ? {} : { isOff })
  return <TreeField {...field} roots={roots} loading={loading} />
}
