import { accounts } from '@trellis/contract/accounts'
import { certificates, maximumMonths } from '@trellis/contract/certificates'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { networkMap } from '@trellis/contract/network-map'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { certifying } from '../../testing/certifying.ts'
import { often } from '../../testing/full.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, fjord, bergen, sudvia, canary } = world
const holding = rolesOf(world)
const { request } = selling(world)

const { define, certify } = certifying(world)
const guest = { isGuestCertificate: true, userFirstName: 'Ada', userLastName: 'Rossi' }
const codeOf = async (id: string) => (await vendor.call(userCertificates.read, { params: { id } })).validationCode
const verify = (validationCode: string, by = vendor) => by.raw(certificates.verify, { params: { validationCode } })

test('a draft is not issued, nor is a certificate for the other kind', async () => {
  const unknown = { code: 'RQ422', info: { issues: [{ path: 'certificateId', code: 'unknown' }] } }
  for (const certificateId of [await define('User', { status: 'Pending' }), await define('Account'), newId()]) {
    const body = { certificateId, userId: acme.userId }
    expect(await vendor.refused(userCertificates.create, { body })).toMatchObject(unknown)
    const options = await vendor.call(certificates.available, { query: { kind: 'User', accountId: acme.accountId } })
    expect(options.map((option) => option.certificateId)).not.toContain(certificateId)
  }
})

/*
 * Who may certify whom (rules Q3). Everybody holds every flag but `ra` and acts for their own account.
 * own: the holder is another user of the same account.
 */
test.each([
  ['the root', 'vendor', 'own', 201],
  ['the root', 'vendor', 'nordico', 201],
  ['the root', 'vendor', 'acme', 201],
  ['a distributor', 'nordico', 'own', 403],
  ['a distributor', 'nordico', 'acme', 201],
  ['a distributor', 'nordico', 'sudvia', 404],
  ['a reseller', 'acme', 'own', 403],
  ['a reseller', 'acme', 'fjord', 201],
  ['a reseller', 'acme', 'nordico', 404],
  ['another tenant', 'canary', 'acme', 404],
] as const)('%s (%s) certifies users, guests and accounts of %s: %i', async (_who, by, of, status) => {
  const actor = world[by]
  const holder = of === 'own' ? actor : world[of]
  const call = by === 'canary' ? canary.raw : await holding(actor, { Certifications: 'c-r-u-d' })
  const body = { certificateId: await define(), parentAccountId: holder.accountId }
  expect((await call(userCertificates.create, { body: { ...body, userId: holder.userId } })).status).toBe(status)
  expect((await call(userCertificates.create, { body: { ...body, ...guest } })).status).toBe(status)
  const ofAccount = { certificateId: await define('Account'), accountId: holder.accountId }
  expect((await call(accountCertificates.create, { body: ofAccount })).status).toBe(status)

  const list = await call(userCertificates.search, { body: { parentAccountId: holder.accountId } })
  if (status === 404) expect(list.status).toBe(404)
  else expect(list.body).toMatchObject({ blocked: { create: status === 201 ? null : 'RQ403' } })

  // Renewing, notes and revoking follow the same rule.
  const issued =
    by === 'canary' || by !== 'vendor' || of !== 'own' ? await certify(vendor, holder, await define()) : null
  if (issued === null) return
  const changed = status === 201 ? 200 : status
  const params = { id: issued }
  const blocked = (await call(userCertificates.read, { params })).body as { blocked?: object }
  if (status !== 404) {
    const code = status === 201 ? null : 'RQ403'
    expect(blocked.blocked).toEqual({ notes: code, pdf: null, renew: code, delete: code })
  }
  expect((await call(userCertificates.renew, { params })).status).toBe(changed)
  const notes = { userCertificateId: issued, notes: 'seen' }
  expect((await call(certificates.updateNotes, { body: notes })).status).toBe(status === 201 ? 204 : status)
  expect((await call(userCertificates.remove, { params })).status).toBe(status === 201 ? 204 : status)
})

