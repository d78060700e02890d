import { certificates } from '@trellis/contract/certificates'
import { accountCertificates } from '@trellis/contract/issued-certificates'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { certifying } from '../../testing/certifying.ts'
import { network } from '../../testing/network.ts'

/* Covers: server/src/modules/certifications/definition-queries.ts, server/src/modules/certifications/save-certificate.ts */

const world = await network()
const { vendor, acme, sudvia, canary } = world
const holding = rolesOf(world)
type Reader = Awaited<ReturnType<typeof holding>>
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

test('each certificate says how often it was issued, itself and no other of its kind', async () => {
  const [once, twice, never] = [await define('Account'), await define('Account'), await define('Account')]
  for (const [certificateId, to] of [
    [once, acme],
    [twice, acme],
    [twice, sudvia],
  ] as const)
    await vendor.call(accountCertificates.create, { body: { accountId: to.accountId, certificateId } })
  const { items } = await vendor.call(certificates.search, { body: { limit: 100 } })
  const issuedOf = (id: string) => items.filter(({ certificateId }) => certificateId === id).map(({ issued }) => issued)
  expect([once, twice, never].map(issuedOf)).toEqual([[1], [2], [0]])
  expect(await vendor.call(certificates.read, { params: { id: twice } })).toMatchObject({ issued: 2 })
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

test('what can be issued says what it is for, and a draft is seen only by those who edit it (rules Q1)', async () => {
  const draftId = await define('User', { status: 'Pending', description: 'Not decided yet' })
  const id = await define('User', { description: 'Installs and repairs' })
  const options = (who: Reader) => who(certificates.available, { query: { kind: 'User', accountId: acme.accountId } })
  const listed = async (who: Reader) => {
    const { body } = await who(certificates.search, { body: { limit: 100 } })
    return (body as { items: { certificateId: string }[] }).items.map(({ certificateId }) => certificateId)
  }
  const reading = await holding(acme, { Certifications: 'r' })
  const defining = await holding(acme, { Certifications: 'c-u-d-ra' })
  for (const who of [reading, defining]) {
    const found = (await options(who)).body as { certificateId: string; description: string | null }[]
    expect(found.find(({ certificateId }) => certificateId === id)?.description).toBe('Installs and repairs')
    expect(found.map(({ certificateId }) => certificateId)).not.toContain(draftId)
    expect(await listed(who)).toContain(id)
  }
  expect(await listed(reading)).not.toContain(draftId)
  expect(await reading(certificates.read, { params: { id: draftId } })).toMatchObject({ status: 404 })
  expect(await listed(defining)).toContain(draftId)
  expect((await defining(certificates.read, { params: { id: draftId } })).status).toBe(200)
  expect(await sudvia.call(certificates.available, { query: { kind: 'User' } })).toContainEqual(
    expect.objectContaining({ certificateId: id, description: 'Installs and repairs' }),
  )
  expect(await canary.call(certificates.available, { query: { kind: 'User' } })).not.toContainEqual(
    expect.objectContaining({ certificateId: id }),
  )
})
