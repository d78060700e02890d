import { type File, files } from '@trellis/contract/files'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { openLink } from '../../app/files/signed.ts'
import type { ProblemCode } from '../../app/problem.ts'
import { toast } from '../../ui/toast.tsx'

/** Limited, because browsers ask the user before a page saves many files. */
const maximumDownloads = 20

/** Selecting files, and downloading or deleting many of them. */
export function useFileBulk(rows: readonly File[]) {
  const { t } = useTranslation(['files', 'errors'])
  const [busy, setBusy] = useState(false)
  const whyNotRemove = ({ blocked }: File) => blocked.delete && t(`errors:${blocked.delete as ProblemCode}`)
  const save = async (chosen: readonly File[]) => {
    setBusy(true)
    let failed = 0
    for (const { accountFileId: id } of chosen)
      await call(files.download, { params: { id } }).then(openLink, () => {
        failed += 1
      })
    setBusy(false)
    if (failed > 0) toast.error(t('files:bulk.failed', { count: failed }))
  }
  return useBulk<File>({
    rows,
    rowKey: ({ accountFileId }) => accountFileId,
    rowLabel: ({ fileName }) => fileName,
    acts: [
      {
        id: 'download',
        label: t('files:bulk.download'),
        shortcut: { key: 'd', label: t('files:bulk.downloadKey') },
        busy,
        reads: true,
        maximum: maximumDownloads,
        open: (chosen) => void save(chosen),
      },
      {
        id: 'remove',
        label: t('files:bulk.remove'),
        isOffered: (chosen) => chosen.some(({ blocked }) => blocked.delete !== 'RQ403'),
        whyNot: (chosen) => (chosen.every((file) => whyNotRemove(file) !== null) ? whyNotRemove(chosen[0]) : null),
        open: (chosen, close) => (
          <RunDialog<File>
            rows={chosen}
            rowKey={({ accountFileId }) => accountFileId}
            nameOf={({ fileName }) => fileName}
            whyNot={whyNotRemove}
            send={({ accountFileId: id }) => call(files.remove, { params: { id } })}
            title={t('files:bulk.title', { count: chosen.length })}
            text={t('files:bulk.text')}
            confirm={(count) => t('files:bulk.confirm', { count })}
            destructive
            invalidates={['/files']}
            onClose={close}
          />
        ),
      },
    ],
  })
}