test('nobody certifies themselves, not even at the root', async () => {
  const body = { certificateId: await define(), userId: vendor.userId }
  expect(await vendor.refused(userCertificates.create, { body })).toMatchObject({ code: 'RQ403' })
  const params = { certificateId: body.certificateId }
  const holders = await vendor.call(certificates.holders, { params, query: { accountId: vendor.accountId } })
  expect(holders.map(({ userId }) => userId)).not.toContain(vendor.userId)
})

test('the payload names one holder, and each fault is at its field', async () => {
  const certificateId = await define()
  const issue = async (body: object) =>
    (
      (await vendor.refused(userCertificates.create, { body: { certificateId, ...body } })).info as {
        issues: { path: string; code: string }[]
      }
    ).issues[0]
  expect(await issue({})).toMatchObject({ path: 'userId', code: 'required' })
  expect(await issue({ ...guest, userId: acme.userId })).toMatchObject({ path: 'userId', code: 'contradicts' })
  expect(await issue({ ...guest, userFirstName: ' ' })).toMatchObject({ path: 'userFirstName', code: 'required' })
  expect(await issue({ ...guest, userLastName: null })).toMatchObject({ path: 'userLastName', code: 'required' })
  expect(await issue({ userId: acme.userId, parentAccountId: sudvia.accountId })).toMatchObject({
    path: 'parentAccountId',
    code: 'contradicts',
  })
})

