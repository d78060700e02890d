import { installation } from '@trellis/contract/installation'
import { listOf } from '../../app/listUrl.ts'

export const tenantList = listOf(installation.search, { searchedBy: 'anything', children: 'never' })
