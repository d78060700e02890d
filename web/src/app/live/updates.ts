import type { Query, QueryClient } from '@tanstack/react-query'
import type { LiveChange, LiveKind } from '@trellis/contract/live'
import { isOfAnyRecord } from '../queries.ts'
import { type Changed, gather, kindOf, mentions } from './kinds.ts'
import { isRows } from './merge.ts'
import { notePlaces } from './places.ts'
import { isShownAsList, updateRows } from './rows.ts'

/** A burst of changes is one reading, and a list is not read again more than once in this time. */
const collectMilliseconds = 150
const pauseMilliseconds = 1_000

export interface Updates {
  /** Shows these changes soon, where the screen shows the records. */
  add(changes: readonly LiveChange[]): void
  stop(): void
}

/** Waits until the new data has been drawn. */
const drawn = () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/**
 * @param onDetail called when something other than a list has changed on the screen, with the names of the places that
 * are marked for it
 */
export function openUpdates(client: QueryClient, onDetail: (places: readonly string[]) => void): Updates {
  const waiting = new Map<LiveKind, Set<string> | 'many'>()
  let timer: number | undefined
  let earliest = 0

  async function run(): Promise<void> {
    timer = undefined
    earliest = performance.now() + pauseMilliseconds
    const changes = new Map<LiveKind, Changed>(waiting)
    waiting.clear()
    const mark = notePlaces()
    // A reading that fails leaves what is shown; the next change or the next focus reads again.
    const renewed = await Promise.all(
      client
        .getQueryCache()
        .findAll({ type: 'active' })
        .map((query) => {
          const [path] = query.queryKey
          const kind = kindOf(path)
          const changed = isOfAnyRecord(path) ? 'many' : kind === null ? undefined : changes.get(kind)
          return changed === undefined ? undefined : renew(query, changed).catch(() => undefined)
        }),
    )
    if (!renewed.includes('detail') && !renewed.includes('rows')) return
    // A hidden page is not drawn, so there is nothing to compare.
    if (document.visibilityState === 'visible') await drawn()
    const places = mark()
    if (renewed.includes('detail')) onDetail(places)
  }

  /** Called when a record has changed, or rows that no live list shows. */
  async function renew(query: Query, changed: Changed): Promise<'detail' | 'rows' | undefined> {
    const { queryKey, queryHash } = query
    const before = query.state.data
    if (isRows(before) && isShownAsList(queryHash)) {
      const { queryFn } = query.options
      const fresh = await client.fetchQuery({
        queryKey: ['live', ...queryKey],
        ...(queryFn && { queryFn }),
        staleTime: 0,
        gcTime: 0,
      })
      // Read again meanwhile: by the reader's own change, or a change of the page.
      if (query.state.data === before && isRows(fresh)) updateRows(client, queryKey, fresh, changed)
      // Rows can gain a record that they did not have; a record changes only with itself and what it names.
    } else if (query.state.status === 'error' || isRows(before) || mentions(changed, before, queryKey)) {
      await client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
      if (before === undefined || query.state.data === before) return undefined
      return isRows(before) ? 'rows' : 'detail'
    }
    return undefined
  }

  return {
    add(changes) {
      gather(waiting, changes)
      if (waiting.size > 0 && timer === undefined)
        timer = window.setTimeout(() => void run(), Math.max(collectMilliseconds, earliest - performance.now()))
    },
    stop: () => window.clearTimeout(timer),
  }
}
