import type { Readable } from 'node:stream'
import { exportsOfLists, type NewExport } from '@trellis/contract/exports'
import { Download } from '../../platform/http/download.ts'
import { checkMayCall } from '../../platform/http/may-call.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { openTurns, type Turns } from '../../platform/turns.ts'
import { following } from './following.ts'
import { contentOf, type ListMeans, rowsOf, searchOf } from './list-file.ts'
import type { Pages } from './pages.ts'
import { finishedFile, nowOrLater, postpone } from './postpone.ts'
import { listFiles } from './written-queries.ts'

interface Means extends ListMeans {
  storage: Storage
  turns: Turns
  /** A fixed clock for tests and the demo. */
  clock?: () => string
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const typeOf = (fileName: string): string => (fileName.endsWith('.csv') ? types.csv : types.xlsx)

export function exportsRoutes({ storage, turns, clock, ...means }: Means) {
  const { db } = means
  const ofUser = openTurns({ atOnce: 1, longest: 10, patience: 1_000 })
  return routes('exports', exportsOfLists, {
    async create({ actor, tenant, request, reply, body }) {
      const fileName = `${body.fileName}.${body.format}`
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      // One file for each user at a time, so that nobody takes all turns of the tenant.
      const inTurn = (work: () => Promise<void>) => ofUser(actor.userId, () => turns(tenant.tenantId, work))
      const now = async () => {
        const content = await begun<Readable>(inTurn, async (begin) => {
          const rows = rowsOf(means, { actor, tenant, request, reply }, body, leaving.signal)
          try {
            const file = await following(contentOf(actor, body, await opened(rows)))
            file.content.once('close', () => leaving.abort())
            begin(file.content)
            await file.written
          } finally {
            // A stream that is closed before it was read does not close what it would have read from.
            await rows.return(undefined)
          }
        })
        return new Download({ fileName, type: types[body.format], size: null, content })
      }
      const asking = { db, actor, requestId: request.id, clock: clock?.() ?? null }
      return nowOrLater(actor, now, () => postpone(asking, { kind: 'list', fileName, request: body, rows: 0 }))
    },

    async list({ tx, actor }) {
      return listFiles(tx, actor, 'list')
    },

    download: ({ tx, actor, params }) =>
      finishedFile({ tx, storage }, actor, 'list', params.id, typeOf, (request) => {
        const { list } = request as Pick<NewExport, 'list'>
        checkMayCall(searchOf(means, list).endpoint, actor)
      }),
  })
}

/** Returns as soon as the work calls `begin`, but keeps the turn until the work is done. */
const begun = <T>(
  inTurn: (work: () => Promise<void>) => Promise<void>,
  work: (begin: (value: T) => void) => Promise<void>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    inTurn(() => work(resolve)).catch(reject)
  })

/** The same rows, when the first of them have been read: what is refused is refused before the answer begins. */
async function opened(pages: AsyncGenerator<unknown[]>): Promise<Pages> {
  const first = await pages.next()
  async function* all() {
    if (first.done !== true) yield first.value
    yield* pages
  }
  return all()
}
