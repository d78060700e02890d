import { createFileRoute } from '@tanstack/react-router'
import { settings } from '@trellis/contract/settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { CreateRolePage } from '../../features/settings/RolePage.tsx'

export const Route = createFileRoute('/_frame/settings/roles/create')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' && /^[1-9]\d{0,8}$/.test(from) ? { from } : {},
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(settings.roles))
    return loadTexts('settings', 'profile')
  },
  component: Create,
})

function Create() {
  const { from } = Route.useSearch()
  return <CreateRolePage key={from} from={Number(from ?? 0)} />
}
