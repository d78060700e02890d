/**
 * The records that a person has opened recently, in this browser: only kinds and ids, for each user of each tenant. When they
 * are shown, the server is asked for their names and whether the person may still read them (rules U5). Signing out deletes
 * them.
 */
import type { FoundRecord } from '@trellis/contract/find'
import { most, withFirst } from './recentList.ts'
import { isSignedIn, onSessionChange } from './session.ts'
import { currentView } from './view.ts'

const prefix = 'trellis.recent.'
interface Reader {
  userId: string
  tenantCode: string
}

const keyOf = ({ userId, tenantCode }: Reader) => `${prefix}${tenantCode}.${userId}`

const isRecord = (value: unknown): value is FoundRecord =>
  typeof value === 'object' && value !== null && 'kind' in value && 'recordId' in value

export function recentRecords(reader: Reader): FoundRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(reader)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, most) : []
  } catch {
    return []
  }
}

/**
 * Records that are opened while viewing the portal as another user are not remembered, nor is what arrives on a screen after its
 * reader has signed out.
 */
export function rememberRecord(reader: Reader, record: FoundRecord): void {
  if (currentView() !== null || !isSignedIn()) return
  try {
    localStorage.setItem(keyOf(reader), JSON.stringify(withFirst(recentRecords(reader), record)))
  } catch {
    // Without storage there is nothing to show.
  }
}

function forgetRecords(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage, there is nothing to remove.
  }
}

onSessionChange((change) => {
  if (change === 'signed-out' || change === 'no-account') forgetRecords()
})
