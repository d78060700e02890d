import { IconPlus, IconUsers } from '@tabler/icons-react'
import type { ListedUser } from '@trellis/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../app/me.ts'
import { useImportAction } from '../../../app/useImportAction.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Text } from '../../../ui/layout.tsx'
import type { List } from '../../../ui/list.ts'
import { NoPermission } from '../../../ui/NoPermission.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type OpenedUser, UserDialog, useUserActions } from './useUserActions.tsx'
import { useUserBulk } from './useUserBulk.tsx'
import { fullName } from './useUserChanges.ts'
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
  const [open, setOpen] = useState<OpenedUser | null>(null)
  const actionsFor = useUserActions(setOpen)
  const columns = useUserColumns({
    withAccount: list.state.onlyMine === false,
    actions: (user) => <ActionMenu label={t('actions.of', { name: fullName(user) })} actions={actionsFor(user)} />,
  })
  /** With what others have changed since the dialog was opened. */
  const opened = list.rows.find(({ userId }) => userId === open?.user.userId)
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
      <UserDialog open={open} user={opened} onClose={() => setOpen(null)} />
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
