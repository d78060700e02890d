/** What a route asks before it opens. The server asks again at each call; these only save somebody a screen of refusals. */
import { redirect } from '@tanstack/react-router'
import { type Flag, holds, type Module } from '@trellis/contract/permissions'
import { meQuery } from './me.ts'
import type { RouteContext } from './router.ts'
import { fetchTenant } from './tenant.ts'

/** Without the flag, the reader lands on another screen (rules V3). */
export async function mustHold(
  context: RouteContext,
  module: Module,
  flag: Flag,
  otherwise: '/products',
): Promise<void> {
  const { permissions } = await context.queryClient.ensureQueryData(meQuery)
  if (!holds(permissions, module, flag)) throw redirect({ to: otherwise, replace: true })
}

/** The design system is for those who build the portal, not for those who use it. */
export async function notInProduction(): Promise<void> {
  const { environment } = await fetchTenant()
  if (environment === 'production') throw redirect({ to: '/dashboard', replace: true })
}

/** Public screens are drawn without the application's frame and weight: the browser goes there by itself. */
export function leaveForPublicScreen({ location }: { location: { href: string } }): void {
  throw redirect({ href: location.href, reloadDocument: true })
}
