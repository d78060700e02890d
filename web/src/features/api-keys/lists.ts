import { apiKeys } from '@trellis/contract/api-keys'
import { listOf } from '../../app/listUrl.ts'

export const apiKeyList = listOf(apiKeys.search, {
  searchedBy: 'anything',
  rowField: 'apiKeyId',
  notOffered: ['prefix'],
  children: { onlyMine: true },
})
