import { redirect } from '@tanstack/react-router'
import { greet, loadTexts } from '../../../app/i18n.ts'
import { meQuery } from '../../../app/me.ts'
import type { RouteContext } from '../../../app/router.ts'
import { fetchTenant } from '../../../app/tenant.ts'
import { ownQuery } from './factors.ts'
import { passkeysQuery } from './passkeysQuery.ts'
import { waysQuery } from './proofs.ts'

/** Loads the page that sets up a required second factor. Whoever needs none is led to the start. */
export async function loadRequiredFactor({ queryClient }: RouteContext): Promise<void> {
  const [{ secondFactor }] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    fetchTenant(),
    loadTexts('ui', 'errors', 'ownAccounts', 'passkeys', 'profile', 'later'),
  ])
  const { isDue, isRequired } = secondFactor
  if (!isDue && !isRequired) throw redirect({ to: '/', replace: true })
  void queryClient.prefetchQuery(ownQuery)
  void queryClient.prefetchQuery(passkeysQuery)
  void queryClient.prefetchQuery(waysQuery)
  await greet(await queryClient.ensureQueryData(meQuery))
}
