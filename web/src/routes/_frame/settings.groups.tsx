import { createFileRoute } from '@tanstack/react-router'
import { settings } from '@trellis/contract/settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { GroupsPage } from '../../features/settings/GroupsPage.tsx'

export const Route = createFileRoute('/_frame/settings/groups')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(settings.groups))
    return loadTexts('settings')
  },
  component: GroupsPage,
})
