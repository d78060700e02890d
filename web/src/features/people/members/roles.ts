import { useQuery } from '@tanstack/react-query'
import { covers } from '@trellis/contract/permissions'
import { type RoleEntry, tenants } from '@trellis/contract/tenants'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { useRoleName } from '../../../app/roleNames.ts'

/** Why the reader may not give a role: it is the super admin's, or it allows more than their own. */
export type Above = 'superAdmin' | 'above'

export interface RoleChoice extends RoleEntry {
  label: string
  above: Above | null
}

/** The roles of the portal by their names in words, each with whether the reader may give it (rules P4). */
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
