import { type ExportList, lineLists } from '@trellis/contract/export-lists'
import type { ImportKind } from '@trellis/contract/imports'
import type { Reader } from '../../platform/database/tx.ts'
import { type PresentedRow, presentRows } from '../imports/index.ts'

type Item = Record<string, unknown>

/** How the items of a list correspond to rows of an import file: which file, and the ids that connect them. */
interface Source {
  kind: ImportKind
  /** The id to pass to `presentRows`. */
  ask(item: Item): string
  /** The id of the row that belongs to the item. */
  row(item: Item): string
}
const by = (kind: ImportKind, id: string): Source => {
  const idOf = (item: Item) => String(item[id])
  return { kind, ask: idOf, row: idOf }
}

/** The lists whose items are rows of an import file; an item of a list of lines has several rows. */
const sources: Partial<Record<ExportList, Source>> = {
  'accounts.search': by('accounts', 'accountId'),
  'users.search': by('users', 'userId'),
  'catalogue.search': by('products', 'productId'),
  'licenses.search': by('licenses', 'licenseId'),
  'userCertificates.search': by('certifications', 'userCertificateId'),
  'stock.search': {
    kind: 'stock',
    ask: ({ accountId }) => String(accountId),
    row: ({ accountId, productId }) => `${accountId}${productId}`,
  },
  'orders.sellInLines': by('orders', 'orderId'),
  'orders.sellOutLines': by('orders', 'orderId'),
  'deals.lines': by('deals', 'dealId'),
  'priceLists.prices': by('price-lists', 'priceListId'),
  'priceLists.associations': by('price-list-accounts', 'priceListId'),
}

/** The list whose rows are exported line by line, for each list of lines. */
export const linesOf: Partial<Record<ExportList, ExportList>> = Object.fromEntries(
  lineLists.map(({ list, of }) => [list, of]),
)

/**
 * Adds to each item, as `import`, its row of the import file; for a list of lines returns all such rows instead. Only
 * rows of listed items are read, so nobody exports more than they can see.
 */
export async function withImportRows(tx: Reader, list: ExportList, items: unknown[]): Promise<unknown[]> {
  const source = sources[list]
  if (source === undefined) return items
  const asked = items as Item[]
  const rows = await tx.rows<PresentedRow>(presentRows(source.kind, [...new Set(asked.map(source.ask))]))
  const found = new Map<string, PresentedRow[]>()
  for (const row of rows) {
    const others = found.get(row.id)
    if (others) others.push(row)
    else found.set(row.id, [row])
  }
  return asked.flatMap((item) => {
    const own = found.get(source.row(item)) ?? []
    return linesOf[list] === undefined ? [{ ...item, import: own[0] ?? null }] : own.map((row) => ({ import: row }))
  })
}
