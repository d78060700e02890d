import { type RenewalWindow, renewals, renewalWindows } from '@trellis/contract/renewals'
import { listOf } from '../../../app/listUrl.ts'

export const renewalList = listOf(renewals.search, {
  searchedBy: 'anything',
  limit: 100,
  preset: { window: ['30'] },
  children: { onlyMine: false },
})

/** The window that the list shows, if it is exactly one. */
export const windowOf = (filters: Readonly<Record<string, readonly string[]>>): RenewalWindow | null => {
  const [first, second] = filters.window ?? []
  return second === undefined ? (renewalWindows.find((window) => window === first) ?? null) : null
}
