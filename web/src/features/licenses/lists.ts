import { licenses } from '@trellis/contract/licenses'
import { listOf } from '../../app/listUrl.ts'

export const licenseList = listOf(licenses.search, {
  dateField: 'creationDate',
  searchedBy: 'anything',
  linkedBy: ['state', 'productId'],
  children: { onlyMine: false },
})
