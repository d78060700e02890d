import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { environmentList as declared, type Environment, environments } from '@trellis/contract/environments'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { useList } from '../../app/useList.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { EnvironmentDialog } from './EnvironmentDialog.tsx'
import { environmentList } from './lists.ts'
import { useRemoveEnvironment, useWhyNotEnvironment } from './useEnvironmentActions.ts'

const rowKey = ({ onPremiseEnvironmentId }: Environment) => onPremiseEnvironmentId
const rowLabel = ({ customerName }: Environment) => customerName

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
  const { selection, dialog } = useBulk({ rows: list.rows, rowKey, rowLabel, acts: useEnvironmentActs() })
  const [open, setOpen] = useState<Environment | 'new' | null>(null)
  const hrefOf = useAccountHref()
  /** With what others have changed since the dialog was opened. */
  const opened = list.rows.find((row) => open !== null && open !== 'new' && rowKey(row) === rowKey(open)) ?? open
  const columns: Column<Environment>[] = [
    field('customerName', t('customerName'), {
      cell: ({ customerName, onPremiseEnvironmentId }) => (
        <EntityLink href={`/environments/${onPremiseEnvironmentId}`}>{customerName}</EntityLink>
      ),
    }),
    field('customerEnvironmentId', t('customerEnvironmentId'), { kind: 'code' }),
    field('accountName', t('account'), { href: ({ accountId }) => hrefOf(accountId) }),
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
        rowKey={rowKey}
        rowLink={(environment) => `/environments/${environment.onPremiseEnvironmentId}`}
        label={t('title')}
        find={t('find')}
        failed={t('onPremEnvFetchError')}
        exportAs="environments"
        selection={selection}
        filters={{ withChildren: t('common:scope.withBelow') }}
        create={add}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
      {dialog}
      <EnvironmentDialog environment={opened} accountId={id} onClose={() => setOpen(null)} />
    </>
  )
}

/** Deleting many environments. */
function useEnvironmentActs(): BulkAct<Environment>[] {
  const { t } = useTranslation('environments')
  const whyNotDo = useWhyNotEnvironment()
  const mayRemove = useCan('Environments', 'd')
  const whyNot = (environment: Environment) => whyNotDo('delete', environment)
  if (!mayRemove) return []
  return [
    {
      id: 'remove',
      label: t('bulk.remove'),
      whyNot: (chosen) => (chosen.every((each) => whyNot(each) !== null) ? whyNot(chosen[0]) : null),
      open: (chosen, close) => (
        <RunDialog<Environment>
          rows={chosen}
          rowKey={rowKey}
          nameOf={rowLabel}
          hrefOf={({ onPremiseEnvironmentId }) => `/environments/${onPremiseEnvironmentId}`}
          whyNot={whyNot}
          send={({ onPremiseEnvironmentId: id }) => call(environments.remove, { params: { id } })}
          title={t('bulk.title', { count: chosen.length })}
          text={t('removeText')}
          confirm={(count) => t('bulk.confirm', { count })}
          destructive
          invalidates={['/onPremiseEnvironments']}
          onClose={close}
        />
      ),
    },
  ]
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
