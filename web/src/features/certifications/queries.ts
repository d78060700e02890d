import { accounts } from '@trellis/contract/accounts'
import { type CertificateKind, certificates } from '@trellis/contract/certificates'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { queryOf } from '../../app/queries.ts'

export const accountQuery = (id: string) => queryOf(accounts.read, { params: { id } })

export const accountCertificatesQuery = (accountId: string) =>
  queryOf(accountCertificates.list, { query: { accountId } })

export const userCertificateQuery = (id: string) => queryOf(userCertificates.read, { params: { id } })

export const accountCertificateQuery = (id: string) => queryOf(accountCertificates.read, { params: { id } })

/** The certificates that can be issued to an account or its people. */
export const availableQuery = (kind: CertificateKind, accountId: string) =>
  queryOf(certificates.available, { query: { kind, accountId } })

/** The people of an account who do not hold a certificate. */
export const holdersQuery = (certificateId: string, accountId: string) =>
  queryOf(certificates.holders, { params: { certificateId }, query: { accountId } })
