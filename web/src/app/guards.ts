/**
 * Permission checks before a route opens, always in `beforeLoad`: a loader is asked when the outline of the screen is drawn already,
 * which the reason for the redirect would move. They only spare the user a screen of errors; the server checks every call again.
 */
import { redirect } from '@tanstack/react-router'
import { type Flag, hasPermission, type Module } from '@trellis/contract/permissions'
import { administers, meQuery } from './me.ts'
import type { RouteContext } from './router.ts'
import { fetchTenant } from './tenant.ts'

const away = (to: '/products' | '/dashboard' | '/profile' | '/profile/account') =>
  redirect({ to, replace: true, state: { refused: true } })

/** Redirects a reader who does not have the permission (rules V3); the frame says why (`WhyHere`). */
export async function mustHold(
  context: RouteContext,
  module: Module,
  flag: Flag,
  otherwise: '/products' | '/dashboard' | '/profile',
): Promise<void> {
  const { permissions } = await context.queryClient.ensureQueryData(meQuery)
  if (!hasPermission(permissions, module, flag)) throw away(otherwise)
}

/** Redirects a reader who does not administer the tenant (rules G14). */
export async function mustAdminister(context: RouteContext): Promise<void> {
  const me = await context.queryClient.ensureQueryData(meQuery)
  if (!administers(me)) throw away('/profile/account')
}

/** Redirects a reader who is no operator of the installation (rules P67). */
export async function mustOperate(context: RouteContext): Promise<void> {
  const { isOperator } = await context.queryClient.ensureQueryData(meQuery)
  if (!isOperator) throw away('/dashboard')
}

/** The design system is a tool for developers, so production hides it. */
export async function notInProduction(): Promise<void> {
  const { environment } = await fetchTenant()
  if (environment === 'production' || environment === 'sandbox') throw redirect({ to: '/dashboard', replace: true })
}

/** What only a sandbox has, such as the mails that it would have sent (rules G30). */
export async function inSandbox(): Promise<void> {
  const { environment } = await fetchTenant()
  if (environment !== 'sandbox') throw redirect({ to: '/settings', replace: true })
}

/** Public screens are rendered without the application's frame and bundle, so navigate with a full page load. */
export function leaveForPublicScreen({ location }: { location: { href: string } }): void {
  throw redirect({ href: location.href, reloadDocument: true })
}
