import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { currentView } from '../../app/view.ts'
import { OwnCertificates } from '../../features/certifications/OwnCertificates.tsx'
import { ownQuery } from '../../features/people/profile/factors.ts'
import { ProfilePage } from '../../features/people/profile/ProfilePage.tsx'
import { passkeysQuery } from '../../features/people/profile/passkeysQuery.ts'
import { sessionsQuery } from '../../features/people/profile/sessionsQuery.ts'

export const Route = createFileRoute('/_frame/profile/')({
  loader: ({ context: { queryClient } }) => {
    if (currentView() === null) {
      void queryClient.prefetchQuery(ownQuery)
      void queryClient.prefetchQuery(passkeysQuery)
      void queryClient.prefetchQuery(sessionsQuery)
    }
    return loadTexts('profile', 'certifications', 'passkeys')
  },
  component: () => (
    <ProfilePage>
      <OwnCertificates />
    </ProfilePage>
  ),
})
