import { Readable } from 'node:stream'
import { NewExport } from '@trellis/contract/exports'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lineOf, mannerOf } from './csv.ts'
import { linesOf, withImportRows } from './import-rows.ts'
import { type Asked, listRows, type Pace, routeOf } from './list-rows.ts'
import { headOf, type Pages } from './pages.ts'
import { spooled } from './spool.ts'
import { cellsOf, wallClock } from './values.ts'
import { workbookOf } from './workbook.ts'
import type { Writer } from './write-file.ts'

export interface ListMeans {
  db: Database
  /** Returns all routes of the server; a function, because it is called after all are registered. */
  served: () => readonly Route[]
  /** For tests. */
  pace?: Pace | undefined
}

/** The call whose rows are those of the list. */
export const searchOf = ({ served }: Pick<ListMeans, 'served'>, list: NewExport['list']): Route =>
  routeOf(served(), linesOf[list] ?? list)

/** The rows of the list that the body names, in the form that its columns need. */
export function rowsOf(
  means: ListMeans,
  call: Asked['call'],
  body: NewExport,
  signal: AbortSignal,
): AsyncGenerator<unknown[]> {
  const { db, pace } = means
  const route = searchOf(means, body.list)
  const isForImport = body.columns.some(({ path }) => path.startsWith('import.'))
  const shape =
    isForImport || linesOf[body.list] ? (tx: Tx, items: unknown[]) => withImportRows(tx, body.list, items) : null
  return listRows(db, { route, call, search: body.search, shape, signal }, pace)
}

/** The bytes of the file. */
export function contentOf(actor: Actor, { format, columns, languageCode }: NewExport, pages: Pages): Readable {
  return format === 'xlsx'
    ? workbookOf(actor.tenantId, { columns, timeZone: actor.timeZone }, pages)
    : Readable.from(csvOf(actor, columns, mannerOf(languageCode ?? actor.languageCode), pages))
}

async function* csvOf(
  { timeZone }: Actor,
  columns: NewExport['columns'],
  manner: ReturnType<typeof mannerOf>,
  pages: Pages,
) {
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

/** Writes an exported list that found no place at once. */
export function listWriter(means: ListMeans): Writer {
  return async (actor, request, fileId, onRows) => {
    const body = NewExport.parse(request)
    const call = { actor, tenant: { tenantId: actor.tenantId, code: '' }, request: { id: fileId } }
    const rows = rowsOf(means, call as Asked['call'], body, new AbortController().signal)
    async function* counted() {
      let done = 0
      for await (const page of rows) {
        yield page
        done += page.length
        onRows(done)
      }
    }
    try {
      return await spooled(contentOf(actor, body, counted()))
    } finally {
      await rows.return(undefined)
    }
  }
}
