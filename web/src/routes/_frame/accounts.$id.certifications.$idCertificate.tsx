import { createFileRoute } from '@tanstack/react-router'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { UserCertificatePage } from '../../features/certifications/IssuedPage.tsx'
import { userCertificateQuery } from '../../features/certifications/queries.ts'

export const Route = createFileRoute('/_frame/accounts/$id/certifications/$idCertificate')({
  beforeLoad: ({ context }) => mustHold(context, 'Certifications', 'r', '/dashboard'),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(userCertificateQuery(params.idCertificate))
    return loadTexts('certifications')
  },
  component: Detail,
})

function Detail() {
  const { id, idCertificate } = Route.useParams()
  return <UserCertificatePage key={idCertificate} accountId={id} id={idCertificate} />
}
