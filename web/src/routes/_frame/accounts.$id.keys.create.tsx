import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateKeyPage } from '../../features/api-keys/CreateKeyPage.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/keys/create')({
  loader: () => loadTexts('apiKeys', 'profile'),
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateKeyPage key={id} accountId={id} />
}
