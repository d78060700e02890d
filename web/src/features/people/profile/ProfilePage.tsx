import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { heldIn, PermissionsTable } from '../../../app/permissions/PermissionsTable.tsx'
import { currentView } from '../../../app/view.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Address } from './Address.tsx'
import { DangerZone } from './DangerZone.tsx'
import { NewsChoices } from './NewsChoices.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Person } from './Person.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'
import { RequiredFactor } from './RequiredFactor.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { Sessions } from './Sessions.tsx'

/** @param children what the reader holds elsewhere in the portal */
export function ProfilePage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('profile')
  const { permissions, isSuperAdmin } = useMe()
  return (
    <Page
      title={t('title')}
      below={<ProfileTabs />}
      inOrder
      actions={<LinkButton href="/profile/edit">{t('edit')}</LinkButton>}
    >
      <Person />
      {children}
      <Columns rail="calc((100% - 1.25rem) * 4 / 9)">
        <Stack gap="xl" inOrder>
          <NewsChoices />
          {currentView() === null ? (
            <>
              <RequiredFactor />
              <Passkeys />
              <SecondFactors />
              <Address />
              <Password />
              <Sessions />
            </>
          ) : (
            <Panel title={t('private')}>
              <NoPermission>{t('privateText')}</NoPermission>
            </Panel>
          )}
        </Stack>
        <Panel title={t('permissions.title')} description={t('permissions.text')}>
          <PermissionsTable mark={heldIn(permissions)} />
        </Panel>
      </Columns>
      {/* A super admin cannot delete their own profile (rules P6). */}
      {!isSuperAdmin && <DangerZone />}
    </Page>
  )
}
