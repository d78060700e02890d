import { administers, useMe, useTenant } from './me.ts'
import { menu, type OfferedEntry, offered } from './menu.ts'

/** The menu entries that the reader sees; what leads to another screen is not offered. */
export function useOfferedEntries(): OfferedEntry[] {
  const me = useMe()
  const { account, permissions, isOperator } = me
  return offered(menu, useTenant(), { level: account.level, permissions, administers: administers(me), isOperator })
}
