import { files } from '@trellis/contract/files'
import { listOf } from '../../app/listUrl.ts'

export const fileList = listOf(files.search, {
  rowField: 'accountFileId',
  dateField: 'uploadDate',
  searchedBy: 'anything',
  notOffered: ['fileCategory'],
  children: 'never',
})
