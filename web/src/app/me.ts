/** Who the reader is and which portal this is: loaded before the frame is drawn, so always there within it. */
import { useQuery } from '@tanstack/react-query'
import { identity, type User } from '@trellis/contract/identity'
import { type Flag, holds, type Module } from '@trellis/contract/permissions'
import { queryOf } from './queries.ts'
import { type CurrentTenant, fetchTenant, rememberedTenant } from './tenant.ts'

export const meQuery = { ...queryOf(identity.me), staleTime: 60_000 }

/** The current user. */
export function useMe(): User {
  const { data } = useQuery(meQuery)
  if (data === undefined) throw new Error('There is no user outside of the frame')
  return data
}

/** The current tenant. */
export function useTenant(): CurrentTenant {
  const { data } = useQuery({
    queryKey: ['/tenants/current'],
    queryFn: fetchTenant,
    initialData: rememberedTenant() ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) throw new Error('There is no tenant outside of the frame')
  return data
}

/** Does the reader hold the flag? `useCan('Orders', 'c')`. */
export function useCan(module: Module, flag: Flag): boolean {
  return holds(useMe().permissions, module, flag)
}
