import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateUserCertificatePage } from '../../features/certifications/CreateUserCertificatePage.tsx'
import { availableQuery } from '../../features/certifications/queries.ts'

export const Route = createFileRoute('/_frame/accounts/$id/certifications/create/')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(availableQuery('User', params.id))
    return loadTexts('certifications')
  },
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateUserCertificatePage key={id} accountId={id} />
}
