import { type File, fileList } from '@trellis/contract/files'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { Bytes } from '../../ui/Bytes.tsx'
import type { Column } from '../../ui/columns.ts'
import { ShortNote } from '../../ui/ShortNote.tsx'
import { type FileActions, FileMenu } from './FileMenu.tsx'

const field = fieldsOf(fileList)

/** The columns of a list of files. */
export function useFileColumns(actions: FileActions): Column<File>[] {
  const { t } = useTranslation('files')
  return [
    field('fileName', t('name'), { cell: ({ fileName }) => <bdi>{fileName}</bdi> }),
    field('fileType', t('type')),
    field('fileSizeInBytes', t('size'), {
      kind: 'number',
      cell: ({ fileSizeInBytes }) => <Bytes value={fileSizeInBytes} />,
    }),
    field('fileNote', t('notes'), { card: 'wide', cell: ({ fileNote }) => <ShortNote note={fileNote} /> }),
    field('uploadedByUserFullName', t('uploadedBy'), { hint: ({ uploadedByAccountName }) => uploadedByAccountName }),
    field('uploadDate', t('uploadDate'), { kind: 'instant' }),
    field('ownerAccountName', t('owner')),
    field('modifiedDate', t('modifiedDate'), { kind: 'instant', hidden: true }),
    {
      id: 'actions',
      header: t('actions'),
      align: 'right',
      hideable: false,
      cell: (file) => <FileMenu file={file} {...actions} />,
    },
  ]
}
