import { FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FileCategory, files, type File as StoredFile } from '@trellis/contract/files'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.tsx'
import { isProblem } from '../problem.ts'
import { queryOf } from '../queries.ts'
import styles from './files.module.css'
import { Interrupted } from './send.ts'
import { usePastedFiles } from './usePastedFiles.ts'
import { type Uploading, useUploads } from './useUploads.ts'

interface FileUploadsProps {
  accountId: string
  category: FileCategory
  /** What is done with each file; when it fails, trying again does not send the bytes again. */
  onUploaded?: (file: StoredFile) => Promise<void>
  /** Takes one file at a time; the screen states its limits. */
  single?: boolean
  /** Says why a file that does not fit its use was refused (RQ422). */
  unfit?: string
}

/** Uploads files that are chosen, dropped or pasted, and shows how far each is. */
export function FileUploads({ accountId, category, onUploaded, single = false, unfit }: FileUploadsProps) {
  const { t } = useTranslation('files')
  const { uploads, add, retry, remove } = useUploads({
    parentAccountId: accountId,
    fileCategory: category,
    ...(onUploaded && { onUploaded }),
  })
  const take = (chosen: readonly File[]) => add(single ? chosen.slice(0, 1) : chosen)
  const [isOver, setOver] = useState(false)
  const block = usePastedFiles((pasted) => {
    take(pasted)
    toast.info(t('upload.pasted', { count: pasted.length, name: pasted[0]?.name ?? '' }))
  })
  const dragging = (event: DragEvent, isInside: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isInside)
  }
  return (
    <Stack gap="sm" ref={block}>
      <section
        data-screen
        className={styles.drop}
        data-over={isOver || undefined}
        aria-label={t('upload.choose')}
        onDragOver={(event) => dragging(event, true)}
        onDragLeave={(event) => dragging(event, false)}
        onDrop={(event) => {
          dragging(event, false)
          take([...event.dataTransfer.files])
        }}
      >
        <FileButton multiple={!single} onChange={(chosen: File | File[] | null) => take([chosen ?? []].flat())}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />}>
              {t('upload.choose')}
            </Button>
          )}
        </FileButton>
        {!single && <Limits />}
      </section>
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label={t('upload.list')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} unfit={unfit} onRetry={retry} onRemove={remove} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** The place of the limits while they are loading. */
const unknown = { maximumBytes: 0, usedBytes: 0, quotaBytes: 0 }

/** How large a file may be, and how much of the quota is used. */
function Limits() {
  const { t } = useTranslation('files')
  const { language } = useLocale()
  const { data, error } = useQuery(queryOf(files.usage))
  if (error && !data) return null
  const size = (bytes: number) => formatBytes(bytes, language)
  const { maximumBytes, usedBytes, quotaBytes } = data ?? unknown
  const style = { visibility: data ? undefined : ('hidden' as const) }
  return (
    <>
      <Text kind="quiet" style={style}>
        {t('upload.hint', { maximum: size(maximumBytes) })}
      </Text>
      <Text kind="quiet" style={style}>
        {t('used', { used: size(usedBytes), quota: size(quotaBytes) })}
      </Text>
    </>
  )
}

interface UploadRowProps {
  upload: Uploading
  unfit: string | undefined
  onRetry: (key: number) => void
  onRemove: (key: number) => void
}

function UploadRow({ upload: { key, file, state, share, error }, unfit, onRetry, onRemove }: UploadRowProps) {
  const { t } = useTranslation('files')
  const words = useFailureWords(unfit)
  const { name } = file
  const isOver = state === 'done' || state === 'failed'
  return (
    <li>
      <Row justify="between">
        <bdi className={styles.name}>{name}</bdi>
        <Row gap="xs">
          {state === 'failed' && !isProblem(error, 'FL410', 'FL413', 'RQ422') && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('upload.retryOf', { name })}
              onClick={() => onRetry(key)}
            >
              {t('upload.retry')}
            </Button>
          )}
          <ActionButton
            variant="subtle"
            size="compact-sm"
            label={t(isOver ? 'upload.dismissOf' : 'upload.cancelOf', { name })}
            blocked={state === 'finishing' ? t('upload.tooLate') : null}
            onClick={() => onRemove(key)}
          >
            {t(isOver ? 'upload.dismiss' : 'upload.cancel')}
          </ActionButton>
        </Row>
      </Row>
      {!isOver && <ProgressBar label={t('upload.progress', { name })} value={share} />}
      <Text role="status" kind={state === 'failed' ? 'error' : 'small'}>
        {state === 'waiting' && t('upload.waiting')}
        {state === 'finishing' && t('upload.finishing')}
        {state === 'done' && t('upload.done')}
        {state === 'failed' && words(error)}
      </Text>
    </li>
  )
}

/** Why an upload failed: an empty file by its byte count, one that is too large by what is possible. */
function useFailureWords(unfit: string | undefined): (error: unknown) => string {
  const { t } = useTranslation(['files', 'errors'])
  const { language } = useLocale()
  return (error) => {
    if (error instanceof Interrupted) return t('files:upload.interrupted')
    if (!isProblem(error)) return t('files:upload.error')
    const { bytes, maximum, quota } = (error.info ?? {}) as { bytes?: number; maximum?: number; quota?: number }
    if (error.code === 'FL410') return t('files:upload.sizeError', { bytes: bytes ?? 0 })
    if (error.code === 'FL413') {
      // Only the root account is told how much of the quota is free.
      if (maximum === undefined) return t('files:upload.full')
      const most = { maximum: formatBytes(maximum, language) }
      return quota === undefined ? t('files:upload.invalidSize', most) : t('files:upload.overQuota', most)
    }
    return error.code === 'RQ422' && unfit !== undefined ? unfit : t(`errors:${error.code}`)
  }
}
