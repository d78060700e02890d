import type { QueryClient } from '@tanstack/react-query'
import { liveKindNames, maximumSince } from '@trellis/contract/live'
import { renewNews } from '../news/newsQueries.ts'
import { rememberAuthors } from './authors.ts'
import { isOwnRequest } from './ownRequests.ts'
import { listen } from './stream.ts'
import { openUpdates } from './updates.ts'

const everything = liveKindNames.map((kind) => ({ kind, id: null, requestId: null, by: null }))
interface Hearing {
  /** When the first records of the screen were asked for (`performance.now()`). */
  since: number
  /** Called when something other than a list has changed on the screen, with the names of the marked places. */
  onPlaces(names: readonly string[]): void
  onState(heard: boolean): void
}

/** Shows what others change until the returned function is called. Loaded beside the first screen, which does not wait for it. */
export function hear(client: QueryClient, { since, onPlaces, onState }: Hearing): () => void {
  const updates = openUpdates(client, onPlaces)
  const renewAll = () => {
    renewNews(client)
    updates.add(everything)
  }
  let isFirst = true
  const leave = listen({
    since,
    onEvent({ changes, news }) {
      if (news) renewNews(client)
      const ofOthers = changes.filter(({ requestId }) => !isOwnRequest(requestId))
      rememberAuthors(ofOthers)
      updates.add(ofOthers)
    },
    onReconnect: renewAll,
    onState(heard) {
      onState(heard)
      if (!heard || !isFirst) return
      isFirst = false
      // The server does not know any more what changed before.
      if (performance.now() - since > maximumSince) renewAll()
    },
  })
  return () => {
    leave()
    updates.stop()
  }
}
