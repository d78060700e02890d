import { Readable } from 'node:stream'
import { streamApart } from '../../platform/apart/apart.ts'
import type { Pages } from './pages.ts'
import type { Book, writeBook } from './sheet.ts'

const writeApart = streamApart<typeof writeBook>(new URL('./sheet.ts', import.meta.url), 'writeBook', 'workbooks')

/** An xlsx file with these rows below a header, written apart as fast as it is read. */
export const workbookOf = (tenantId: string, book: Book, pages: Pages): Readable =>
  Readable.from(writeApart(tenantId, book, pages), { objectMode: false })
