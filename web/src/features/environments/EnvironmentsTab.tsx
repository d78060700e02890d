import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { environmentList as declared, type Environment } from '@trellis/contract/environments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { EnvironmentDialog } from './EnvironmentDialog.tsx'
import { environmentList } from './lists.ts'
import { useRemoveEnvironment, useWhyNotEnvironment } from './useEnvironmentActions.ts'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/environments')
const field = fieldsOf(declared)

/** The tab /accounts/{id}/environments. */
export function EnvironmentsTab() {
  return useCan('Environments', 'r') ? <Environments /> : <NoPermission />
}

function Environments() {
  const { t } = useTranslation(['environments', 'common'])
  const { id } = Route.useParams()
  const list = useList(environmentList, Route, { parentAccountId: id })
  const mayCreate = useCan('Environments', 'c')
  const [open, setOpen] = useState<Environment | 'new' | null>(null)
  const columns: Column<Environment>[] = [
    field('customerName', t('customerName'), {
      cell: ({ customerName, onPremiseEnvironmentId }) => (
        <EntityLink href={`/environments/${onPremiseEnvironmentId}`}>{customerName}</EntityLink>
      ),
    }),
    field('customerEnvironmentId', t('customerEnvironmentId'), { kind: 'code' }),
    field('accountName', t('account')),
    field('licenses', t('licenses'), { kind: 'number' }),
    field('creationDate', t('creationDate'), { kind: 'date' }),
    {
      id: 'actions',
      header: '',
      cell: (environment) => <RowActions environment={environment} onEdit={() => setOpen(environment)} />,
      align: 'right',
      hideable: false,
      card: 'corner',
    },
  ]
  const add = (
    <ActionButton
      size="compact-sm"
      onClick={() => setOpen('new')}
      blocked={mayCreate ? null : t('mayNotCreate')}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('add')}
    </ActionButton>
  )
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={(environment) => environment.onPremiseEnvironmentId}
        rowLink={(environment) => `/environments/${environment.onPremiseEnvironmentId}`}
        label={t('title')}
        failed={t('onPremEnvFetchError')}
        exportAs="environments"
        toolbar={
          <FilterBar list={list} withChildren={t('common:scope.withBelow')}>
            {add}
          </FilterBar>
        }
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
      <EnvironmentDialog environment={open} accountId={id} onClose={() => setOpen(null)} />
    </>
  )
}

function RowActions({ environment, onEdit }: { environment: Environment; onEdit: () => void }) {
  const { t } = useTranslation('environments')
  const whyNot = useWhyNotEnvironment()
  const remove = useRemoveEnvironment()
  return (
    <ActionMenu
      label={t('actionsFor', { name: environment.customerName })}
      actions={[
        { label: t('edit'), onClick: onEdit, blocked: whyNot('update', environment) },
        {
          label: t('remove'),
          onClick: () => void remove(environment),
          blocked: whyNot('delete', environment),
          destructive: true,
        },
      ]}
    />
  )
}
