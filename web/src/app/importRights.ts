import type { User } from '@trellis/contract/identity'
import { type ImportKind, whyNotImport } from '@trellis/contract/import-kinds'

/** Whether to offer the import to this user; the server checks again by the same rule. */
export const mayImport = (
  kind: ImportKind,
  { permissions, isSuperAdmin, account: { isRoot } }: Pick<User, 'permissions' | 'isSuperAdmin' | 'account'>,
) => whyNotImport(kind, { permissions, isSuperAdmin, isRoot }) === null
