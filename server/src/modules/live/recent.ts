import { maximumSince } from '@trellis/contract/live'
import type { Notice } from './notices.ts'

/** Notices of one tenant that are kept; one answer tells so many at once. */
const most = 200
/** Notices of all tenants that are kept. */
const mostOfAll = 5_000
/** The way of a question here, which comes on top of the time that it names. */
const way = 1_000

/** What was heard lately, so that a stream can begin with what changed while it was being opened. */
export function openRecent() {
  let heard: { at: number; notice: Notice }[] = []
  /** Since when everything was heard; null while nothing is. */
  let from: number | null = null
  const drop = () => {
    const oldest = performance.now() - maximumSince - way
    heard = heard.filter(({ at }) => at >= oldest)
  }
  return {
    begin(): void {
      from = performance.now()
    },
    add(notice: Notice): void {
      drop()
      heard.push({ at: performance.now(), notice })
      const [oldest] = heard
      if (heard.length <= mostOfAll || oldest === undefined) return
      heard.shift()
      from = oldest.at
    },
    /** Notices were missed: nothing is known of the time before. */
    forget(): void {
      heard = []
      from = null
    },
    /** The notices of a tenant in the last milliseconds; null when not all of them are known. */
    of(tenantId: string, since: number): Notice[] | null {
      drop()
      const begin = performance.now() - since - way
      if (from === null || begin < from) return null
      const those = heard.filter(({ at, notice }) => at >= begin && notice.tenantId === tenantId)
      return those.length > most ? null : those.map(({ notice }) => notice)
    },
  }
}
