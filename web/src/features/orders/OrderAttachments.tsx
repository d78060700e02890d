import { IconUpload } from '@tabler/icons-react'
import { attachments as calls } from '@trellis/contract/attachments'
import type { Attachment, Order } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { EditFileDialog } from '../../app/files/EditFileDialog.tsx'
import { FileUploads } from '../../app/files/FileUploads.tsx'
import { openLink } from '../../app/files/signed.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Bytes } from '../../ui/Bytes.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { toast } from '../../ui/toast.tsx'

interface OrderAttachmentsProps {
  order: Order
  /** Called after a file was attached. */
  onAttached: () => void
}

/** The files that both sides attached to an order; an uploaded file belongs to the reader's account (rules B8). */
export function OrderAttachments({ order, onAttached }: OrderAttachmentsProps) {
  const { t } = useTranslation('files')
  const own = useMe().account.accountId
  const mayUpload = useCan('Files', 'c') && order.blocked.attach === null
  const [edited, setEdited] = useState<Attachment | null>(null)
  const { attachments = [], orderId: id } = order
  const update = useWrite(calls.update, {
    invalidates: ['/orders', '/files'],
    success: 'files:updated',
    failure: 'files:editError',
  })
  return (
    <>
      <Stack>
        {mayUpload ? (
          <FileUploads
            accountId={own}
            category="orderAttachment"
            onUploaded={async ({ accountFileId }) => {
              await call(calls.add, { params: { id }, body: { attachments: [accountFileId] } })
              onAttached()
            }}
          />
        ) : (
          <Row>
            <ActionButton
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              blocked={t('attachments.mayNotAdd')}
              onClick={() => undefined}
            >
              {t('upload.choose')}
            </ActionButton>
          </Row>
        )}
        {attachments.length === 0 ? (
          <Text kind="quiet">{t('attachments.empty')}</Text>
        ) : (
          <Stack as="ul" gap="md" aria-label={t('attachments.title')}>
            {attachments.map((file) => (
              <Row as="li" key={file.accountFileId} justify="between" align="start" nowrap>
                <Stack gap="xs" style={{ minWidth: 0 }}>
                  <bdi title={file.fileType} style={{ overflowWrap: 'anywhere' }}>
                    {file.fileName}
                  </bdi>
                  {file.fileNote && (
                    <Text kind="quiet">
                      <ShortNote note={file.fileNote} />
                    </Text>
                  )}
                  <Text kind="small">
                    <Bytes value={file.fileSize} />
                    {` · ${file.uploadedByUserFullName} · ${file.uploadedByAccountName} · `}
                    <DateTime value={file.uploadDate} />
                  </Text>
                </Stack>
                <AttachmentMenu orderId={id} file={file} onEdit={() => setEdited(file)} />
              </Row>
            ))}
          </Stack>
        )}
      </Stack>
      {edited && (
        <EditFileDialog
          file={edited}
          onClose={() => setEdited(null)}
          onSave={(body) => update.mutateAsync({ params: { id, accountFileId: edited.accountFileId }, body })}
        />
      )}
    </>
  )
}

interface AttachmentMenuProps {
  orderId: string
  file: Attachment
  onEdit: () => void
}

function AttachmentMenu({ orderId, file, onEdit }: AttachmentMenuProps) {
  const { t } = useTranslation('files')
  const confirm = useConfirm()
  const { fileName: name, blocked } = file
  const params = { id: orderId, accountFileId: file.accountFileId }
  const remove = useWrite(calls.remove, {
    invalidates: ['/orders', '/files'],
    success: 'files:attachments.removed',
    failure: 'files:attachments.removeError',
  })
  const download = () =>
    call(calls.download, { params })
      .then(openLink)
      .catch(() => toast.error(t('downloadError')))
  const detach = async () => {
    const question = {
      title: t('attachments.removeTitle', { name }),
      text: t('attachments.removeText'),
      confirm: t('attachments.remove'),
      cancel: t('keep'),
    }
    if (await confirm({ ...question, destructive: true })) await remove.mutateAsync({ params }).catch(() => undefined)
  }
  return (
    <ActionMenu
      label={t('actionsOf', { name })}
      actions={[
        { label: t('download'), onClick: download },
        { label: t('edit'), onClick: onEdit, blocked: blocked.update && t('mayNotEdit') },
        {
          label: t('attachments.remove'),
          onClick: detach,
          blocked: blocked.delete && t('attachments.mayNotRemove'),
          destructive: true,
        },
      ]}
    />
  )
}
