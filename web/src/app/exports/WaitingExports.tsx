import { useQuery } from '@tanstack/react-query'
import { exportsOfLists, type WrittenFile } from '@trellis/contract/exports'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../ui/download.ts'
import { formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.tsx'
import { fileOf } from '../calls.ts'
import { queryOf } from '../queries.ts'
import styles from './WaitingExports.module.css'
import { stopWaitingFor } from './waiting.ts'

/** The exports that this tab waits for, with their place and progress; each is downloaded as soon as it is written. */
export default function WaitingExports({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryOf(exportsOfLists.list), staleTime: 0, refetchInterval: 1000 })
  const own = data?.filter(({ id }) => ids.includes(id)) ?? []
  useEnds(ids, data)
  const shown = own.filter(({ status }) => status === 'queued' || status === 'running')
  if (shown.length === 0) return null
  return (
    <Stack as="section" boxed gap="sm" className={styles.place} aria-label={t('exports.waiting')}>
      <Text as="h2" kind="strong">
        {t('exports.waiting')}
      </Text>
      <Stack as="ul" gap="sm">
        {shown.map((file) => (
          <Waiting key={file.id} file={file} />
        ))}
      </Stack>
    </Stack>
  )
}

function Waiting({ file: { fileName, place, done } }: { file: WrittenFile }) {
  const { t } = useTranslation()
  const { language } = useLocale()
  return (
    <Stack as="li" gap="xs">
      <Text>{fileName}</Text>
      <ProgressBar label={t('exports.progressOf', { file: fileName })} value={undefined} />
      <Text kind="small" role="status">
        {place === null
          ? t('exports.written', { count: done, amount: formatNumber(done, language) })
          : t('exports.place', { place: formatNumber(place, language) })}
      </Text>
    </Stack>
  )
}

/** Takes what is over off the list: downloads what is written, and says what could not be. */
function useEnds(ids: readonly string[], files: readonly WrittenFile[] | undefined): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (files === undefined) return
    const over = files.filter(({ id, status }) => ids.includes(id) && (status === 'done' || status === 'failed'))
    // What the list no longer has is older than a day, or another user's.
    const gone = ids.filter((id) => !files.some((file) => file.id === id))
    if (over.length + gone.length === 0) return
    stopWaitingFor([...over.map(({ id }) => id), ...gone])
    for (const { id, fileName, status } of over) {
      const failed = () => toast.error(t('exports.failed', { file: fileName }))
      if (status === 'failed') failed()
      else
        fileOf(exportsOfLists.download, { params: { id } }).then((file) => {
          download(fileName, file)
          toast.success(t('exports.done', { file: fileName }))
        }, failed)
    }
  }, [ids, files, t])
}
