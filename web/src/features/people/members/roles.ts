import { useQuery } from '@tanstack/react-query'
import { covers } from '@trellis/contract/permissions'
import { type RoleEntry, tenants } from '@trellis/contract/tenants'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { useRoleName } from '../../../app/roleNames.ts'

/** Why the reader cannot give a role: it is the super admin's, or it has more permissions than the reader. */
export type Above = 'superAdmin' | 'above'

export interface RoleChoice extends RoleEntry {
  label: string
  above: Above | null
}

/** The roles with their translated names, each with whether the reader can give it (rules P4). */
export function useRoles() {
  const me = useMe()
  const roleName = useRoleName()
  const { data, error, isPending, refetch } = useQuery({ ...queryOf(tenants.roles), staleTime: 5 * 60_000 })
  const above = (role: RoleEntry): Above | null => {
    if (role.isSuperAdmin) return me.isSuperAdmin ? null : 'superAdmin'
    return covers(me.permissions, role.permissions) ? null : 'above'
  }
  const roles: RoleChoice[] = (data ?? [])
    .map((role) => ({ ...role, label: roleName(role), above: above(role) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return { roles, loading: isPending, error: data === undefined ? error : null, retry: () => void refetch() }
}
