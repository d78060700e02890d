import type { LiveChange, LiveKind } from '@trellis/contract/live'

/** Path prefixes of the calls that show records of a kind; the first that fits counts. */
const prefixes: readonly [prefix: string, kind: LiveKind | null][] = [
  // Sums over everything are not read again at each change.
  ['/orders/dashboard', null],
  ['/licenses/dashboard', null],
  ['/pricelists/products/dashboard', null],
  ['/users/me', null],
  ['/orders/stock', 'stock'],
  ['/orders', 'order'],
  // Sums over all keys, and a preview that belongs to the dialog that shows it.
  ['/renewals/figures', null],
  ['/renewals/rate', null],
  ['/renewals/preview', null],
  ['/renewals', 'license'],
  ['/licenses', 'license'],
  // Sums, and what forms offer.
  ['/deals/forecast', null],
  ['/deals/products', null],
  ['/deals/prospects', null],
  ['/deals/settings', null],
  ['/deals', 'deal'],
  ['/accounts', 'account'],
  ['/users', 'user'],
  ['/pricelists/products', 'product'],
  ['/pricelists', 'price_list'],
  ['/pricePlans', 'price_list'],
  ['/products/', 'product'],
  ['/onPremiseEnvironments', 'environment'],
  ['/files', 'file'],
  ['/certificates/users', 'certification'],
  ['/certificates/accounts', 'certification'],
]

/** The kind of record that a call shows; null for calls that are not kept up to date. */
export const kindOf = (path: unknown): LiveKind | null =>
  (typeof path === 'string' && prefixes.find(([prefix]) => path.startsWith(prefix))?.[1]) || null

/** Changed records of one kind: their ids, or `many`. */
export type Changed = ReadonlySet<string> | 'many'

/** Adds changes to those that wait to be shown. */
export function gather(waiting: Map<LiveKind, Set<string> | 'many'>, changes: readonly LiveChange[]): void {
  for (const { kind, id } of changes) {
    const ids = waiting.get(kind) ?? new Set<string>()
    if (id === null) waiting.set(kind, 'many')
    else if (ids !== 'many') waiting.set(kind, ids.add(id))
  }
}

/** Whether an answer or its request names one of the records. */
export function mentions(changed: Changed, ...shown: unknown[]): boolean {
  if (changed === 'many') return true
  const text = JSON.stringify(shown)
  return [...changed].some((id) => text.includes(id))
}
