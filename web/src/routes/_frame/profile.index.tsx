import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { useCan } from '../../app/me.ts'
import { currentView } from '../../app/view.ts'
import { OwnCertificates } from '../../features/certifications/OwnCertificates.tsx'
import { ownQuery } from '../../features/people/profile/factors.ts'
import { ProfilePage } from '../../features/people/profile/ProfilePage.tsx'
import { passkeysQuery } from '../../features/people/profile/passkeysQuery.ts'
import { type Returned, waysQuery } from '../../features/people/profile/proofs.ts'
import { sessionsQuery } from '../../features/people/profile/sessionsQuery.ts'
import { later } from '../../ui/later.tsx'

/** With its texts: the profile does not disappear while they are on their way, or when they cannot come. */
const Delegations = later(async () => {
  const [panel] = await Promise.all([import('../../features/approvals/Delegations.tsx'), loadTexts('approvals')])
  return panel
})

const returned = ['state', 'code', 'iss', 'error'] as const

export const Route = createFileRoute('/_frame/profile/')({
  // Who proves anew at the directory comes back here with what it said.
  validateSearch: (search: Record<string, unknown>): Returned =>
    Object.fromEntries(returned.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]]))),
  loader: ({ context: { queryClient } }) => {
    if (currentView() === null) {
      void queryClient.prefetchQuery(ownQuery)
      void queryClient.prefetchQuery(passkeysQuery)
      void queryClient.prefetchQuery(sessionsQuery)
      void queryClient.prefetchQuery(waysQuery)
    }
    return loadTexts('profile', 'certifications', 'ownAccounts', 'passkeys', 'later')
  },
  component: Profile,
})

function Profile() {
  const ofOrders = useCan('Orders', 'u')
  const ofDeals = useCan('Deals', 'u')
  const decides = ofOrders || ofDeals
  return (
    <ProfilePage returned={Route.useSearch()}>
      {decides && <Delegations />}
      <OwnCertificates />
    </ProfilePage>
  )
}