test('a holder has a living certificate once, also for two requests at once (rules Q2)', async () => {
  const ofUser = { certificateId: await define(), userId: acme.userId }
  const ofGuest = { certificateId: ofUser.certificateId, parentAccountId: acme.accountId, ...guest }
  const ofAccount = { certificateId: await define('Account'), accountId: acme.accountId }
  const spelled = { ...ofGuest, userFirstName: ' ADA', userLastName: 'rossi ' }
  const statuses = async (...calls: ReturnType<Person['raw']>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort()
  const raced = (body: object, other = body) =>
    statuses(vendor.raw(userCertificates.create, { body }), nordico.raw(userCertificates.create, { body: other }))
  expect(await raced(ofUser)).toEqual([201, 409])
  expect(await raced(ofGuest, spelled)).toEqual([201, 409])
  expect(
    await statuses(
      vendor.raw(accountCertificates.create, { body: ofAccount }),
      nordico.raw(accountCertificates.create, { body: ofAccount }),
    ),
  ).toEqual([201, 409])
  expect(await vendor.refused(userCertificates.create, { body: ofUser })).toMatchObject({ code: 'CC509' })
  // A guest of the same name at another account is somebody else.
  await vendor.call(userCertificates.create, { body: { ...ofGuest, parentAccountId: sudvia.accountId } })
  const params = { certificateId: ofUser.certificateId }
  const holders = await vendor.call(certificates.holders, { params, query: { accountId: acme.accountId } })
  expect(holders.map(({ userId }) => userId)).not.toContain(acme.userId)
  const options = await vendor.call(certificates.available, { query: { kind: 'Account', accountId: acme.accountId } })
  expect(options.map(({ certificateId }) => certificateId)).not.toContain(ofAccount.certificateId)
})

test('who only reads the whole tenant certifies nobody outside of their sub-tree (rules Q3)', async () => {
  const call = await holding(acme, { Certifications: 'c-ra-u-d' })
  const id = await certify(vendor, sudvia, await define())
  const list = await call(userCertificates.search, { body: { parentAccountId: sudvia.accountId } })
  expect(list.body).toMatchObject({ blocked: { create: 'RQ404' } })
  const refused = { notes: 'RQ404', pdf: null, renew: 'RQ404', delete: 'RQ404' }
  expect((await call(userCertificates.read, { params: { id } })).body).toMatchObject({ blocked: refused })
  expect((await call(userCertificates.renew, { params: { id } })).status).toBe(404)
  expect((await call(userCertificates.remove, { params: { id } })).status).toBe(404)
})

test('after its end or its revocation it is issued again; renewing the ended one is then refused', async () => {
  const certificateId = await define()
  world.at('2026-01-31T10:00:00Z')
  const first = await certify(vendor, acme, certificateId)
  world.at('2027-02-01T10:00:00Z')
  const second = await certify(vendor, acme, certificateId)
  expect(await vendor.refused(userCertificates.renew, { params: { id: first } })).toMatchObject({ code: 'CC509' })
  await vendor.call(userCertificates.remove, { params: { id: second } })
  await vendor.call(userCertificates.renew, { params: { id: first } })
  expect((await vendor.raw(userCertificates.create, { body: { certificateId, userId: acme.userId } })).status).toBe(409)
  world.at(null)
})

test('terms are counted from the first start, from a renewal after the end anew, and a revoked one has none (rules Q5, Q6)', async () => {
  const certificateId = await define('User', { durationMonths: 1 })
  world.at('2026-01-31T10:00:00Z')
  const id = await certify(vendor, acme, certificateId)
  const params = { id }
  const end = async () => (await vendor.call(userCertificates.read, { params })).expirationDate
  expect(await end()).toBe('2026-02-28T10:00:00.000Z')
  expect(await vendor.call(userCertificates.read, { params })).toMatchObject({
    renewalDate: '2026-03-31T10:00:00.000Z',
  })
  expect((await vendor.call(userCertificates.renew, { params })).expirationDate).toBe('2026-03-31T10:00:00.000Z')
  expect((await vendor.call(userCertificates.renew, { params })).expirationDate).toBe('2026-04-30T10:00:00.000Z')
  world.at('2026-05-05T05:05:05Z')
  // What a renewal gives is known before it.
  expect(await vendor.call(userCertificates.read, { params })).toMatchObject({
    renewalDate: '2026-06-05T05:05:05.000Z',
  })
  expect((await vendor.call(userCertificates.renew, { params })).expirationDate).toBe('2026-06-05T05:05:05.000Z')
  await vendor.call(userCertificates.remove, { params })
  expect(await vendor.call(userCertificates.read, { params })).toMatchObject({
    statusName: 'Revoked',
    blocked: { notes: null, pdf: 'RQ409', renew: 'RQ409', delete: 'RQ409' },
  })
  expect(await vendor.refused(userCertificates.renew, { params })).toMatchObject({ code: 'RQ409' })
  expect(await vendor.refused(userCertificates.remove, { params })).toMatchObject({ code: 'RQ409' })
  world.at(null)
  const log = await raw<{ action: string }>(
    world,
    'select action from audit_log where entity_id = $1 order by audit_id',
    [id],
  )
  const actions = ['issued', 'renewed', 'renewed', 'renewed', 'revoked'].map((what) => `certification.${what}`)
  expect(log.map(({ action }) => action)).toEqual(actions)
})

test('whenever a certificate is renewed, it ends a whole number of terms after its first start or its last lapse (rules Q5)', async () => {
  const certificateId = await define('User', { durationMonths: 1 })
  let seed = 20261124
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let holder = 0; holder < often(8, 80); holder++) {
    let now = Date.UTC(2024 + random(3), random(12), 25 + random(7), 10)
    let [from, terms] = [now, 1]
    world.at(new Date(now).toISOString())
    const body = { certificateId, isGuestCertificate: true, userFirstName: 'Guest', userLastName: `No ${holder}` }
    const { id } = await vendor.call(userCertificates.create, { body: { ...body, parentAccountId: acme.accountId } })
    const params = { id }
    for (let renewal = 0; renewal < 5; renewal++) {
      const end = Date.parse((await vendor.call(userCertificates.read, { params })).expirationDate)
      now += random(45) * 86_400_000
      world.at(new Date(now).toISOString())
      ;[from, terms] = now > end ? [now, 1] : [from, terms + 1]
      const start = new Date(from)
      const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + terms + 1, 0)).getUTCDate()
      const expected = new Date(from)
      expected.setUTCFullYear(start.getUTCFullYear(), start.getUTCMonth() + terms, Math.min(start.getUTCDate(), last))
      const { expirationDate } = await vendor.call(userCertificates.renew, { params })
      expect(expirationDate).toBe(expected.toISOString())
    }
  }
  world.at(null)
})

