import { Readable } from 'node:stream'
import { type ExportColumn, exportsOfLists } from '@trellis/contract/exports'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { type Route, routes } from '../../platform/http/routes.ts'
import { openTurns, type Turns } from '../../platform/turns.ts'
import { lineOf, type Manner, mannerOf } from './csv.ts'
import { following } from './following.ts'
import { linesOf, withImportRows } from './import-rows.ts'
import { listRows, type Pace, routeOf } from './list-rows.ts'
import { headOf, type Pages } from './pages.ts'
import { cellsOf, wallClock } from './values.ts'
import { workbookOf } from './workbook.ts'

interface Means {
  db: Database
  /** Returns all routes of the server; a function, because it is called after all are registered. */
  served: () => readonly Route[]
  turns: Turns
  /** For tests. */
  pace?: Pace | undefined
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function exportsRoutes({ db, served, turns, pace }: Means) {
  const ofUser = openTurns({ atOnce: 1, longest: 10 })
  return routes('exports', exportsOfLists, {
    async create({ actor, tenant, request, reply, body }) {
      const { format, columns, search, fileName } = body
      const route = routeOf(served(), linesOf[body.list] ?? body.list)
      const isForImport = columns.some(({ path }) => path.startsWith('import.'))
      const shape =
        isForImport || linesOf[body.list] ? (tx: Tx, items: unknown[]) => withImportRows(tx, body.list, items) : null
      const leaving = new AbortController()
      reply.raw.once('close', () => leaving.abort())
      const asked = { route, call: { actor, tenant, request, reply }, search, shape, signal: leaving.signal }
      const manner = mannerOf(body.languageCode ?? actor.languageCode)
      // One file for each user at a time, so that nobody takes all turns of the tenant.
      const inTurn = (work: () => Promise<void>) => ofUser(actor.userId, () => turns(tenant.tenantId, work))
      const content = await begun<Readable>(inTurn, async (begin) => {
        const rows = listRows(db, asked, pace)
        try {
          const pages = await opened(rows)
          const file = await following(
            format === 'xlsx'
              ? workbookOf(tenant.tenantId, { columns, timeZone: actor.timeZone }, pages)
              : Readable.from(csvOf(pages, columns, actor.timeZone, manner)),
          )
          file.content.once('close', () => leaving.abort())
          begin(file.content)
          await file.written
        } finally {
          // A stream that is closed before it was read does not close what it would have read from.
          await rows.return(undefined)
        }
      })
      return new Download({ fileName: `${fileName}.${format}`, type: types[format], size: null, content })
    },
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

async function* csvOf(pages: Pages, columns: readonly ExportColumn[], timeZone: string, manner: Manner) {
  const cells = cellsOf(columns, wallClock(timeZone))
  yield `\ufeff${lineOf(headOf(columns), manner)}`
  for await (const rows of pages)
    yield rows
      .map((row) =>
        lineOf(
          cells.map((cellOf) => cellOf(row)),
          manner,
        ),
      )
      .join('')
}
