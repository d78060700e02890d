import { Readable } from 'node:stream'
import { type ExportColumn, exportsOfLists } from '@trellis/contract/exports'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { type Route, routes } from '../../platform/http/routes.ts'
import type { Turns } from '../../platform/turns.ts'
import { lineOf, type Manner, mannerOf } from './csv.ts'
import { linesOf, withImportRows } from './import-rows.ts'
import { listRows, routeOf } from './list-rows.ts'
import { headOf, type Pages, sheetOf } from './sheet.ts'
import { spooled } from './spool.ts'
import { type CellOf, cellsOf, wallClock } from './values.ts'
import { zipped } from './xlsx.ts'

interface Means {
  db: Database
  /** Returns all routes of the server; a function, because it is called after all are registered. */
  served: () => readonly Route[]
  turns: Turns
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const exportsRoutes = ({ db, served, turns }: Means) =>
  routes('exports', exportsOfLists, {
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
