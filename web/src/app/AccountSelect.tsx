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
  /** Accounts that are shown, for the way to those below, but cannot be chosen. Keep it the same while it says the same. */
  isOff?: (account: AccountNode) => boolean
}

/** Picks an account of the reader's network, by its place in the tree or by a few letters. */
export function AccountSelect({ isOff, ...props }: AccountSelectProps) {
  const { roots, loading } = useNetwork(isOff === undefined ? {} : { isOff })
  return <TreeSelect {...props} roots={roots} loading={loading} onChange={(id) => props.onChange(id)} />
}
