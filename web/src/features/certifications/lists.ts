import { certificates, userCertificates } from '@trellis/contract/certificates'
import { listOf } from '../../app/listUrl.ts'

/** More than nearly every account has, because the lists of issued certificates show no pages up to here (rules Q9). */
export const shownAtOnce = 500

export const userCertificateList = listOf(userCertificates.search, {
  limit: shownAtOnce,
  dateField: 'expirationDate',
  children: { onlyMine: true },
  notOffered: ['anything'],
})

export const certificateList = listOf(certificates.search, { children: 'never' })
