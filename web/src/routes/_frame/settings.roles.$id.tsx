import { createFileRoute } from '@tanstack/react-router'
import { settings } from '@trellis/contract/settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { RolePage } from '../../features/settings/RolePage.tsx'

export const Route = createFileRoute('/_frame/settings/roles/$id')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(settings.roles))
    return loadTexts('settings', 'profile')
  },
  component: Role,
})

function Role() {
  const { id } = Route.useParams()
  return <RolePage key={id} id={Number(id)} />
}
