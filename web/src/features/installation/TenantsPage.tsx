import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import {
  installedTenantList as declared,
  type InstalledTenant,
  installedStatuses,
} from '@trellis/contract/installation'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useList } from '../../app/useList.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { tenantList } from './lists.ts'
import { TenantStatusTag } from './TenantStatusTag.tsx'

const field = fieldsOf(declared)
const Route = getRouteApi('/_frame/installation/tenants/')

/** The page /installation/tenants: every portal of the installation, for its operators (rules P67). */
export function TenantsPage() {
  const { t } = useTranslation('installation')
  const list = useList(tenantList, Route)
  const create = (
    <LinkButton href="/installation/tenants/create" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </LinkButton>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={create}
    >
      <DataTable
        list={list}
        columns={useColumns()}
        rowKey={({ tenantId }) => tenantId}
        rowLink={({ tenantCode }) => `/installation/tenants/${tenantCode}`}
        label={t('title')}
        find={t('find')}
        failed={t('fetchError')}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </Page>
  )
}

function useColumns(): Column<InstalledTenant>[] {
  const { t } = useTranslation('installation')
  return [
    field('tenantName', t('name')),
    field('tenantCode', t('code'), { kind: 'code' }),
    field('address', t('address'), {
      cell: ({ address }) => address ?? <NoValue />,
      card: 'wide',
    }),
    field('creationDate', t('created'), { kind: 'date' }),
    field('isSandbox', t('sandbox'), { words: { true: t('yes'), false: t('no') }, hidden: true }),
    field('status', t('status'), {
      words: Object.fromEntries(installedStatuses.map((value) => [value, t(`statuses.${value}`)])),
      cell: ({ status }) => <TenantStatusTag status={status} />,
      card: 'corner',
    }),
  ]
}
