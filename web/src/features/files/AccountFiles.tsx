import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type File, files } from '@trellis/contract/files'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { EditFileDialog } from '../../app/files/EditFileDialog.tsx'
import { FileUploads } from '../../app/files/FileUploads.tsx'
import { openLink } from '../../app/files/signed.ts'
import { Loaded } from '../../app/Loaded.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useList } from '../../app/useList.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { toast } from '../../ui/toast.tsx'
import { type FileActions, FileMenu } from './FileMenu.tsx'
import { fileList } from './lists.ts'
import { useFileBulk } from './useFileBulk.tsx'
import { useFileColumns } from './useFileColumns.tsx'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/files')

/** The tab /accounts/{id}/files. */
export function AccountFiles() {
  return useCan('Files', 'r') ? <Files /> : <NoPermission />
}

function Files() {
  const { t } = useTranslation('files')
  const { id } = Route.useParams()
  const list = useList(fileList, Route, { parentAccountId: id })
  const { selection, dialog } = useFileBulk(list.rows)
  const mayUpload = useCan('Files', 'c')
  const [edited, setEdited] = useState<File | null>(null)
  const fetchFile = useDownload()
  const removeFile = useRemove()
  const update = useWrite(files.update, {
    invalidates: ['/files', '/orders'],
    success: 'files:updated',
    failure: 'files:editError',
  })
  const columns = useFileColumns({ onDownload: fetchFile, onEdit: setEdited, onRemove: removeFile })
  return (
    <Stack inOrder>
      {mayUpload && <FileUploads key={id} accountId={id} category="document" />}
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ accountFileId }) => accountFileId}
        label={t('title')}
        exportAs="files"
        find={t('find')}
        selection={selection}
        failed={t('fetchError')}
        empty={<Empty title={t('empty')}>{mayUpload && t('emptyText')}</Empty>}
      />
      {dialog}
      <BrandAssets onDownload={fetchFile} onEdit={setEdited} onRemove={removeFile} />
      {edited && (
        <EditFileDialog
          file={edited}
          onClose={() => setEdited(null)}
          onSave={(body) => update.mutateAsync({ params: { id: edited.accountFileId }, body })}
        />
      )}
    </Stack>
  )
}

/** The files that the vendor offers to all partners, kept by its own people; nothing for others while there are none. */
function BrandAssets({ onDownload, onEdit, onRemove }: FileActions) {
  const { t } = useTranslation('files')
  const { account } = useMe()
  const mayUpload = useCan('Files', 'c') && account.isRoot
  const assets = useQuery(queryOf(files.brandAssets, { body: { limit: 100 } }))
  // Most vendors offer none: the panel appears with its files, at the end of the page.
  if (!mayUpload && (assets.isPending || assets.data?.items.length === 0)) return null
  return (
    <Panel title={t('assets')} description={t('assetsOf')}>
      <Stack>
        {mayUpload && <FileUploads accountId={account.accountId} category="brandAsset" />}
        <Loaded query={assets} title={t('assetsError')} lines={3}>
          {({ items }) => (
            <Stack as="ul" gap="sm">
              {items.map((file) => (
                <Row as="li" key={file.accountFileId} justify="between" nowrap>
                  <Stack gap="none" style={{ minWidth: 0 }}>
                    <bdi style={{ overflowWrap: 'anywhere' }}>{file.fileName}</bdi>
                    {file.fileNote && (
                      <Text kind="small">
                        <ShortNote note={file.fileNote} />
                      </Text>
                    )}
                  </Stack>
                  {file.blocked.update === null || file.blocked.delete === null ? (
                    <FileMenu file={file} onDownload={onDownload} onEdit={onEdit} onRemove={onRemove} />
                  ) : (
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      style={{ flex: 'none' }}
                      aria-label={t('downloadOf', { name: file.fileName })}
                      onClick={() => onDownload(file)}
                    >
                      {t('download')}
                    </Button>
                  )}
                </Row>
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Panel>
  )
}

function useDownload(): (file: File) => Promise<void> {
  const { t } = useTranslation('files')
  return async ({ accountFileId: id }) => {
    try {
      openLink(await call(files.download, { params: { id } }))
    } catch {
      toast.error(t('downloadError'))
    }
  }
}

function useRemove(): (file: File) => Promise<void> {
  const { t } = useTranslation('files')
  const confirm = useConfirm()
  const remove = useWrite(files.remove, {
    invalidates: ['/files'],
    success: 'files:removed',
    failure: 'files:removeError',
  })
  return async ({ accountFileId: id, fileName: name }) => {
    const question = {
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirm: t('remove'),
      cancel: t('keep'),
    }
    if (await confirm({ ...question, destructive: true }))
      await remove.mutateAsync({ params: { id } }).catch(() => undefined)
  }
}
