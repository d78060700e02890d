import { validationLink } from './links.ts'
import type { IssuedDocument } from './pdf/find-document.ts'

const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/**
 * The claims of an issued certificate as an OpenBadgeCredential (Open Badges 3.0, "JSON Web Token Proof Format"): the
 * credential itself with the registered claims beside it. The holder is identified by name, as on the certificate.
 * @param address of the tenant's portal, which is the issuer
 */
export function credentialOf(issued: IssuedDocument, address: string): Record<string, unknown> {
  const id = `urn:uuid:${issued.issuedId}`
  const description = issued.description ?? issued.certificateName
  return {
    iss: address,
    jti: id,
    nbf: secondsOf(issued.creationDate),
    exp: secondsOf(issued.expirationDate),
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: issued.certificateName,
    issuer: { id: address, type: ['Profile'], name: issued.tenantName, url: address },
    validFrom: issued.creationDate,
    validUntil: issued.expirationDate,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: issued.ownerName }],
      achievement: {
        id: `urn:uuid:${issued.certificateId}`,
        type: ['Achievement'],
        achievementType: 'Certification',
        name: issued.certificateName,
        description,
        criteria: { narrative: description },
        ...(issued.category !== null && { tag: [issued.category] }),
      },
    },
    evidence: [
      {
        id: validationLink(address, issued.validationCode),
        type: ['Evidence'],
        name: issued.validationCode,
      },
    ],
  }
}
