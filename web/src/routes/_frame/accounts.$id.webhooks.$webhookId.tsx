import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { WebhookPage } from '../../features/webhooks/WebhookPage.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/webhooks/$webhookId')({
  validateSearch: listSearch,
  loader: () => loadTexts('webhooks'),
  component: Shown,
})

function Shown() {
  const { id, webhookId } = Route.useParams()
  return <WebhookPage key={webhookId} accountId={id} webhookId={webhookId} />
}
