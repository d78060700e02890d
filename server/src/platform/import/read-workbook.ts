import type { CsvRecord } from '@trellis/contract/csv'
import { textOfCell, textOfNumber } from '@trellis/contract/import-cells'
import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'

/** Of all parts of a workbook together, unpacked. */
const maximumUnpacked = 256 * 1024 * 1024
/** Rows that are passed on at once. */
const piece = 1_000

export interface Workbook {
  content: Uint8Array
  /** The name of a sheet; null for the first. */
  sheet: string | null
}

/** Runs apart: the rows of a workbook's sheet that are not empty, a few at a time. Fails for what is no workbook. */
export async function* readRows({ content, sheet }: Workbook): AsyncGenerator<CsvRecord[]> {
  const rows = await readSheet<string>(boundedCopy(content), sheet ?? 1, { parseNumber: textOfNumber })
  let records: CsvRecord[] = []
  for (const [index, row] of rows.entries()) {
    const last = row.findLastIndex((cell) => cell !== null && cell !== '')
    if (last >= 0) records.push({ line: index + 1, cells: row.slice(0, last + 1).map(textOfCell) })
    if (records.length < piece) continue
    yield records
    records = []
  }
  yield records
}

/**
 * The parts of the workbook that are XML, unpacked within what the archive announces and the portal allows, in an archive of our
 * own: the library unpacks without a limit.
 */
function boundedCopy(content: Uint8Array): Buffer {
  let unpacked = 0
  const parts = unzipSync(content, {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/i.test(name)) return false
      unpacked += originalSize
      if (unpacked > maximumUnpacked) throw new Error('it unpacks to more than 256 MB; save it as CSV')
      return true
    },
  })
  return Buffer.from(zipSync(parts, { level: 0 }))
}