test('months are calendar months with the day clamped, at every date and duration (rules Q4)', async () => {
  let seed = 20261123
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const cases = Array.from({ length: 2000 }, () => ({
    at: new Date(Date.UTC(2020 + random(30), random(12), 1 + random(31), random(24), random(60), random(60))),
    months: 1 + random(maximumMonths),
  }))
  const expected = cases.map(({ at, months }) => {
    const month = at.getUTCMonth() + months
    const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate()
    const end = new Date(at)
    end.setUTCFullYear(at.getUTCFullYear(), month, Math.min(at.getUTCDate(), lastDay))
    return end.toISOString()
  })
  const rows = await world.db.shared.rows<{ end: string }>(sql`
    select iso(months_after(c.at, c.months)) as end
    from unnest(${cases.map(({ at }) => at.toISOString())}::timestamptz[], ${cases.map(({ months }) => months)}::int[])
      with ordinality as c (at, months, n) order by c.n`)
  expect(rows.map(({ end }) => end)).toEqual(expected)
})

test('a code proves name, holder and dates without sign-in; revoked, foreign and unknown ones are alike (rules Q6, Q7, threats T12)', async () => {
  const id = await certify(vendor, acme, await define('User', { name: 'Verified skill' }))
  const code = await codeOf(id)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  const anonymous = async (validationCode: string, tenant = 'verdant') => {
    const url = `/api/v1/certificates/verify/${encodeURIComponent(validationCode)}`
    const headers = { 'x-tenant-code': tenant, 'x-label': 'Trellis', 'x-product': 'portal' }
    const { statusCode, json } = await world.app.http.inject({ url, headers })
    return { status: statusCode, body: json() as Record<string, unknown> }
  }
  const proven = await anonymous(` ${code.toLowerCase()} `)
  expect(proven.status).toBe(200)
  expect(Object.keys(proven.body).sort()).toEqual([
    'certificateName',
    'creationDate',
    'expirationDate',
    'ownerFullName',
  ])
  expect(proven.body).toMatchObject({ certificateName: 'Verified skill' })
  const unknown = { status: 404, body: { code: 'CC503', info: null } }
  expect(await anonymous('0000000000')).toMatchObject(unknown)
  expect(await anonymous(code, 'canary')).toMatchObject(unknown)
  world.at('2040-01-01T00:00:00Z')
  expect((await anonymous(code)).status).toBe(200)
  world.at(null)
  await vendor.call(userCertificates.remove, { params: { id } })
  expect(await anonymous(code)).toMatchObject(unknown)
  // Trying codes is rate limited, whether the codes exist or not.
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await anonymous(code)).status))
  // Five calls of this minute came before.
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await verify(code)).status).toBe(429)
})

test('an account shows what its people and itself validly hold, until it ends (rules Q8)', async () => {
  const skill = await define('User', { name: 'Badge of skill', badgeColor: '#1f6f6b', durationMonths: 1 })
  const partner = await define('Account', { name: 'Badge of partner' })
  world.at('2026-03-01T00:00:00Z')
  await certify(vendor, fjord, skill)
  const guestBody = { certificateId: skill, parentAccountId: fjord.accountId, ...guest }
  const { id: guestId } = await vendor.call(userCertificates.create, { body: guestBody })
  await vendor.call(accountCertificates.create, { body: { certificateId: partner, accountId: fjord.accountId } })
  const badges = async () =>
    (await vendor.call(accounts.read, { params: { id: fjord.accountId } })).certificatesBadges
      .filter(({ name }) => name.startsWith('Badge'))
      .map(({ name, badgeColor, owners }) => [name, badgeColor, owners.length])
  expect(await badges()).toEqual([
    ['Badge of partner', null, 1],
    ['Badge of skill', '#1f6f6b', 2],
  ])
  await vendor.call(userCertificates.remove, { params: { id: guestId } })
  expect(await badges()).toContainEqual(['Badge of skill', '#1f6f6b', 1])
  world.at('2026-04-01T00:00:00Z')
  expect(await badges()).toEqual([['Badge of partner', null, 1]])
  world.at(null)
})

