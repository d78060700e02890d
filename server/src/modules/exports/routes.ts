import { Readable } from 'node:stream'
import { type ExportColumn, exportsOfLists } from '@trellis/contract/exports'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { type Route, routes } from '../../platform/http/routes.ts'
import { openTurns } from '../../platform/turns.ts'
import { lineOf, type Manner, mannerOf } from './csv.ts'
import { linesOf, withImportRows } from './import-rows.ts'
import { listRows, routeOf } from './list-rows.ts'
import { spooled } from './spool.ts'
import { type Cell, cellsOf, wallClock } from './values.ts'
import { sheetEnd, sheetStart, xlsxRow, zipped } from './xlsx.ts'

interface Means {
  db: Database
  /** Returns all routes of the server; a function, because it is called after all are registered. */
  served: () => readonly Route[]
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const exportsRoutes = ({ db, served }: Means) => {
  // Each export holds a database connection while it runs. The others wait without a connection, for a bounded time.
  const turns = openTurns({ atOnce: 2, inAll: 4, longest: 50 })
  return routes('exports', exportsOfLists, {
    async create({ actor, tenant, request, reply, body }) {
      const { format, columns, search, fileName } = body
      const route = routeOf(served(), linesOf[body.list] ?? body.list)
      const isForImport = columns.some(({ path }) => path.startsWith('import.'))
      const shape = async (tx: Tx, items: unknown[]) =>
        isForImport || linesOf[body.list] ? withImportRows(tx, body.list, items) : items
      const cells = cellsOf(columns, wallClock(actor.timeZone))
      const { size, content } = await turns(tenant.tenantId, () => {
        const pages = listRows(db, route, { actor, tenant, request, reply }, search, shape)
        if (format === 'xlsx') return spooled(zipped(Readable.from(sheetOf(pages, columns, cells))))
        return spooled(Readable.from(csvOf(pages, columns, cells, mannerOf(body.languageCode ?? actor.languageCode))))
      })
      return new Download({ fileName: `${fileName}.${format}`, type: types[format], size, content })
    },
  })
}

type Pages = AsyncIterable<unknown[]>
type CellOf = (row: unknown) => Cell

const headOf = (columns: readonly ExportColumn[]): Cell[] => columns.map(({ label }) => ({ kind: 'text', text: label }))

async function* csvOf(pages: Pages, columns: readonly ExportColumn[], cells: readonly CellOf[], manner: Manner) {
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

/** Column width in characters: the header's length, or at least the width for the type of value. */
const widths = { text: 24, number: 10, money: 14, date: 12, day: 12, instant: 18 }
const widthOf = ({ label, kind }: ExportColumn): number => Math.min(60, Math.max(widths[kind], label.length + 4))

/** Rows per chunk, so that the event loop is not blocked for long. */
const chunk = 500

async function* sheetOf(pages: Pages, columns: readonly ExportColumn[], cells: readonly CellOf[]) {
  let number = 1
  yield sheetStart(columns.map(widthOf)) + xlsxRow(headOf(columns), number)
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += chunk) {
      const written = rows.slice(from, from + chunk).map((row) => {
        number += 1
        return xlsxRow(
          cells.map((cellOf) => cellOf(row)),
          number,
        )
      })
      if (written.length > 0) yield written.join('')
    }
  }
  yield sheetEnd(columns.length, number)
}
