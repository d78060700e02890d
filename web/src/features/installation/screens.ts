import { redirect } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { meQuery } from '../../app/me.ts'
import type { RouteContext } from '../../app/router.ts'
import { later } from '../../ui/later.tsx'

/*
 * The screens of operators, loaded when one is opened. Routes that name them directly would put the parts of each screen into the list
 * that everybody loads first, and hardly anybody is an operator.
 */

/** For the loaders of these screens: redirects a reader who is no operator of the installation (rules P67). */
export async function openInstallation({ queryClient }: RouteContext): Promise<void> {
  const { isOperator } = await queryClient.ensureQueryData(meQuery)
  if (!isOperator) throw redirect({ to: '/dashboard', replace: true, state: { refused: true } })
  await loadTexts('installation')
}

export const TenantsScreen = later(async () => ({ default: (await import('./TenantsPage.tsx')).TenantsPage }))
export const TenantScreen = later(async () => ({ default: (await import('./TenantPage.tsx')).TenantPage }))
export const CreateTenantScreen = later(async () => ({
  default: (await import('./CreateTenantPage.tsx')).CreateTenantPage,
}))
