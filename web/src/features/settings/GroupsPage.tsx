import { useQuery } from '@tanstack/react-query'
import { GroupDraft, settings, type TenantGroup } from '@trellis/contract/settings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The page /settings/groups: the account groups by level, each with its accounts. Their names change (rules G17). */
export function GroupsPage() {
  const { t } = useTranslation('settings')
  const groupName = useGroupName()
  const { data, error, refetch } = useQuery(queryOf(settings.groups))
  const [renamed, setRenamed] = useState<TenantGroup | null>(null)
  const columns: Column<TenantGroup>[] = [
    { id: 'name', header: t('groups.name'), cell: ({ name }) => groupName(name) },
    { id: 'level', header: t('groups.level'), align: 'right', cell: ({ level }) => level },
    {
      id: 'accounts',
      header: t('groups.accounts'),
      align: 'right',
      cell: ({ accounts }) => <Quantity value={accounts} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      card: 'corner',
      cell: (group) => (
        <ActionButton
          size="compact-sm"
          variant="default"
          label={t('groups.renameNamed', { name: groupName(group.name) })}
          onClick={() => setRenamed(group)}
        >
          {t('groups.rename')}
        </ActionButton>
      ),
    },
  ]
  return (
    <SettingsFrame tab="groups">
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('groups.fetchError')} retry={() => void refetch()} />
      ) : (
        <DataTable
          list={wholeList(data)}
          columns={columns}
          rowKey={({ groupId }) => String(groupId)}
          label={t('tabs.groups')}
          paging={false}
          toolbar={
            <Text as="p" kind="quiet">
              {t('groups.text')}
            </Text>
          }
        />
      )}
      <Dialog
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
        title={t('groups.renameTitle', { name: renamed === null ? '' : groupName(renamed.name) })}
        size="sm"
      >
        {renamed !== null && <RenameForm group={renamed} onClose={() => setRenamed(null)} />}
      </Dialog>
    </SettingsFrame>
  )
}

function RenameForm({ group, onClose }: { group: TenantGroup; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const form = useZodForm(GroupDraft, { name: group.name })
  const rename = useWrite(settings.updateGroup, {
    invalidates: ['/tenants/current/groups', '/lookup/groups', '/accounts', '/users'],
    success: 'settings:groups.renamed',
    quiet: 'all',
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('groups.rename')}
      onSubmit={async (body) => {
        await rename.mutateAsync({ params: { groupId: group.groupId }, body })
        onClose()
      }}
    >
      <Text as="p" kind="quiet">
        {t('groups.renameText', { count: group.accounts })}
      </Text>
      <TextField {...inputsOf(form)('name')} label={t('groups.name')} maximum={60} required autoFocus />
      <FormActions submit={t('groups.rename')} onCancel={onClose} />
    </Form>
  )
}
