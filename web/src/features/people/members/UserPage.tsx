import { useQuery } from '@tanstack/react-query'
import { hasPermission } from '@trellis/contract/permissions'
import { type ListedUser, users } from '@trellis/contract/users'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../../app/audit/HistoryBlock.tsx'
import { languageOf } from '../../../app/i18n.ts'
import { useMe } from '../../../app/me.ts'
import { NotFound } from '../../../app/NotFound.tsx'
import { heldIn, PermissionsTable } from '../../../app/permissions/PermissionsTable.tsx'
import { queryOf } from '../../../app/queries.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { ScreenError } from '../../../app/ScreenError.tsx'
import { zoneLabel } from '../../../app/timeZones.ts'
import { UserStatusTag } from '../../../app/UserStatusTag.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Fold, Folds } from '../../../ui/Fold.tsx'
import { Fact, Facts } from '../../../ui/layout.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RecordBar } from '../../../ui/RecordBar.tsx'
import { RecordColumns, RecordPage } from '../../../ui/RecordPage.tsx'
import { type OpenedUser, UserDialog, useUserActions } from './useUserActions.tsx'
import { fullName } from './useUserChanges.ts'

/** The user with this id, anywhere in the reader's reach. */
export const userQuery = (id: string) =>
  queryOf(users.search, {
    body: { includeChildren: true, limit: 1, filterBy: [{ field: 'userId', values: [id] }] },
  })

interface UserPageProps {
  id: string
  /** What else the portal knows of the person. */
  children?: (user: ListedUser) => ReactNode
}

/** The page /users/{id}: who it is, what they may do, and what was done to them. */
export function UserPage({ id, children }: UserPageProps) {
  const { t } = useTranslation('users')
  const { data, error, refetch } = useQuery(userQuery(id))
  const user = data?.items[0]
  const { account, userId } = useMe()
  const home = user?.account.accountId
  const back = {
    href: home === undefined || home === account.accountId ? '/profile/account' : `/accounts/${home}/users`,
    label: t('title'),
  }
  if (user === undefined && (error !== null || data !== undefined))
    return (
      <Page title={t('page.title')} back={back}>
        <Panel>
          {data === undefined ? (
            <ScreenError error={error} title={t('fetchError')} retry={() => void refetch()} back={back} />
          ) : (
            <NotFound back={back} />
          )}
        </Panel>
      </Page>
    )
  return (
    <RecordPage
      title={user ? fullName(user) : ''}
      loading={user === undefined}
      back={back}
      badges={user && <UserStatusTag status={user.status} />}
      description={user && (user.userId === userId ? t('page.you') : user.email)}
      bar={user && <Actions user={user} />}
    >
      <UserFigures user={user} />
      <RecordColumns rail={<UserFacts user={user} />}>
        {user && children?.(user)}
        <Folds>
          {user && user.permissions.length > 0 && (
            <Fold id="permissions" title={t('page.permissions')} summary={t('page.permissionsText')}>
              <PermissionsTable mark={heldIn(user.permissions)} />
            </Fold>
          )}
          <HistoryBlock entity="user" entityId={user?.userId} />
        </Folds>
      </RecordColumns>
    </RecordPage>
  )
}

function Actions({ user }: { user: ListedUser }) {
  const { t } = useTranslation('users')
  const { permissions } = useMe()
  const [open, setOpen] = useState<OpenedUser | null>(null)
  const actions = useUserActions(setOpen)(user)
  const writes = hasPermission(permissions, 'Audit', 'r') && {
    id: 'did',
    label: t('page.did'),
    href: `/audit?actorId=${user.userId}`,
    place: 'minor' as const,
  }
  return (
    <>
      <RecordBar
        label={t('actions.of', { name: fullName(user) })}
        // What was done to them stands below.
        actions={[...actions.filter(({ id }) => id !== 'history'), ...(writes ? [writes] : [])]}
      />
      <UserDialog open={open} user={user} onClose={() => setOpen(null)} />
    </>
  )
}

/** The three facts of a user: for whom they act, as what, and how their sign-in is protected. */
function UserFigures({ user }: { user: ListedUser | undefined }) {
  const { t } = useTranslation('users')
  const roleName = useRoleName()
  return (
    <Facts form="figures" loading={user === undefined}>
      <Fact label={t('account')}>
        {user && <EntityLink href={`/accounts/${user.account.accountId}`}>{user.account.accountName}</EntityLink>}
      </Fact>
      <Fact label={t('roles')}>{user?.roles.map(roleName).join(', ')}</Fact>
      <Fact label={t('secondFactor')}>{user && t(user.hasSecondFactor ? 'hasFactor' : 'noFactor')}</Fact>
    </Facts>
  )
}

function UserFacts({ user }: { user: ListedUser | undefined }) {
  const { t } = useTranslation(['users', 'common'])
  const languageIn = ({ languageCode }: ListedUser) => {
    const language = languageOf(languageCode)
    return language === null ? languageCode : t(`common:languages.${language}`)
  }
  return (
    <Panel title={t('page.about')}>
      <Facts form="rows" loading={user === undefined}>
        <Fact label={t('email')}>{user?.email}</Fact>
        <Fact label={t('language')}>{user && languageIn(user)}</Fact>
        <Fact label={t('timeZone')}>{user && zoneLabel(user.timeZone)}</Fact>
        <Fact label={t('creationDate')}>{user && <DateTime value={user.creationDate} />}</Fact>
        <Fact label={t('createdBy')}>{user?.createdBy}</Fact>
      </Facts>
    </Panel>
  )
}
