import { environments } from '@trellis/contract/environments'
import { listOf } from '../../app/listUrl.ts'

export const environmentList = listOf(environments.search, {
  searchedBy: 'anything',
  rowField: 'onPremiseEnvironmentId',
  children: { onlyMine: true },
})
