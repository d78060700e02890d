import type { Permission } from '@trellis/contract/permissions'
import { expect, test } from 'vitest'
import { mayImport } from './importRights.ts'

const permissions: Permission[] = [
  { module: 'Products', flags: 'c-r-u' },
  { module: 'Accounts', flags: 'c-r' },
]
const user = (isRoot: boolean, isSuperAdmin: boolean) => ({
  permissions,
  isSuperAdmin,
  account: { accountId: '', accountName: '', groupName: '', level: 30, isRoot },
})

test('a partner is not offered the import of products or of history, whatever the permissions', () => {
  for (const isSuperAdmin of [false, true]) {
    const offered = (['accounts', 'products', 'stock', 'orders', 'licenses', 'users'] as const).filter((kind) =>
      mayImport(kind, user(false, isSuperAdmin)),
    )
    expect(offered).toEqual(['accounts'])
  }
  expect(mayImport('products', user(true, false))).toBe(true)
  expect([mayImport('stock', user(true, false)), mayImport('stock', user(true, true))]).toEqual([false, true])
})
