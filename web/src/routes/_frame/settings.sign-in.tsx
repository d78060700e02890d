import { createFileRoute } from '@tanstack/react-router'
import { signInSettings } from '@trellis/contract/sign-in-settings'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { SignInSettingsPage } from '../../features/settings/SignInSettingsPage.tsx'

export const Route = createFileRoute('/_frame/settings/sign-in')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(queryOf(signInSettings.read))
    return loadTexts('settings', 'signInSettings')
  },
  component: SignInSettingsPage,
})
