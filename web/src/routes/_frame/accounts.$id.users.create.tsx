import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateAccountUserPage } from '../../features/people/members/createUser.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/users/create')({
  loader: () => loadTexts('users', 'ownAccounts'),
  component: Create,
})

function Create() {
  const { id } = Route.useParams()
  return <CreateAccountUserPage key={id} id={id} />
}
