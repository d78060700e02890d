import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateWebhookPage } from '../../features/webhooks/CreateWebhookPage.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/webhooks/create')({
  loader: () => loadTexts('webhooks'),
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateWebhookPage key={id} accountId={id} />
}
