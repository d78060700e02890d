import type { AccountNode } from '@trellis/contract/accounts'
import type { FieldValues } from 'react-hook-form'
import type { FieldProps } from '../ui/fields.ts'
import { TreeField } from '../ui/TreeField.tsx'
import { useNetwork } from './network.ts'

interface AccountFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Accounts that are shown as part of the path but cannot be chosen. Keep the function stable (`useCallback`). */
  isOff?: (account: AccountNode) => boolean
  /** Called after the value has changed. */
  onChosen?: () => void
}

/** Form field to choose an account of the reader's network. */
export function AccountField<In extends FieldValues, Out>({ isOff, ...field }: AccountFieldProps<In, Out>) {
  const { roots, loading } = useNetwork(isOff === undefined ? {} : { isOff })
  return <TreeField {...field} roots={roots} loading={loading} />
}
