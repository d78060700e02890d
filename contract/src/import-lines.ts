import { type ImportKind, importColumns } from './import-columns.ts'
import { matchHeader } from './import-header.ts'
import { headingKeys } from './import-recipe.ts'
import { unitOf } from './import-units.ts'

/** Columns of which a row can have several, one for each line of its record. */
const ofLines: Partial<Record<ImportKind, readonly string[]>> = {
  orders: ['sku', 'quantity', 'price'],
  deals: ['sku', 'quantity', 'price'],
}

const numbered = /^(.*\D)[\s_#.-]*(\d{1,2})$|^(\d{1,2})[\s_#.-]+(.*\D)$/

/**
 * The sets of columns that become lines: headings that differ in a number only, such as `Product 1`, `Quantity 1`, `Product 2`.
 * Not where a heading without a number is the same column of ours.
 */
export function linesOf(kind: ImportKind, header: readonly string[]): Record<string, string>[] {
  const names = ofLines[kind] ?? []
  const { places } = matchHeader(kind, header)
  if (names.length === 0 || (places.sku ?? -1) >= 0) return []
  const keys = headingKeys(header)
  const sets = new Map<number, Record<string, string>>()
  for (const [at, name] of header.entries()) {
    const [, before, behind, front, after] = numbered.exec(name.trim()) ?? []
    const base = before ?? after
    // A unit would be lost between the number and the name: such columns are left to the reader.
    if (base === undefined || unitOf(base).mark !== '' || unitOf(base).thousands) continue
    const found = matchHeader(kind, [base.trim()]).places
    const ours = importColumns[kind].find((column) => names.includes(column.name) && found[column.name] === 0)
    const number = Number(behind ?? front)
    const set = sets.get(number) ?? {}
    if (ours === undefined || set[ours.name] !== undefined) continue
    sets.set(number, { ...set, [ours.name]: keys[at] as string })
  }
  const inOrder = [...sets].sort(([one], [other]) => one - other).map(([, set]) => set)
  return inOrder.length >= 2 && inOrder.every(({ sku }) => sku !== undefined) ? inOrder : []
}
