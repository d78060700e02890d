import { reports } from '@trellis/contract/reports'
import { listOf } from '../../app/listUrl.ts'

export const reportList = listOf(reports.search, {
  ranges: ['activationDate', 'expirationDate', 'maintenanceExpirationDate'],
  account: true,
  children: { onlyMine: false },
})
