import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateAccountPage } from '../../features/accounts/CreateAccountPage.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/create')({
  loader: () => loadTexts('accounts', 'accountForm', 'ownAccounts'),
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateAccountPage key={id} parentId={id} />
}
