import { useQuery } from '@tanstack/react-query'
import { signInSettings } from '@trellis/contract/sign-in-settings'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { Loaded } from '../../app/Loaded.tsx'
import { queryOf } from '../../app/queries.ts'
import { Stack } from '../../ui/layout.tsx'
import { SecondFactorsPanel } from './SecondFactorsPanel.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The page /settings/sign-in: how the people of the tenant sign in (rules G14, P33). */
export function SignInSettingsPage() {
  const { t } = useTranslation('signInSettings')
  const query = useQuery(queryOf(signInSettings.read))
  return (
    <SettingsFrame tab="signIn">
      <Loaded query={query} title={t('fetchError')} lines={8}>
        {(held) => (
          <Stack gap="xl">
            <SecondFactorsPanel settings={held} />
            <HistoryBlock entity="sign_in" entityId="sign_in" />
          </Stack>
        )}
      </Loaded>
    </SettingsFrame>
  )
}
