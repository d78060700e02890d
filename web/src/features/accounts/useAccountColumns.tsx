import { useQuery } from '@tanstack/react-query'
import { type Account, accountList } from '@trellis/contract/accounts'
import { tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { CertificateBadges } from '../../app/CertificateBadges.tsx'
import { fieldsOf } from '../../app/fields.ts'
import { useGroupName } from '../../app/groupNames.ts'
import { queryOf } from '../../app/queries.ts'
import type { Column } from '../../ui/columns.ts'
import { Row } from '../../ui/layout.tsx'
import { NoValue } from '../../ui/NoValue.tsx'

const field = fieldsOf(accountList)

/** The columns of the account list, with the parent when it contains all levels. */
export function useAccountColumns(withParent: boolean): Column<Account>[] {
  const { t } = useTranslation('accounts')
  const groupName = useGroupName()
  const addressLine = useAddressLine()
  const groups = useQuery({ ...queryOf(tenants.groups), staleTime: 5 * 60_000 })
  const parent = field('parent', t('parent'), {
    path: 'parents.-1.name',
    href: ({ parents }) => `/accounts/${parents.at(-1)?.id}`,
  })
  return [
    field('accountName', t('name')),
    field('groupName', t('group'), {
      words: Object.fromEntries((groups.data ?? []).map(({ name }) => [name, groupName(name)])),
      cell: (account) => groupName(account.groupName),
      card: 'corner',
    }),
    ...(withParent ? [parent] : []),
    field('certificates', t('certificates'), {
      path: 'certificatesBadges.*.name',
      cell: ({ certificatesBadges }) =>
        certificatesBadges.length === 0 ? (
          <NoValue />
        ) : (
          <Row as="span" gap="xs" nowrap>
            <CertificateBadges badges={certificatesBadges} />
          </Row>
        ),
    }),
    field('address', t('address'), {
      cell: ({ address: [first] }) => addressLine(first) || <NoValue />,
      card: 'line',
      file: (['street', 'postalCode', 'city', 'country'] as const).map((part) => ({
        path: `address.0.${part}`,
        label: t(part),
      })),
    }),
    field('accountCode', t('accountCode'), { kind: 'code', card: 'end' }),
    field('creationDate', t('creationDate'), { kind: 'date', hidden: true }),
    field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
    field('accountId', t('id'), { kind: 'code', hidden: true }),
  ]
}
