import { certificates } from '@trellis/contract/certificates'
import { devices } from '@trellis/contract/devices'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import {
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  EmbeddedJWK,
  importJWK,
  type JWK,
  jwtVerify,
} from 'jose'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, acme, fjord, sudvia, canary } = world

const define = async (kind: 'User' | 'Account', name: string) =>
  (
    await vendor.call(certificates.create, {
      body: { name, kind, durationMonths: 12, status: 'Confirmed', category: 'Technical', description: 'Two days' },
    })
  ).id

test('the credential is an Open Badge that others verify with the published key (rules Q12)', async () => {
  const certificateId = await define('User', 'Network design')
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  const issued = await vendor.call(userCertificates.read, { params: { id } })
  const { fileName, credential } = await acme.call(certificates.credential, { body: { id, kind: 'User' } })
  expect(fileName).toBe(`${issued.validationCode}.jwt`)

  const { payload, protectedHeader } = await jwtVerify(credential, EmbeddedJWK, { algorithms: ['EdDSA'], typ: 'JWT' })
  const { keys } = await vendor.call(devices.keys)
  const published = keys.map(({ kid }) => kid)
  expect(published).toContain(await calculateJwkThumbprint(protectedHeader.jwk as JWK))
  const [url, kid] = String(protectedHeader.kid).split('#')
  expect(new URL(url ?? '').pathname).toBe('/api/v1/devices/keys')
  expect(published).toContain(kid)

  expect(payload).toMatchObject({
    iss: new URL(url ?? '').origin,
    jti: `urn:uuid:${id}`,
    nbf: Math.floor(Date.parse(issued.creationDate) / 1000),
    exp: Math.floor(Date.parse(issued.expirationDate) / 1000),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: new URL(url ?? '').origin, type: ['Profile'], name: 'Verdant' },
    validFrom: issued.creationDate,
    validUntil: issued.expirationDate,
    credentialSubject: {
      identifier: [
        { identityType: 'name', hashed: false, identityHash: `${issued.userFirstName} ${issued.userLastName}` },
      ],
      achievement: {
        id: `urn:uuid:${certificateId}`,
        name: 'Network design',
        description: 'Two days',
        criteria: { narrative: 'Two days' },
        tag: ['Technical'],
      },
    },
  })
})

test('a changed credential is not verified, nor one signed with another key', async () => {
  const certificateId = await define('Account', 'Partner')
  const body = { accountId: acme.accountId, certificateId }
  const { id } = await vendor.call(accountCertificates.create, { body })
  const { credential } = await vendor.call(certificates.credential, { body: { id, kind: 'Account' } })
  const { jwk } = decodeProtectedHeader(credential)
  const key = await importJWK(jwk as JWK, 'EdDSA')
  await compactVerify(credential, key)
  const [header = '', payload = '', signature = ''] = credential.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(claims.credentialSubject.identifier[0].identityHash).toBe('Acme')
  claims.credentialSubject.identifier[0].identityHash = 'Rival'
  const forged = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  await expect(compactVerify(forged, key)).rejects.toThrow('signature verification failed')
})

test('a stranger gets no credential, and a revoked certificate has none (rules Q12)', async () => {
  const certificateId = await define('User', 'Revoked skill')
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  const body = { id, kind: 'User' as const }
  for (const stranger of [sudvia, canary, fjord])
    expect(await stranger.refused(certificates.credential, { body })).toMatchObject({ code: 'RQ404' })
  await vendor.call(userCertificates.remove, { params: { id } })
  expect(await vendor.refused(certificates.credential, { body })).toMatchObject({ code: 'RQ409' })
})
