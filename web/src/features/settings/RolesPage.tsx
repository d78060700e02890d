import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { settings, type TenantRole } from '@trellis/contract/settings'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { useRoleName } from '../../app/roleNames.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { wholeList } from '../../ui/list.ts'
import { NoValue } from '../../ui/NoValue.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The page /settings/roles: the roles of the tenant, and how many hold each (rules G17). */
export function RolesPage() {
  const { t } = useTranslation('settings')
  const roleName = useRoleName()
  const { data, error, refetch } = useQuery(queryOf(settings.roles))
  const columns: Column<TenantRole>[] = [
    { id: 'name', header: t('roles.name'), cell: roleName },
    {
      id: 'purpose',
      header: t('roles.purpose'),
      cell: ({ purpose }) => (purpose === null ? <NoValue /> : t(`roles.purposes.${purpose}`)),
      card: 'wide',
    },
    { id: 'users', header: t('roles.users'), align: 'right', cell: ({ users }) => <Quantity value={users} /> },
  ]
  return (
    <SettingsFrame
      tab="roles"
      actions={
        <LinkButton href="/settings/roles/create" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('roles.create')}
        </LinkButton>
      }
    >
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('roles.fetchError')} retry={() => void refetch()} />
      ) : (
        <DataTable
          list={wholeList(data)}
          columns={columns}
          rowKey={({ roleId }) => String(roleId)}
          rowLink={({ roleId }) => `/settings/roles/${roleId}`}
          label={t('tabs.roles')}
          paging={false}
        />
      )}
    </SettingsFrame>
  )
}
