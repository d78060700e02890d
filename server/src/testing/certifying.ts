import { type CertificateKind, certificates } from '@trellis/contract/certificates'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { newId } from '../platform/ids.ts'
import type { Person, World } from './network.ts'

/** Helpers for tests of certificates. */
export function certifying({ vendor }: World) {
  const draft = (kind: CertificateKind = 'User', name = newId()) => ({ name, kind, durationMonths: 12 })
  return {
    draft,
    /** Defines a certificate that can be issued, and returns its id. */
    define: async (kind: CertificateKind = 'User', more: object = {}) =>
      (await vendor.call(certificates.create, { body: { ...draft(kind), status: 'Confirmed' as const, ...more } })).id,
    /** Issues it to a user, and returns the id of the issued certificate. */
    certify: async (by: Person, { userId }: Person, certificateId: string) =>
      (await by.call(userCertificates.create, { body: { certificateId, userId } })).id,
  }
}
