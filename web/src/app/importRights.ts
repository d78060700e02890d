import type { User } from '@trellis/contract/identity'
import { type ImportKind, importModules, isHistory } from '@trellis/contract/import-kinds'
import { hasPermission } from '@trellis/contract/permissions'

/** Whether to offer the import to this user; the server checks again. */
export const mayImport = (
  kind: ImportKind,
  { permissions, isSuperAdmin }: Pick<User, 'permissions' | 'isSuperAdmin'>,
) => (isHistory(kind) ? isSuperAdmin : hasPermission(permissions, importModules[kind], 'c'))
