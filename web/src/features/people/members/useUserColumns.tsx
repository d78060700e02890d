import { userStatuses } from '@trellis/contract/identity'
import type { ListedUser } from '@trellis/contract/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { UserStatusTag } from '../../../app/UserStatusTag.tsx'
import type { Column } from '../../../ui/columns.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { NoValue } from '../../../ui/NoValue.tsx'
import styles from './users.module.css'
import { fullName } from './useUserChanges.ts'

interface Choices {
  /** True when the rows belong to more than one account. */
  withAccount: boolean
  actions: (user: ListedUser) => ReactNode
}

export function useUserColumns({ withAccount, actions }: Choices): Column<ListedUser>[] {
  const { t } = useTranslation(['users', 'common'])
  const { userId } = useMe()
  const roleName = useRoleName()
  const rolesOf = (user: ListedUser) => user.roles.map(roleName).join(', ')
  const account: Column<ListedUser> = {
    id: 'account',
    header: t('account'),
    cell: ({ account: { accountId, accountName } }) => (
      <EntityLink href={`/accounts/${accountId}/users`}>{accountName}</EntityLink>
    ),
    sort: 'accountName',
    filter: { field: 'accountName', kind: 'text' },
    text: (user) => user.account.accountName,
    file: { path: 'account.accountName' },
  }
  return [
    {
      id: 'name',
      header: t('name'),
      cell: (user) => (
        <span className={styles.name}>
          {fullName(user)}
          {user.userId === userId && <span className={styles.you}>{t('you')}</span>}
        </span>
      ),
      sort: 'name',
      filter: { field: 'name', kind: 'text' },
      text: fullName,
      file: [
        { path: 'firstName', label: t('firstName') },
        { path: 'lastName', label: t('lastName') },
      ],
    },
    {
      id: 'email',
      header: t('email'),
      cell: ({ email }) => <span className={styles.email}>{email}</span>,
      sort: 'email',
      filter: { field: 'email', kind: 'text' },
      card: 'wide',
      text: ({ email }) => email,
      file: { path: 'email' },
    },
    ...(withAccount ? [account] : []),
    {
      id: 'roles',
      header: t('roles'),
      cell: (user) => rolesOf(user) || <NoValue />,
      text: rolesOf,
      file: { path: 'roles.*.name' },
    },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status }) => <UserStatusTag status={status} />,
      sort: 'status',
      filter: {
        field: 'status',
        kind: 'choice',
        options: userStatuses.map((value) => ({ value, label: t(`common:userStatus.${value}`) })),
      },
      card: 'corner',
      text: ({ status }) => t(`common:userStatus.${status}`),
      file: {
        path: 'status',
        words: Object.fromEntries(userStatuses.map((value) => [value, t(`common:userStatus.${value}`)])),
      },
    },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: ({ creationDate }) => <DateTime value={creationDate} dateOnly />,
      sort: 'creationDate',
      text: ({ creationDate }) => creationDate,
      file: { path: 'creationDate', kind: 'date' },
    },
    {
      id: 'createdBy',
      header: t('createdBy'),
      cell: ({ createdBy }) => createdBy || <NoValue />,
      hidden: true,
      text: ({ createdBy }) => createdBy ?? '',
      file: { path: 'createdBy' },
    },
    {
      id: 'language',
      header: t('language'),
      cell: ({ languageCode }) => languageCode,
      hidden: true,
      text: ({ languageCode }) => languageCode,
      file: { path: 'languageCode' },
    },
    {
      id: 'timeZone',
      header: t('timeZone'),
      cell: ({ timeZone }) => timeZone,
      hidden: true,
      text: ({ timeZone }) => timeZone,
      file: { path: 'timeZone' },
    },
    {
      id: 'actions',
      header: t('actions.header'),
      cell: actions,
      align: 'right',
      hideable: false,
      card: 'corner',
    },
  ]
}
