import { createFileRoute } from '@tanstack/react-router'
import { RequiredFactorPage } from '../features/people/profile/RequiredFactorPage.tsx'

/** Where a sign-in leads that lacks a required second factor (rules P33). Its loader is fetched for the few who come here. */
export const Route = createFileRoute('/second-factor')({
  validateSearch: ({ redirect }: Record<string, unknown>) => (redirect ? { redirect: String(redirect) } : {}),
  loader: async ({ context }) =>
    (await import('../features/people/profile/loadRequiredFactor.ts')).loadRequiredFactor(context),
  component: Required,
})

function Required() {
  const { redirect } = Route.useSearch()
  return <RequiredFactorPage wanted={redirect} />
}
