import { files } from '@trellis/contract/files'
import { listOf } from '../../app/listUrl.ts'

export const fileList = listOf(files.search, {
  dateField: 'uploadDate',
  notOffered: ['fileCategory'],
  children: 'never',
})
