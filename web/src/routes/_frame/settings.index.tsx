import { createFileRoute } from '@tanstack/react-router'
import { settings } from '@trellis/contract/settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { SettingsPage } from '../../features/settings/SettingsPage.tsx'

export const Route = createFileRoute('/_frame/settings/')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(settings.read))
    return loadTexts('settings', 'files')
  },
  component: SettingsPage,
})
