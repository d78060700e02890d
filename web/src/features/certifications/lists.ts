import { certificates } from '@trellis/contract/certificates'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { listOf } from '../../app/listUrl.ts'

/** More than nearly every account has, because the lists of issued certificates show no pages up to here (rules Q9). */
export const shownAtOnce = 500

export const userCertificateList = listOf(userCertificates.search, {
  limit: shownAtOnce,
  rowField: 'userCertificateId',
  dateField: 'expirationDate',
  children: { onlyMine: true },
  searchedBy: 'anything',
})

export const certificateList = listOf(certificates.search, { searchedBy: 'anything', children: 'never' })
