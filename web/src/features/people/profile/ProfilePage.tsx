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
import { OwnAccounts } from './OwnAccounts.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Person } from './Person.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'
import { type Returned, useRenewed } from './proofs.ts'
import { RequiredFactor } from './RequiredFactor.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { Sessions } from './Sessions.tsx'

interface ProfilePageProps {
  /** What the directory has said, when the reader comes back from there. */
  returned: Returned
  /** What the reader holds elsewhere in the portal. */
  children: ReactNode
}

export function ProfilePage({ returned, children }: ProfilePageProps) {
  const { t } = useTranslation(['profile', 'common'])
  const { permissions, isSuperAdmin } = useMe()
  const renewed = useRenewed(returned)
  return (
    <Page
      title={t('common:ownProfile.title')}
      below={<ProfileTabs />}
      inOrder
      actions={<LinkButton href="/profile/edit">{t('edit')}</LinkButton>}
    >
      <Person />
      <OwnAccounts />
      {children}
      <Columns rail="calc((100% - 1.25rem) * 4 / 9)">
        <Stack gap="xl" inOrder>
          <NewsChoices />
          {currentView() === null ? (
            <>
              <RequiredFactor />
              <Passkeys renewed={renewed} />
              <SecondFactors />
              <Address renewed={renewed} />
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
