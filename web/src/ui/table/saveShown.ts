import type { Column } from '../columns.ts'
import { separatorFor, toCsv } from '../csv.ts'
import { download } from '../download.ts'

/** Saves the shown rows as a CSV file, for lists that the server cannot export. */
export function saveShown<Row>(
  rows: readonly Row[],
  shown: readonly Column<Row>[],
  name: string,
  language: string,
): void {
  const columns = shown.filter((column) => column.text)
  const cells = rows.map((row) => columns.map((column) => column.text?.(row) ?? ''))
  download(`${name}.csv`, toCsv([columns.map(({ header }) => header), ...cells], separatorFor(language)))
}
