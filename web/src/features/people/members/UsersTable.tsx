import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from '@trellis/contract/permissions'
import type { ListedUser } from '@trellis/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportButton } from '../../../app/ImportButton.tsx'
import { useCan, useMe } from '../../../app/me.ts'
import { type Action, ActionMenu } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { List } from '../../../ui/list.ts'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useWhyNot } from './blocked.ts'
import { EditUserDialog } from './EditUserDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import styles from './users.module.css'
import { fullName, useUserChanges } from './useUserChanges.ts'
import { useUserColumns } from './useUserColumns.tsx'

interface UsersTableProps<Answer> {
  list: List<ListedUser, Answer>
  /** The URL of the form for a new user of this account. */
  createHref: string
  /** The name of the account; absent for the reader's own company. */
  account?: string
}

/** The users of an account, with the actions on each. */
export function UsersTable<Answer>({ list, createHref, account }: UsersTableProps<Answer>) {
  const { t } = useTranslation(['users', 'common'])
  const mayCreate = useCan('Users', 'c')
  const [open, setOpen] = useState<{ what: 'edit' | 'roles'; user: ListedUser } | null>(null)
  const actionsFor = useActions(setOpen)
  const columns = useUserColumns({
    withAccount: list.state.onlyMine === false,
    actions: (user) => <ActionMenu label={t('actions.of', { name: fullName(user) })} actions={actionsFor(user)} />,
  })
  const close = () => setOpen(null)
  const create = (
    <LinkButton
      href={createHref}
      size="sm"
      blocked={mayCreate ? null : t('blocked.create')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('create')}
    </LinkButton>
  )
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ userId }) => userId}
        label={t('title')}
        exportAs="users"
        failed={t('fetchError')}
        toolbar={
          <div className={styles.toolbar}>
            <h2 className={styles.heading}>{t('title')}</h2>
            {create}
            <ImportButton kind="users" account={account} size="sm" />
            <FilterBar list={list} withChildren={t('common:scope.withBelow')} />
          </div>
        }
        empty={
          <Empty title={t('empty')} icon={IconUsers}>
            {t('emptyText')}
          </Empty>
        }
      />
      <EditUserDialog user={open?.what === 'edit' ? open.user : null} onClose={close} />
      <RolesDialog user={open?.what === 'roles' ? open.user : null} onClose={close} />
    </>
  )
}

/** Shown instead of the table to readers who may not read users. */
export function NoUsers() {
  const { t } = useTranslation('users')
  return (
    <Panel title={t('title')}>
      <NoPermission>{t('noRead')}</NoPermission>
    </Panel>
  )
}

/** The actions that apply to the user's status; those not allowed show the reason. */
function useActions(
  open: (dialog: { what: 'edit' | 'roles'; user: ListedUser }) => void,
): (user: ListedUser) => Action[] {
  const { t } = useTranslation('users')
  const whyNot = useWhyNot()
  const changes = useUserChanges()
  const { permissions, userId } = useMe()
  const navigate = useNavigate()
  // Readers who cannot change any user get no actions at all, instead of a reason on every row.
  const mayNothing = !(['c', 'u', 'd'] as const).some((flag) => hasPermission(permissions, 'Users', flag))
  return (user) => {
    const isPending = user.status === 'user_pending'
    const standing: Action = isPending
      ? { label: t('actions.resend'), blocked: whyNot('resend', user), onClick: () => void changes.resend(user) }
      : user.status === 'user_active'
        ? {
            label: t('actions.suspend'),
            blocked: whyNot('changeStatus', user),
            onClick: () => void changes.suspend(user),
          }
        : {
            label: t('actions.reactivate'),
            blocked: whyNot('changeStatus', user),
            onClick: () => void changes.reactivate(user),
          }
    const actions: Action[] = [
      {
        label: t('actions.edit'),
        blocked: whyNot('update', user),
        // The profile's form applies one's own language and time zone at once, so use it for the reader's own row.
        onClick: () => (user.userId === userId ? void navigate({ to: '/profile/edit' }) : open({ what: 'edit', user })),
      },
      { label: t('actions.roles'), blocked: whyNot('changeRoles', user), onClick: () => open({ what: 'roles', user }) },
      standing,
      {
        label: t(isPending ? 'actions.removePending' : 'actions.remove'),
        blocked: whyNot('remove', user),
        destructive: true,
        onClick: () => void changes.remove(user),
      },
    ]
    return mayNothing ? actions.filter(({ blocked }) => blocked === null) : actions
  }
}
