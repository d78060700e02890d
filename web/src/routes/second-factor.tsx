import { createFileRoute, redirect } from '@tanstack/react-router'
import { greet, loadTexts } from '../app/i18n.ts'
import { meQuery } from '../app/me.ts'
import { fetchTenant } from '../app/tenant.ts'
import { ownQuery } from '../features/people/profile/factors.ts'
import { passkeysQuery } from '../features/people/profile/passkeysQuery.ts'
import { RequiredFactorPage } from '../features/people/profile/RequiredFactorPage.tsx'

/** Where a sign-in leads that lacks a required second factor (rules P33). Whoever has one, or needs none, goes on. */
export const Route = createFileRoute('/second-factor')({
  validateSearch: ({ redirect: wanted }: Record<string, unknown>): { redirect?: string } =>
    typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? { redirect: wanted } : {},
  loader: async ({ context: { queryClient } }) => {
    const [me] = await Promise.all([
      queryClient.ensureQueryData(meQuery),
      fetchTenant(),
      loadTexts('ui', 'errors', 'passkeys', 'profile'),
    ])
    if (!me.secondFactor.isDue && !me.secondFactor.isEnabled) throw redirect({ to: '/', replace: true })
    void queryClient.prefetchQuery(ownQuery)
    void queryClient.prefetchQuery(passkeysQuery)
    await greet(me)
  },
  component: Required,
})

function Required() {
  const { redirect: wanted = '/' } = Route.useSearch()
  return <RequiredFactorPage wanted={wanted} />
}
