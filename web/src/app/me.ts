/** The current user and tenant. Both are loaded before the frame renders, so they are always available inside it. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { identity, type Me, type User } from '@trellis/contract/identity'
import { type Flag, hasPermission, type Module } from '@trellis/contract/permissions'
import { callWith } from './calls.ts'
import { ProblemError } from './problem.ts'
import { queryOf } from './queries.ts'
import { endSession } from './session.ts'
import { type CurrentTenant, fetchTenant, rememberedTenant, rememberTenant } from './tenant.ts'

const left = new ProblemError({ code: 'RQ401', status: 401, message: 'No account' })

/** For who waits for the user before anything is drawn: once the session has ended, the sign-in screen stands there instead. */
export const untilLeft = (error: unknown): Promise<never> =>
  error === left ? new Promise(() => undefined) : Promise.reject(error)

/**
 * The current user. Without an account no screen works, so a user without one is signed out and sign-in shows
 * the reason (rules P24).
 */
export const meQuery = queryOptions({
  queryKey: queryOf(identity.me).queryKey,
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Me> => {
    const user: Omit<Me, 'account'> & { account: Me['account'] | null } = await callWith(identity.me, {}, { signal })
    if (user.account !== null) return { ...user, account: user.account }
    console.info('The user has no account')
    endSession('no-account')
    throw left
  },
})

/** The current user. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (data === undefined) throw new Error('There is no user outside of the frame')
  return data
}

/** The tenant query; it starts with what local storage has. */
export const tenantQuery = () =>
  queryOptions({
    queryKey: ['/tenants/current'],
    queryFn: fetchTenant,
    initialData: rememberedTenant() ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The current tenant if it is known; also for screens outside of the frame, so it loads nothing. */
export const useKnownTenant = (): CurrentTenant | null =>
  useQuery({ ...tenantQuery(), enabled: false }).data ?? rememberedTenant()

/** Shows changed settings of the tenant in the frame at once. */
export function showTenant(client: QueryClient, changed: Omit<CurrentTenant, 'maintenance'>): void {
  client.setQueryData(tenantQuery().queryKey, rememberTenant(changed))
}

/** Whether the user administers the tenant: a super admin of the root account (rules G14). */
export const administers = ({ isSuperAdmin, account }: Pick<User, 'isSuperAdmin' | 'account'>): boolean =>
  isSuperAdmin && account.isRoot

/** The current tenant. */
export function useTenant(): CurrentTenant {
  const { data } = useQuery(tenantQuery())
  if (data === undefined) throw new Error('There is no tenant outside of the frame')
  return data
}

/** Whether the reader has the permission: `useCan('Orders', 'c')`. */
export function useCan(module: Module, flag: Flag): boolean {
  return hasPermission(useMe().permissions, module, flag)
}
