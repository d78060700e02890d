import { createFileRoute } from '@tanstack/react-router'
import { settings } from '@trellis/contract/settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { RolesPage } from '../../features/settings/RolesPage.tsx'

export const Route = createFileRoute('/_frame/settings/roles/')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(settings.roles))
    return loadTexts('settings')
  },
  component: RolesPage,
})
