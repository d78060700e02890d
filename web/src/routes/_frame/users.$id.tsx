import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CertificatesOfUser } from '../../features/certifications/OwnCertificates.tsx'
import { UserPage, userQuery } from '../../features/people/members/UserPage.tsx'

export const Route = createFileRoute('/_frame/users/$id')({
  beforeLoad: ({ context }) => mustHold(context, 'Users', 'r', '/dashboard'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userQuery(params.id))
    return loadTexts('users', 'profile', 'ownAccounts', 'certifications')
  },
  component: Screen,
})

function Screen() {
  const { id } = Route.useParams()
  return (
    <UserPage key={id} id={id}>
      {({ userId, account }) => <CertificatesOfUser userId={userId} accountId={account.accountId} />}
    </UserPage>
  )
}
