import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from '@trellis/contract/permissions'
import type { ListedUser } from '@trellis/contract/users'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HistoryOfRecord } from '../../../app/audit/HistoryBlock.tsx'
import { useCan, useMe } from '../../../app/me.ts'
import { useImportAction } from '../../../app/useImportAction.ts'
import { type Action, ActionMenu } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Text } from '../../../ui/layout.tsx'
import type { List } from '../../../ui/list.ts'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useWhyNot } from './blocked.ts'
import { EditUserForm } from './EditUserForm.tsx'
import { RolesForm } from './RolesForm.tsx'
import { useUserBulk } from './useUserBulk.tsx'
import { fullName, useUserChanges } from './useUserChanges.ts'
import { useUserColumns } from './useUserColumns.tsx'
import { ViewForm } from './ViewForm.tsx'

/** The open dialog. */
interface Opened {
  title: 'edit.title' | 'changeRoles.title' | 'viewAs.title' | 'changes.title'
  Form: ComponentType<{ user: ListedUser; onClose: () => void }>
  user: ListedUser
}

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
  const [open, setOpen] = useState<Opened | null>(null)
  const actionsFor = useActions(setOpen)
  const columns = useUserColumns({
    withAccount: list.state.onlyMine === false,
    actions: (user) => <ActionMenu label={t('actions.of', { name: fullName(user) })} actions={actionsFor(user)} />,
  })
  const close = () => setOpen(null)
  /** With what others have changed since the dialog was opened. */
  const opened = open && (list.rows.find(({ userId }) => userId === open.user.userId) ?? open.user)
  const { selection, dialog } = useUserBulk(list.rows)
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ userId }) => userId}
        label={t('title')}
        exportAs="users"
        find={t('find')}
        selection={selection}
        failed={t('fetchError')}
        filters={{ withChildren: t('common:scope.withBelow') }}
        actions={useImportAction('users', account)}
        heading={
          <Text as="h2" kind="title">
            {t('title')}
          </Text>
        }
        create={
          <LinkButton
            href={createHref}
            size="xs"
            blocked={mayCreate ? null : t('blocked.create')}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('create')}
          </LinkButton>
        }
        empty={
          <Empty title={t('empty')} icon={IconUsers}>
            {t('emptyText')}
          </Empty>
        }
      />
      {dialog}
      <Dialog opened={open !== null} onClose={close} title={open ? t(open.title, { name: fullName(open.user) }) : ''}>
        {open && opened && <open.Form key={opened.userId} user={opened} onClose={close} />}
      </Dialog>
    </>
  )
}

/** What was done to a user, and by whom. */
const UserHistory = ({ user }: { user: ListedUser }) => <HistoryOfRecord entity="user" entityId={user.userId} />

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
function useActions(open: (dialog: Opened) => void): (user: ListedUser) => Action[] {
  const { t } = useTranslation(['users', 'common'])
  const whyNot = useWhyNot()
  const changes = useUserChanges()
  const { permissions, userId, account } = useMe()
  const navigate = useNavigate()
  // Readers who cannot change any user get no actions at all, instead of a reason on every row.
  const mayNothing = !(['c', 'u', 'd'] as const).some((flag) => hasPermission(permissions, 'Users', flag))
  return (user) => {
    const isPending = user.status === 'user_pending'
    const standing = isPending ? 'resend' : user.status === 'user_active' ? 'suspend' : 'reactivate'
    const actions: Action[] = [
      {
        label: t('actions.edit'),
        blocked: whyNot('update', user),
        // The profile's form applies one's own language and time zone at once, so use it for the reader's own row.
        onClick: () =>
          user.userId === userId
            ? void navigate({ to: '/profile/edit' })
            : open({ title: 'edit.title', Form: EditUserForm, user }),
      },
      {
        label: t('actions.roles'),
        blocked: whyNot('changeRoles', user),
        onClick: () => open({ title: 'changeRoles.title', Form: RolesForm, user }),
      },
      {
        label: t(`actions.${standing}`),
        blocked: whyNot(isPending ? 'resend' : 'changeStatus', user),
        onClick: () => void changes[standing](user),
      },
      // Only users of the vendor see the portals of others.
      ...(account.isRoot && !isPending
        ? [
            {
              label: t('actions.view'),
              blocked: whyNot('view', user),
              onClick: () => open({ title: 'viewAs.title', Form: ViewForm, user }),
            },
          ]
        : []),
      ...(hasPermission(permissions, 'Audit', 'r')
        ? [
            {
              label: t('common:changes.title'),
              onClick: () => open({ title: 'changes.title' as const, Form: UserHistory, user }),
            },
          ]
        : []),
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
