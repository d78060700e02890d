import { userStatuses } from '@trellis/contract/identity'
import { type ListedUser, userList } from '@trellis/contract/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../../app/fields.ts'
import { useMe } from '../../../app/me.ts'
import { useRoleName } from '../../../app/roleNames.ts'
import { UserStatusTag } from '../../../app/UserStatusTag.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import type { Column } from '../../../ui/columns.ts'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { NoValue } from '../../../ui/NoValue.tsx'
import { fullName } from './useUserChanges.ts'

interface Choices {
  /** True when the rows belong to more than one account. */
  withAccount: boolean
  actions: (user: ListedUser) => ReactNode
}

const field = fieldsOf(userList)

export function useUserColumns({ withAccount, actions }: Choices): Column<ListedUser>[] {
  const { t } = useTranslation(['users', 'common'])
  const { userId } = useMe()
  const roleName = useRoleName()
  const account = field('accountName', t('account'), {
    href: ({ account: { accountId } }) => `/accounts/${accountId}/users`,
  })
  return [
    field('name', t('name'), {
      cell: (user) => (
        <Row as="span">
          <EntityLink href={`/users/${user.userId}`}>{fullName(user)}</EntityLink>
          {user.userId === userId && <Badge look="quiet">{t('you')}</Badge>}
          {!user.hasOwnSignIn && (
            <Badge look="quiet" title={t('elsewhere.signsIn')}>
              {t('elsewhere.badge')}
            </Badge>
          )}
        </Row>
      ),
      file: [
        { path: 'firstName', label: t('firstName') },
        { path: 'lastName', label: t('lastName') },
      ],
    }),
    field('email', t('email'), {
      cell: ({ email }) => <Text>{email}</Text>,
      card: 'wide',
    }),
    ...(withAccount ? [account] : []),
    field('roles', t('roles'), {
      path: 'roles.*.name',
      cell: (user) => user.roles.map(roleName).join(', ') || <NoValue />,
    }),
    field('status', t('status'), {
      words: Object.fromEntries(userStatuses.map((value) => [value, t(`common:userStatus.${value}`)])),
      cell: ({ status }) => <UserStatusTag status={status} />,
      card: 'corner',
    }),
    field('hasSecondFactor', t('secondFactor'), {
      hidden: true,
      cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'hasFactor' : 'noFactor'),
      choices: { true: t('hasFactor'), false: t('noFactor') },
    }),
    field('creationDate', t('creationDate'), {
      kind: 'date',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
    field('createdBy', t('createdBy'), { hidden: true }),
    field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
    field('languageCode', t('language'), { hidden: true }),
    field('timeZone', t('timeZone'), { hidden: true }),
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
