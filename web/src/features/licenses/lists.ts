import { carriedOfLicenses } from '@trellis/contract/lean-rows'
import { licenses } from '@trellis/contract/licenses'
import { listOf } from '../../app/listUrl.ts'

export const licenseList = listOf(licenses.search, {
  carries: carriedOfLicenses,
  rowField: 'licenseId',
  dateField: 'creationDate',
  searchedBy: 'anything',
  linkedBy: ['state', 'productId'],
  children: { onlyMine: false },
})
