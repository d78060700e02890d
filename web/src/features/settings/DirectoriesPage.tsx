import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Connection, directories } from '@trellis/contract/directories'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { wholeList } from '../../ui/list.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The page /settings/directories: where the companies of the tenant keep their people (rules P40). */
export function DirectoriesPage() {
  const { t } = useTranslation(['directories', 'settings'])
  const { data, error, refetch } = useQuery(queryOf(directories.list))
  const columns: Column<Connection>[] = [
    { id: 'name', header: t('directories:name'), cell: ({ name }) => name },
    {
      id: 'issuer',
      header: t('directories:issuer'),
      cell: ({ issuer }) => issuer.replace(/^https?:\/\//, ''),
      card: 'wide',
    },
    {
      id: 'state',
      header: t('directories:state'),
      cell: ({ isEnabled }) => (
        <StatusTag tone={isEnabled ? 'success' : 'neutral'}>
          {t(isEnabled ? 'directories:on' : 'directories:off')}
        </StatusTag>
      ),
    },
    { id: 'users', header: t('directories:users'), align: 'right', cell: ({ users }) => <Quantity value={users} /> },
  ]
  return (
    <SettingsFrame
      tab="directories"
      actions={
        <LinkButton href="/settings/directories/create" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('directories:connect')}
        </LinkButton>
      }
    >
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('directories:fetchError')} retry={() => void refetch()} />
      ) : (
        <DataTable
          list={wholeList(data)}
          columns={columns}
          rowKey={({ connectionId }) => connectionId}
          rowLink={({ connectionId }) => `/settings/directories/${connectionId}`}
          label={t('settings:tabs.directories')}
          paging={false}
          empty={<Empty title={t('directories:empty')}>{t('directories:emptyText')}</Empty>}
        />
      )}
    </SettingsFrame>
  )
}
