import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { queryOf } from '../../app/queries.ts'
import type { Column } from '../../ui/columns.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { useAddressLine } from './AddressLines.tsx'
import styles from './accounts.module.css'
import { CertificateBadges } from './CertificateBadges.tsx'
import { GroupBadge } from './GroupBadge.tsx'

/** The columns of the account list, with the parent when it contains all levels. */
export function useAccountColumns(withParent: boolean): Column<Account>[] {
  const { t } = useTranslation('accounts')
  const groupName = useGroupName()
  const addressLine = useAddressLine()
  const groups = useQuery({ ...queryOf(tenants.groups), staleTime: 5 * 60_000 })
  const addressParts = [
    ['street', t('street')],
    ['postalCode', t('postalCode')],
    ['city', t('city')],
    ['country', t('country')],
  ] as const
  const parentOf = ({ parents }: Account) => parents.at(-1)
  const parent: Column<Account> = {
    id: 'parent',
    header: t('parent'),
    cell: (account) => {
      const above = parentOf(account)
      return above ? <EntityLink href={`/accounts/${above.id}`}>{above.name}</EntityLink> : <NoValue />
    },
    text: (account) => parentOf(account)?.name ?? '',
    file: { path: 'parents.-1.name' },
  }
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ accountName }) => accountName,
      sort: 'accountName',
      filter: { field: 'accountName', kind: 'text' },
      text: ({ accountName }) => accountName,
      file: { path: 'accountName' },
    },
    {
      id: 'group',
      header: t('group'),
      cell: (account) => <GroupBadge groupName={account.groupName} />,
      sort: 'groupName',
      filter: {
        field: 'groupName',
        kind: 'choice',
        options: (groups.data ?? []).map(({ name }) => ({ value: name, label: groupName(name) })),
      },
      card: 'corner',
      text: (account) => groupName(account.groupName),
      file: {
        path: 'groupName',
        words: Object.fromEntries((groups.data ?? []).map(({ name }) => [name, groupName(name)])),
      },
    },
    ...(withParent ? [parent] : []),
    {
      id: 'certificates',
      header: t('certificates'),
      cell: ({ certificatesBadges }) =>
        certificatesBadges.length === 0 ? (
          <NoValue />
        ) : (
          <span className={styles.badges}>
            <CertificateBadges badges={certificatesBadges} />
          </span>
        ),
      text: ({ certificatesBadges }) => certificatesBadges.map(({ name }) => name).join(', '),
      file: { path: 'certificatesBadges.*.name' },
    },
    {
      id: 'address',
      header: t('address'),
      cell: ({ address: [first] }) => addressLine(first) || <NoValue />,
      card: 'wide',
      text: ({ address: [first] }) => addressLine(first),
      file: addressParts.map(([part, label]) => ({ path: `address.0.${part}`, label })),
    },
    {
      id: 'code',
      header: t('accountCode'),
      cell: ({ accountCode }) => <EntityLink mono>{accountCode}</EntityLink>,
      sort: 'accountCode',
      filter: { field: 'accountCode', kind: 'text' },
      text: ({ accountCode }) => accountCode,
      file: { path: 'accountCode' },
    },
    {
      id: 'creationDate',
      header: t('creationDate'),
      cell: ({ creationDate }) => <DateTime value={creationDate} dateOnly />,
      sort: 'creationDate',
      hidden: true,
      text: ({ creationDate }) => creationDate,
      file: { path: 'creationDate', kind: 'date' },
    },
    {
      id: 'id',
      header: t('id'),
      cell: ({ accountId }) => <EntityLink mono>{accountId}</EntityLink>,
      hidden: true,
      text: ({ accountId }) => accountId,
      file: { path: 'accountId' },
    },
  ]
}
