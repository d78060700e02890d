import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateAccountCertificatePage } from '../../features/certifications/CreateAccountCertificatePage.tsx'
import { availableQuery } from '../../features/certifications/queries.ts'

export const Route = createFileRoute('/_frame/accounts/$id/certifications/create/account')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(availableQuery('Account', params.id))
    return loadTexts('certifications')
  },
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateAccountCertificatePage key={id} accountId={id} />
}
