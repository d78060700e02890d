import { certificates } from '@trellis/contract/certificates'
import { identity } from '@trellis/contract/identity'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { tenants } from '@trellis/contract/tenants'
import { users } from '@trellis/contract/users'
import { readSheet } from 'read-excel-file/node'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { createTenant } from '../../cli/create-tenant.ts'
import { sql } from '../../platform/database/sql.ts'
import { hashOf } from '../../platform/secrets.ts'
import { certifying } from '../../testing/certifying.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person, password } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'

/*
 * What leaves the screen as a document has one date, whoever reads it (domain: documents have one date). The evening of 31 March
 * in UTC is 1 April in Rome and in Auckland, and the afternoon of 31 March in Los Angeles.
 */

const world = await network()
const { app, vendor, nordico, acme, canary } = world
const { items } = selling(world)
const { key } = licensing(world)
const { define } = certifying(world)

const dayLength = 86_400_000
const evening = '2026-03-31T22:30:00Z'
const zones = ['UTC', 'America/Los_Angeles', 'Europe/Rome', 'Pacific/Auckland']

async function readIn(who: Person, timeZone: string): Promise<void> {
  const { userId, firstName, lastName, languageCode, isNotificationEnabled } = await who.call(identity.me)
  const body = { firstName, lastName, languageCode: languageCode as 'en', isNotificationEnabled, timeZone }
  await who.call(users.update, { params: { id: userId }, body })
}

async function bytesOf(who: Person, method: 'GET' | 'POST', url: string, payload?: object): Promise<Buffer> {
  const headers = { 'x-tenant-code': who.tenantCode, authorization: `Bearer ${await who.token()}` }
  return (await app.http.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })).rawPayload
}

async function textOf(pdf: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ')
}

/** What the readers in all zones get. */
async function inAllZones<T>(who: Person, read: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const zone of zones) {
    await readIn(who, zone)
    answers.push(await read())
  }
  return answers
}

/** The days that texts name, such as `April 1, 2026`. */
const daysIn = (text: string) => [...new Set(text.match(/(January|March|April) \d+, \d{4}/g))].sort()

test('a tenant without a time zone takes that of its administrator, once', async () => {
  expect(await vendor.call(settings.read)).toMatchObject({ timeZone: 'UTC' })
  // A colleague who administers nothing decides nothing.
  await readIn(acme, 'Asia/Tokyo')
  expect(await vendor.call(settings.read)).toMatchObject({ timeZone: 'UTC' })
  await readIn(vendor, 'Europe/Rome')
  expect(await vendor.call(settings.read)).toMatchObject({ timeZone: 'Europe/Rome' })
  await readIn(vendor, 'Asia/Tokyo')
  expect(await vendor.call(settings.read)).toMatchObject({ timeZone: 'Europe/Rome' })
  expect(await acme.call(tenants.current)).toMatchObject({ timeZone: 'Europe/Rome' })
  expect(await canary.call(settings.read)).toMatchObject({ timeZone: 'UTC' })
})

test('an invited administrator brings the zone of a tenant that has none', async () => {
  const { tenantId } = await createTenant(world.db, {
    ...{ code: 'orchard', name: 'Orchard', currencyCode: 'EUR', adminEmail: 'ada@orchard.example' },
    inviteAdmin: async (tx, admin) =>
      void (await tx.run(sql`
      insert into one_time_tokens (token_hash, user_id, kind, expires_at)
      values (${hashOf('orchard token')}, ${admin.userId}, 'invitation', clock() + interval '1 day')`)),
  })
  const zone = async () =>
    (
      await raw<{ zone: string | null }>(world, 'select time_zone as zone from tenants where tenant_id = $1', [
        tenantId,
      ])
    )[0]
  expect(await zone()).toEqual({ zone: null })
  const accepted = await app.http.inject({
    method: 'POST',
    url: '/api/v1/Invitations',
    headers: { 'x-tenant-code': 'orchard' },
    payload: {
      email: 'ada@orchard.example',
      token: 'orchard token',
      password,
      timeZone: 'America/Lima',
      languageCode: 'en',
    },
  })
  expect(accepted.statusCode).toBe(204)
  expect(await zone()).toEqual({ zone: 'America/Lima' })
})

test('the zone is set by super admins, and no other word than a zone is taken', async () => {
  const set = (who: Person, timeZone: string) => who.raw(settings.change, { body: { timeZone } })
  expect(await set(acme, 'UTC')).toMatchObject({ status: 403 })
  for (const wrong of ['', 'Rome', '+01:00', 'Europe/Atlantis'])
    expect(await set(vendor, wrong)).toMatchObject({
      status: 422,
      body: { info: { issues: [{ path: 'timeZone' }] } },
    })
  expect(await set(vendor, 'Europe/Rome')).toMatchObject({ status: 200 })
})

test('the PDF of an order names one day for every reader', { tags: ['long'] }, async () => {
  world.at(evening)
  const { id } = await acme.call(orders.create, { body: { items: items({ BOX: 1 }) } })
  world.at(null)
  const days = await inAllZones(nordico, async () =>
    daysIn(await textOf(await bytesOf(nordico, 'GET', `/orders/${id}/pdf`))),
  )
  expect(days).toEqual(zones.map(() => ['April 1, 2026']))
})

test('a certificate names the same days on paper for every reader, and its badge the same instants', async () => {
  const certificateId = await define()
  world.at(evening)
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  world.at(null)
  const body = { id, kind: 'User' as const }
  const days = await inAllZones(acme, async () => {
    const { base64 } = await acme.call(certificates.pdf, { body })
    return daysIn(await textOf(Buffer.from(base64, 'base64')))
  })
  expect(days).toEqual(zones.map(() => ['April 1, 2026', 'April 1, 2027']))
  const badges = await inAllZones(acme, async () => {
    const { credential } = await acme.call(certificates.credential, { body })
    return JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()).validUntil
  })
  expect(new Set(badges)).toEqual(new Set(['2027-03-31T22:30:00.000Z']))
})

test('the reminder of a certificate names the day that is printed on it', async () => {
  const certificateId = await define()
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  // Its last evening in UTC, which is the next day in Rome in summer and in winter.
  const ending = new Date(Date.now() + 6 * dayLength)
  ending.setUTCHours(23, 30, 0, 0)
  await raw(
    world,
    'update issued_certificates set created_at = now() - $1::interval, expires_at = $2 where issued_id = $3',
    ['1 year', ending, id],
  )
  await runJob(world, 'certifications:remind')
  const told = await raw<{ words: { firstDate: string } }>(
    world,
    `select words from news where kind = 'certificate_due'`,
  )
  const day = new Date(ending.getTime() + dayLength).toISOString().slice(0, 10)
  expect(new Set(told.map(({ words }) => words.firstDate))).toEqual(new Set([day]))
})

test('the report of licenses is the same file for every reader', async () => {
  world.at(evening)
  await key(acme, 'EDGE-1Y')
  world.at(null)
  const sheets = await inAllZones(nordico, async () =>
    (await readSheet(await bytesOf(nordico, 'POST', '/licenses/report/export', { languageCode: 'en' }))).map((row) =>
      row.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)),
    ),
  )
  expect(JSON.stringify(sheets[0])).toContain('2026-04-01T00:00')
  for (const sheet of sheets) expect(sheet).toEqual(sheets[0])
})
