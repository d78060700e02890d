import type { FoundRecord } from '@trellis/contract/find'
import { useEffect } from 'react'
import { useMe, useTenant } from './me.ts'
import { rememberRecord } from './recent.ts'

/** Remembers that the reader opened a record. */
export function useRemember(): (record: FoundRecord) => void {
  const { userId } = useMe()
  const { tenantCode } = useTenant()
  return (record) => rememberRecord({ userId, tenantCode }, record)
}

/** Remembers the record whose page is shown; null for another page, or while the record is unknown. */
export function useRemembered(record: FoundRecord | null): void {
  const { userId } = useMe()
  const { tenantCode } = useTenant()
  const { kind, recordId } = record ?? {}
  useEffect(() => {
    if (kind !== undefined && recordId !== undefined) rememberRecord({ userId, tenantCode }, { kind, recordId })
  }, [userId, tenantCode, kind, recordId])
}
