import { reports } from '@trellis/contract/reports'
import { listOf } from '../../app/listUrl.ts'

export const reportList = listOf(reports.search, {
  searchedBy: 'anything',
  ranges: ['activationDate', 'expirationDate', 'maintenanceExpirationDate'],
  account: true,
  children: { onlyMine: false },
})
