import { licenses } from '@trellis/contract/licenses'
import { listOf } from '../../app/listUrl.ts'

export const licenseList = listOf(licenses.search, {
  sort: { field: 'creationDate', direction: 'desc' },
  filters: {
    serialKey: 'text',
    productName: 'text',
    sku: 'text',
    ownerAccountName: 'text',
    activated: 'flag',
    exported: 'flag',
  },
  dateField: 'creationDate',
  children: { onlyMine: false },
})
