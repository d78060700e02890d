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
}

/** Picks an account of the reader's network, by its place in the tree or by a few letters. */
export function AccountSelect(props: AccountSelectProps) {
  const { roots, loading } = useNetwork()
  return <TreeSelect {...props} roots={roots} loading={loading} onChange={(id) => props.onChange(id)} />
}
