import type { File } from '@trellis/contract/files'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../ui/ActionMenu.tsx'

export interface FileActions {
  onDownload: (file: File) => void
  onEdit: (file: File) => void
  onRemove: (file: File) => void
}

/** What can be done with a file; what the reader may not do says why. */
export function FileMenu({ file, onDownload, onEdit, onRemove }: FileActions & { file: File }) {
  const { t } = useTranslation('files')
  return (
    <ActionMenu
      label={t('actionsOf', { name: file.fileName })}
      actions={[
        { label: t('download'), onClick: () => onDownload(file) },
        { label: t('edit'), onClick: () => onEdit(file), blocked: file.blocked.update && t('mayNotEdit') },
        {
          label: t('remove'),
          onClick: () => onRemove(file),
          blocked: file.blocked.delete && t(file.blocked.delete === 'RQ409' ? 'inUse' : 'mayNotRemove'),
          destructive: true,
        },
      ]}
    />
  )
}