test('orders show what their buyer holds and the map what each account holds, by name (rules Q8)', async () => {
  const certificateId = await define('Account', { name: 'Badge of the map', badgeColor: '#1f6f6b' })
  const { id } = await vendor.call(accountCertificates.create, { body: { certificateId, accountId: bergen.accountId } })
  const order = await request(bergen, { 'EDGE-1Y': 1 })
  const seen = async () => {
    const { buyerCertificatesBadges = [] } = await nordico.call(orders.read, { params: { id: order.id } })
    const { accounts: onMap } = await nordico.call(networkMap.read, { body: {} })
    const ofMap = onMap.find((account) => account.id === bergen.accountId)?.certificatesBadges ?? []
    return [buyerCertificatesBadges, ofMap].map((badges) => badges.map(({ name, badgeColor }) => [name, badgeColor]))
  }
  const badge = ['Badge of the map', '#1f6f6b']
  expect(await seen()).toEqual([[badge], [badge]])
  await vendor.call(accountCertificates.remove, { params: { id } })
  expect(await seen()).toEqual([[], []])
})

test('lists have the certificates of the account, on request of those below, filtered; a stranger sees none', async () => {
  const certificateId = await define('User', { name: 'Listed skill' })
  await certify(vendor, acme, certificateId)
  await certify(vendor, fjord, certificateId)
  const body = { filterBy: [{ field: 'certificateName' as const, values: ['listed'] }] }
  const accountsOf = async (person: Person, more: object = {}) =>
    (await person.call(userCertificates.search, { body: { ...body, ...more } })).items.map(({ accountId }) => accountId)
  expect(await accountsOf(acme)).toEqual([acme.accountId])
  expect((await accountsOf(acme, { includeChildren: true })).sort()).toEqual([acme.accountId, fjord.accountId].sort())
  for (const stranger of [sudvia, canary]) {
    expect(await accountsOf(stranger, { includeChildren: true })).toEqual([])
    const query = { accountId: acme.accountId }
    expect(await stranger.refused(userCertificates.list, { query })).toMatchObject({ code: 'RQ404' })
    expect(await stranger.refused(accountCertificates.list, { query })).toMatchObject({ code: 'RQ404' })
    expect(await stranger.refused(certificates.available, { query: { kind: 'User', ...query } })).toMatchObject({
      code: 'RQ404',
    })
    const holders = { params: { certificateId }, query }
    expect(await stranger.refused(certificates.holders, holders)).toMatchObject({ code: 'RQ404' })
  }
  const { items } = await acme.call(userCertificates.search, { body: { ...body, includeChildren: true } })
  const own = items.find(({ userId }) => userId === acme.userId)
  const found = async (by: Person, field: 'anything' | 'validationCode' | 'userId', value = '') => {
    const search = { includeChildren: true, filterBy: [{ field, values: [value] }] }
    const answer = await by.call(userCertificates.search, { body: search })
    return answer.items.filter(({ certificateName }) => certificateName === 'Listed skill').map(({ userId }) => userId)
  }
  const code = own?.validationCode.toLowerCase()
  const name = `${own?.userFirstName} ${own?.userLastName}`.toUpperCase()
  for (const [field, value] of [
    ['anything', code],
    ['anything', name],
    ['validationCode', code],
    ['userId', acme.userId],
  ] as const) {
    expect(await found(acme, field, value)).toEqual([acme.userId])
    for (const stranger of [sudvia, canary]) expect(await found(stranger, field, value)).toEqual([])
  }
  expect((await found(acme, 'anything', own?.accountName)).includes(acme.userId)).toBe(true)
  expect((await found(acme, 'anything', 'LISTED sk')).sort()).toEqual([acme.userId, fjord.userId].sort())
  expect(await found(acme, 'validationCode', name)).toEqual([])

  const listed = await acme.call(userCertificates.list, { query: {} })
  expect(listed.filter(({ certificateName }) => certificateName === 'Listed skill')).toHaveLength(1)
})
