import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Connection, directories } from '@trellis/contract/directories'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { Loaded } from '../../app/Loaded.tsx'
import { isProblem, ProblemError } from '../../app/problem.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { DirectoryFields } from './DirectoryFields.tsx'
import { RecordsPanel, RedirectPanel } from './DirectoryPanels.tsx'
import { DirectoryTest, type Tested } from './DirectoryTest.tsx'
import { bodyOf, DirectoryForm, draftOf, NewDirectoryForm } from './directoryDraft.ts'

const stale = ['/tenants/current/connections'] as const
const useBack = () => ({ href: '/settings/directories', label: useTranslation('settings').t('tabs.directories') })

/** The page /settings/directories/{id}: how the tenant is connected to a directory (rules P40). */
export function DirectoryPage({ connectionId, tested }: { connectionId: string; tested: Tested }) {
  const { t } = useTranslation('directories')
  const query = useQuery(queryOf(directories.read, { params: { connectionId } }))
  const back = useBack()
  const remove = useRemove(query.data)
  return (
    <Page
      title={query.data?.name ?? t('directory')}
      back={back}
      width="narrow"
      actions={
        <ActionButton variant="default" onClick={() => void remove()}>
          {t('remove')}
        </ActionButton>
      }
    >
      <Loaded query={query} title={t('fetchError')} back={back} lines={12}>
        {(connection) => (
          <Stack gap="xl">
            <DirectoryTest connection={connection} tested={tested} />
            <RedirectPanel redirectUris={connection.redirectUris} />
            <RecordsPanel connection={connection} />
            <EditForm key={connection.connectionId} connection={connection} />
            <HistoryBlock entity="connection" entityId={connection.connectionId} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function EditForm({ connection }: { connection: Connection }) {
  const { t } = useTranslation('directories')
  const form = useZodForm(DirectoryForm, draftOf(connection))
  const change = useWrite(directories.change, {
    invalidates: stale,
    success: 'directories:saved',
    quiet: 'all',
    of: () => connection,
    onSuccess: (changed) => form.reset(draftOf(changed)),
  })
  return (
    <Form
      form={form}
      label={t('edit')}
      onSubmit={(filled) =>
        change
          .mutateAsync({ params: { connectionId: connection.connectionId }, body: bodyOf(filled) })
          .catch((error: unknown) => Promise.reject(inWords(error, t('breakGlass'))))
      }
    >
      <Stack gap="xl">
        <DirectoryFields form={form} secret={connection.secretLastFour} />
        <FormActions submit={t('save')} />
      </Stack>
    </Form>
  )
}

/** The one refusal whose reason the general words do not say. */
function inWords(error: unknown, breakGlass: string): unknown {
  const reason = isProblem(error, 'RQ409') && (error.info as { reason?: string } | null)?.reason
  if (reason !== 'break_glass') return error
  const issue = { path: ['only'], code: 'custom', words: breakGlass }
  return new ProblemError({ code: 'RQ422', status: 422, message: breakGlass, info: { issues: [issue] } })
}

/** The page /settings/directories/create. */
export function CreateDirectoryPage() {
  const { t } = useTranslation('directories')
  const navigate = useNavigate()
  const form = useZodForm(NewDirectoryForm, { ...draftOf(null), clientSecret: '' })
  const create = useWrite(directories.create, {
    invalidates: stale,
    success: 'directories:created',
    quiet: 'all',
    onSuccess: ({ connectionId }) => void navigate({ to: '/settings/directories/$id', params: { id: connectionId } }),
  })
  return (
    <Page title={t('connect')} back={useBack()} width="narrow">
      <Stack gap="xl">
        <Notice>{t('createHint')}</Notice>
        <Form
          form={form}
          label={t('connect')}
          onSubmit={({ clientSecret, ...filled }) =>
            create
              .mutateAsync({ body: { ...bodyOf(filled), clientSecret } })
              .catch((error: unknown) => Promise.reject(inWords(error, t('breakGlass'))))
          }
        >
          <Stack gap="xl">
            <DirectoryFields form={form as never} secret={null} />
            <FormActions submit={t('connect')} onCancel={() => navigate({ to: '/settings/directories' })} />
          </Stack>
        </Form>
      </Stack>
    </Page>
  )
}

function useRemove(connection: Connection | undefined): () => Promise<void> {
  const { t } = useTranslation('directories')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useWrite(directories.remove, { invalidates: [directories.list], success: 'directories:removed' })
  return async () => {
    if (connection === undefined) return
    const { connectionId, name, users } = connection
    const text = t('removeText', { count: users })
    if (!(await confirm({ title: t('removeTitle', { name }), text, confirm: t('remove'), destructive: true }))) return
    try {
      await remove.mutateAsync({ params: { connectionId } })
    } catch {
      return
    }
    await navigate({ to: '/settings/directories' })
  }
}
