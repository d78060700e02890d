import type { AccountNode } from '@trellis/contract/accounts'
import type { ReactNode } from 'react'
import { TreeSelect } from '../ui/TreeSelect.tsx'
import { useNetwork } from './network.ts'

interface AccountSelectProps {
  label: string
  value: string | null
  onChange: (accountId: string | null) => void
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** Accounts that are shown as part of the path but cannot be chosen. Keep the function stable (`useCallback`). */
  isOff?: (account: AccountNode) => boolean
}

/** Selects an account of the reader's network, in the tree or by typing. */
export function AccountSelect({ isOff, ...props }: AccountSelectProps) {
  const { roots, loading } = useNetwork(isOff === undefined ? {} : { isOff })
  return <TreeSelect {...props} roots={roots} loading={loading} onChange={(id) => props.onChange(id)} />
}
