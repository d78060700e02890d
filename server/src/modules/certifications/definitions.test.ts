import { certificates } from '@trellis/contract/certificates'
import { accountCertificates } from '@trellis/contract/issued-certificates'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { certifying } from '../../testing/certifying.ts'
import { network } from '../../testing/network.ts'

/* Covers: server/src/modules/certifications/definition-queries.ts, server/src/modules/certifications/save-certificate.ts */

const world = await network()
const { vendor, acme, sudvia } = world
const holding = rolesOf(world)
const { draft, define } = certifying(world)

test('a new tenant has three certificates to issue', async () => {
  const seeded = await vendor.call(certificates.search, { body: { limit: 3 } })
  expect(seeded.items.map(({ name, kind, durationMonths, status }) => [name, kind, durationMonths, status])).toEqual([
    ['Certified Partner', 'Account', 12, 'Confirmed'],
    ['Sales Specialist', 'User', 12, 'Confirmed'],
    ['Technical Specialist', 'User', 24, 'Confirmed'],
  ])
})

test('a certificate is defined, changed, and deleted until it was issued; then it is canceled (rules Q1)', async () => {
  const id = await define('User', { badgeColor: '#1f6f6b', category: 'Sales' })
  const before = await vendor.call(certificates.read, { params: { id } })
  expect(before).toMatchObject({ issued: 0, category: 'Sales', blocked: { update: null, delete: null } })
  const body = { ...draft('Account', before.name.toUpperCase()), status: 'Confirmed' as const }
  expect(await vendor.call(certificates.update, { params: { id }, body })).toMatchObject({ kind: 'Account' })
  const taken = { code: 'RQ422', info: { issues: [{ path: 'name', code: 'taken' }] } }
  expect(await vendor.refused(certificates.create, { body: draft('Account', before.name) })).toMatchObject(taken)
  await vendor.call(certificates.create, { body: draft('User', before.name) })

  await vendor.call(accountCertificates.create, { body: { accountId: acme.accountId, certificateId: id } })
  expect(await vendor.refused(certificates.remove, { params: { id } })).toMatchObject({
    code: 'RQ409',
    info: { issued: 1 },
  })
  const kind = { path: 'kind', code: 'contradicts' }
  expect(await vendor.refused(certificates.update, { params: { id }, body: { ...body, kind: 'User' } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [kind] },
  })
  await vendor.call(certificates.update, { params: { id }, body: { ...body, status: 'Canceled' } })
  const again = { accountId: sudvia.accountId, certificateId: id }
  expect(await vendor.refused(accountCertificates.create, { body: again })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'certificateId', code: 'unknown' }] },
  })
  const unused = await define()
  await vendor.call(certificates.remove, { params: { id: unused } })
  expect(await vendor.refused(certificates.read, { params: { id: unused } })).toMatchObject({ code: 'RQ404' })
})

test.each([
  ['c-r-u-d', 403],
  ['ra-u-d', 403],
  ['c-ra-d', 403],
  ['c-ra-u', 403],
  ['c-ra-u-d', 201],
])('who holds %s gets %i for defining a certificate (rules Q1)', async (flags, status) => {
  const call = await holding(vendor, { Certifications: flags })
  expect((await call(certificates.create, { body: draft() })).status).toBe(status)
  const id = await define()
  const change = await call(certificates.update, { params: { id }, body: { ...draft(), status: 'Confirmed' } })
  expect(change.status).toBe(status === 201 ? 200 : 403)
  expect((await call(certificates.remove, { params: { id } })).status).toBe(status === 201 ? 204 : 403)
})
