/** What has changed in the lists on the screen since they were loaded: marks of rows, and the answer behind the bar. */
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { LiveRows } from '../../ui/list.ts'
import type { Changed } from './kinds.ts'
import { merge, type RowIdentity, type Rows } from './merge.ts'

interface Entry {
  /** Of the data that the marks belong to; any other load of the list ends them. */
  updatedAt: number
  fresh: Rows
  /** Everything that changed since the list was loaded. */
  changed: Changed
  added: number
  gone: ReadonlySet<string>
  marked: ReadonlySet<string>
}

const entries = new Map<string, Entry>()
const shownLists = new Map<string, { times: number; identity: RowIdentity }>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether a list of the screen shows this query, with a bar for its new rows. */
export const isShownAsList = (queryHash: string): boolean => shownLists.has(queryHash)

/** Updates the rows of a list in place and keeps back what would move them. */
export function updateRows(client: QueryClient, queryKey: readonly unknown[], fresh: Rows, changes: Changed): void {
  const hash = hashKey(queryKey)
  const before = client.getQueryState<Rows>(queryKey)
  const identity = shownLists.get(hash)?.identity
  if (before?.data === undefined || identity === undefined) return
  const earlier = entries.get(hash)
  const isSame = earlier?.updatedAt === before.dataUpdatedAt
  const changed = isSame ? together(earlier.changed, changes) : changes
  const { shown, added, gone } =
    before.data.items.length === 0
      ? { shown: fresh, added: 0, gone: new Set<string>() }
      : merge(before.data, fresh, changed, identity)
  const formerRows = new Set<object>(before.data.items)
  // Unchanged rows stay the same objects.
  const after = client.setQueryData<Rows>(queryKey, shown)
  const updated = (after?.items ?? []).filter((row) => !formerRows.has(row)).map(identity.key)
  entries.set(hash, {
    updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    fresh,
    changed,
    added,
    gone,
    marked: new Set([...(isSame ? earlier.marked : []), ...updated]),
  })
  tell()
}

const together = (one: Changed, other: Changed): Changed =>
  one === 'many' || other === 'many' ? 'many' : new Set([...one, ...other])

/**
 * For a list: marks, and the rows behind the bar.
 * @param identity the same object at each call
 */
export function useLiveRows(
  queryKey: readonly unknown[],
  updatedAt: number,
  identity: RowIdentity,
): LiveRows | undefined {
  const client = useQueryClient()
  const hash = hashKey(queryKey)
  useEffect(() => {
    shownLists.set(hash, { times: (shownLists.get(hash)?.times ?? 0) + 1, identity })
    return () => {
      const times = (shownLists.get(hash)?.times ?? 1) - 1
      if (times > 0) shownLists.set(hash, { times, identity })
      else {
        shownLists.delete(hash)
        entries.delete(hash)
      }
    }
  }, [hash, identity])
  const entry = useSyncExternalStore(subscribe, () => entries.get(hash))
  if (entry === undefined || entry.updatedAt !== updatedAt) return undefined
  const { added, gone, marked, fresh } = entry
  return {
    added,
    gone: gone.size,
    updated: marked.size,
    markOf: (row) => {
      const key = identity.key(row)
      return gone.has(key) ? 'gone' : marked.has(key) ? 'updated' : undefined
    },
    show() {
      entries.delete(hash)
      client.setQueryData(queryKey, fresh)
      tell()
    },
  }
}
