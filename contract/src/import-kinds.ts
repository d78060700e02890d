/** What can be imported, in the order in which one builds on another. */
export const importKinds = [
  'accounts',
  'users',
  'products',
  'price-lists',
  'price-list-accounts',
  'stock',
  'orders',
  'licenses',
] as const
export type ImportKind = (typeof importKinds)[number]

/** What was before the portal and stands beside what happens in it: the vendor's super admins alone bring it in. */
export const isHistory = (kind: ImportKind): boolean => kind === 'stock' || kind === 'orders' || kind === 'licenses'
