import { randomBytes } from 'node:crypto'
import { audit } from '@trellis/contract/audit'
import { keyLinks, keyPages } from '@trellis/contract/key-pages'
import { licenses } from '@trellis/contract/licenses'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { today } from '@trellis/contract/today'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { openSecrets } from '../../../platform/secrets.ts'
import { rolesOf } from '../../../testing/calling.ts'
import { testSecrets } from '../../../testing/database.ts'
import { often } from '../../../testing/full.ts'
import { keysOf } from '../../../testing/keys.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { qrIn } from '../../../testing/qr.ts'
import { renewing } from '../../../testing/renewing.ts'
import { raw, selling } from '../../../testing/selling.ts'
import { resealPages } from './links.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, fjord, canary } = world
const { addProduct, give, key, write } = licensing(world)
const { activate, keyEnding, empty, outcomes, renew } = renewing(world)
const { change, issue } = selling(world)
await issue({ 'EDGE-1Y': 500 })
await addProduct({ sku: 'ENDLESS', years: 255, maintenanceYears: 255 })
await raw(world, `update products set self_releases = 2 where sku = 'EDGE-1Y'`)

beforeEach(async () => {
  await raw(world, 'delete from throttles')
  await raw(world, 'delete from license_asks')
})

const params = (serialKey: string) => ({ params: { serialKey } })
const codeOf = (url: string) => url.split('/').at(-1) ?? ''
const make = async (who: Person, serialKey: string) => codeOf((await who.call(keyLinks.make, params(serialKey))).url)
const open = async (code: string, headers = {}) => world.anonymous(keyPages.read, { params: { code }, headers })
const pageOf = async (code: string) => {
  const { status, body } = await open(code)
  expect(status).toBe(200)
  return keyPages.read.answer.parse(body)
}
const ask = (code: string, body: Record<string, unknown> = {}) =>
  world.anonymous(keyPages.ask, { params: { code }, body })
const free = (code: string, seatId: string) => world.anonymous(keyPages.release, { params: { code, seatId } })
const needs = async (who: Person) =>
  (await who.call(today.list, { query: { limit: 50 } })).items.filter(({ kind, also }) =>
    [kind, ...also].includes('ask'),
  )
const unknown = { status: 404, body: { code: 'RQ404', info: null } }

test('a page is made once, answered again, and gets another link after it was withdrawn (rules K33)', async () => {
  const { serialKey } = await keyEnding(acme, 20)
  expect((await acme.call(licenses.read, params(serialKey))).hasPage).toBe(false)
  expect(await acme.raw(keyLinks.read, params(serialKey))).toMatchObject(unknown)
  const made = await acme.call(keyLinks.make, params(serialKey))
  expect(made.url).toMatch(/^http:\/\/[\w.:-]+\/key\/[0-9a-f]{32}$/)
  expect(await acme.call(keyLinks.make, params(serialKey))).toEqual(made)
  expect(await acme.call(keyLinks.read, params(serialKey))).toEqual(made)
  expect((await acme.call(licenses.read, params(serialKey))).hasPage).toBe(true)
  expect((await open(codeOf(made.url).toUpperCase())).status).toBe(200)
  await acme.call(keyLinks.withdraw, params(serialKey))
  await acme.call(keyLinks.withdraw, params(serialKey))
  expect(await open(codeOf(made.url))).toMatchObject(unknown)
  const other = await acme.call(keyLinks.make, params(serialKey))
  expect(other.url).not.toBe(made.url)
  expect(await open(codeOf(made.url))).toMatchObject(unknown)
  const { items } = await acme.call(licenses.history, params(serialKey))
  expect(items.slice(0, 3).map(({ event, createdBy }) => [event, createdBy])).toEqual([
    ['page_made', 'Anna Acme'],
    ['page_withdrawn', 'Anna Acme'],
    ['page_made', 'Anna Acme'],
  ])
})

test('two who make a page at once get the same link', async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const links = await Promise.all(Array.from({ length: 8 }, () => make(acme, serialKey)))
  expect(new Set(links).size).toBe(1)
})

test('who may change the note may make the page: the owner and those above, nobody beside or below (rules K33, threats L20)', async () => {
  const { serialKey } = await keyEnding(acme, 20)
  for (const stranger of [sudvia, bergen, fjord, canary])
    for (const endpoint of [keyLinks.read, keyLinks.make, keyLinks.withdraw, keyLinks.dismiss])
      expect(await stranger.raw(endpoint, params(serialKey)), stranger.email).toMatchObject({ status: 404 })
  expect((await acmeBasic.raw(keyLinks.make, params(serialKey))).status).toBe(403)
  const code = await make(nordico, serialKey)
  expect(await make(vendor, serialKey)).toBe(code)
  expect((await acmeBasic.raw(keyLinks.read, params(serialKey))).status).toBe(403)
  const enroll = rolesOf(world)
  const reader = await enroll(nordico, { Licenses: 'r' })
  expect((await reader(keyLinks.read, params(serialKey))).status).toBe(403)
  const wide = await enroll(sudvia, { Licenses: 'r-ra-u' })
  expect((await wide(keyLinks.read, params(serialKey))).status).toBe(404)
})

test('a dump of the database opens no page: the code is not in it (threats L20)', async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const code = await make(acme, serialKey)
  const [row] = await raw<Record<string, Buffer>>(
    world,
    `select to_jsonb(g)::text as page from license_pages g join licenses l using (license_id) where l.serial_key = $1`,
    [serialKey],
  )
  expect(String(row?.page)).not.toContain(code)
  const [log] = await raw<Record<string, unknown>>(world, `select string_agg(e::text, ' ') as log from audit_log e`)
  expect(String(log?.log)).not.toContain(code)
})

test('a new key of the installation keeps the links; with a lost one a page is made anew (threats L20)', async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const code = await make(acme, serialKey)
  const other = openSecrets({ secretKey: 'another key of the installation', dataDir: '' })
  await write((tx) => resealPages(tx, testSecrets, other))
  expect(await acme.raw(keyLinks.read, params(serialKey))).toMatchObject(unknown)
  await write((tx) => resealPages(tx, other, testSecrets))
  expect(codeOf((await acme.call(keyLinks.read, params(serialKey))).url)).toBe(code)
  expect((await open(code)).status).toBe(200)
  await write((tx) => resealPages(tx, testSecrets, other))
  const anew = await make(acme, serialKey)
  expect(anew).not.toBe(code)
  expect(await open(code)).toMatchObject(unknown)
  expect((await open(anew)).status).toBe(200)
})

test('the sheet is one page with product, owner and the link as a QR code, and of the key only its end', {
  tags: ['long'],
}, async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const { url } = await acme.call(keyLinks.make, params(serialKey))
  for (const [languageCode, words] of [
    ['en', 'Scan to open the page'],
    ['it', 'Inquadra per aprire la pagina'],
  ] as const) {
    const { base64 } = await acme.call(keyLinks.sheet, { ...params(serialKey), body: { languageCode } })
    const bytes = Buffer.from(base64, 'base64')
    expect(qrIn(bytes)).toBe(url)
    const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(totalPages).toBe(1)
    for (const said of ['Edge for one year', 'Acme', 'Verdant', words, serialKey.slice(-5), url])
      expect(text.replace(/\s+/g, ' ')).toContain(said)
    expect(text).not.toContain(serialKey)
  }
  expect((await sudvia.raw(keyLinks.sheet, { ...params(serialKey), body: {} })).status).toBe(404)
})

test('the page says product, end, devices and the seller, and no key, price or other company (rules K34, threats L20)', async () => {
  const { serialKey, dueDate } = await keyEnding(acme, 20, { seats: 3 })
  await activate(serialKey, new Date(), 'laptop-7')
  await acme.raw(licenses.note, { ...params(serialKey), body: { licenseNote: 'For nobody else' } })
  const code = await make(acme, serialKey)
  const { body } = await open(code)
  expect(body).toMatchObject({
    productName: 'Edge for one year',
    state: 'valid',
    expirationDate: dueDate,
    isTrial: false,
    sellerName: 'Nordico',
    seats: 3,
    seatsOccupied: 2,
    releases: { allowed: 2, left: 2 },
    renewal: { askedDate: null, reason: null },
  })
  const text = JSON.stringify(body)
  const { rows } = { rows: await raw<Record<string, unknown>>(world, 'select name from accounts') }
  const names = rows.map(({ name }) => String(name)).filter((name) => name !== 'Nordico')
  expect(names.length).toBeGreaterThan(5)
  const ids = await raw<Record<string, unknown>>(
    world,
    `select l.license_id::text as id, l.owner_id::text as owner, s.license_seat_id::text as seat, s.device_uuid as device
     from licenses l join license_seats s using (tenant_id, license_id) where l.serial_key = $1`,
    [serialKey],
  )
  for (const hidden of [
    ...names,
    ...ids.flatMap((row) => Object.values(row).map(String)),
    ...[serialKey, serialKey.slice(-5), 'EDGE-1Y', '100', 'EUR', 'price', 'nobody else', '@'],
  ])
    expect(text, hidden).not.toContain(hidden)
})

test('10,000 guesses open nothing, near to a link, withdrawn or of another tenant (threats L20)', {
  tags: ['long'],
}, async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const code = await make(acme, serialKey)
  const withdrawn = await keyEnding(acme, 20)
  const gone = await make(acme, withdrawn.serialKey)
  await acme.call(keyLinks.withdraw, params(withdrawn.serialKey))
  const near = (at: number) =>
    `${code.slice(0, at)}${((Number.parseInt(code[at] ?? '0', 16) + 1) % 16).toString(16)}${code.slice(at + 1)}`
  const tries = [
    ...[gone, '', ' ', '%', '*', serialKey, code.slice(1), `${code}0`, `${code}' or true--`, '\u0000', '../licenses'],
    ...Array.from({ length: 32 }, (_, at) => near(at)),
    ...Array.from({ length: often(150, 9950) }, () => randomBytes(16).toString('hex')),
  ]
  const bodies = new Set<string>()
  for (const [at, tried] of tries.entries()) {
    // Without waiting: what a guess learns must not depend on the throttle.
    if (at % 15 === 0) await raw(world, 'delete from throttles')
    const { status, body } = await open(tried)
    expect([404, 422], tried).toContain(status)
    const { requestId: _, ...said } = body as Record<string, unknown>
    if (status === 404 && tried !== '') bodies.add(JSON.stringify(said))
  }
  expect(bodies.size).toBe(1)
  await raw(world, 'delete from throttles')
  const foreign = await open(code, { 'x-tenant-code': 'canary' })
  expect(foreign).toMatchObject(unknown)
  for (const call of [await ask(gone), await free(gone, 'x')]) expect(call).toMatchObject(unknown)
})

test('guesses of one client are throttled, and a page that is opened often is not (threats L21)', {
  tags: ['long'],
}, async () => {
  const { serialKey } = await keyEnding(acme, 20)
  const code = await make(acme, serialKey)
  for (let times = 0; times < 40; times++) expect((await open(code)).status).toBe(200)
  const statuses = await Promise.all(
    Array.from({ length: often(200, 10_000) }, async () => (await open(randomBytes(16).toString('hex'))).status),
  )
  expect(statuses.filter((status) => status === 404)).toHaveLength(20)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await open(code)).headers).toHaveProperty('retry-after')
})

test('a seat is freed within the policy of the product, by a name that works on this page only (rules K34, threats L21)', async () => {
  const { serialKey } = await keyEnding(acme, 20, { seats: 4 })
  for (const device of ['laptop-2', 'laptop-3', 'laptop-4']) await activate(serialKey, new Date(), device)
  const code = await make(acme, serialKey)
  const other = await make(acme, (await keyEnding(acme, 20)).serialKey)
  const [first, second, third] = (await pageOf(code)).devices
  const seatId = first?.seatId ?? ''
  // A name of another page is nobody's here, and frees nothing.
  expect((await free(other, seatId)).status).toBe(200)
  expect((await pageOf(code)).seatsOccupied).toBe(4)
  expect(await free(code, seatId)).toMatchObject({ status: 200, body: { seatsOccupied: 3, releases: { left: 1 } } })
  expect(await free(code, seatId)).toMatchObject({ status: 200, body: { seatsOccupied: 3, releases: { left: 1 } } })
  await free(code, second?.seatId ?? '')
  expect(await free(code, third?.seatId ?? '')).toMatchObject({
    status: 409,
    body: { code: 'DV430', info: { reason: 'none_left' } },
  })
  expect((await pageOf(code)).devices.map(({ releasable }) => releasable)).toEqual([false, false])
  const { items } = await acme.call(licenses.history, params(serialKey))
  expect(items.filter(({ event }) => event === 'seat_self_released').map(({ createdBy }) => createdBy)).toEqual([
    null,
    null,
  ])
})

test('a renewal is asked for once; owner and seller see it with what the asker said, and are told (rules K35, K36, Y6)', async () => {
  const { serialKey, dueDate } = await keyEnding(acme, 200)
  const code = await make(acme, serialKey)
  const said = { contactName: 'Rita <b>Rossi</b>', contactEmail: 'rita@acme.example', note: 'Two more years,\nplease' }
  const first = await ask(code, said)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ renewal: { askedDate: expect.any(String) } })
  // Who opens the page learns that it was asked, not by whom.
  expect(JSON.stringify(await open(code))).not.toContain('Rita')
  expect((await ask(code, { contactName: 'Somebody else' })).body).toEqual(first.body)
  for (const person of [acme, nordico]) {
    expect(await needs(person), person.email).toMatchObject([
      { kind: 'ask', code: serialKey, due: dueDate, urgency: 'asked', ask: said },
    ])
    const { items } = await person.call(news.list)
    expect(items[0]).toMatchObject({ kind: 'renewal_asked', words: { serialKey, accountName: 'Acme' } })
  }
  for (const person of [vendor, sudvia, bergen, fjord, canary]) expect(await needs(person), person.email).toEqual([])
  const { items } = await acme.call(licenses.history, params(serialKey))
  expect(items.filter(({ event }) => event === 'renewal_asked')).toHaveLength(1)
  await acme.call(keyLinks.dismiss, params(serialKey))
  expect(await needs(nordico)).toEqual([])
  expect((await pageOf(code)).renewal.askedDate).toBeNull()
})

test('from the ask to the approved order it is one call of the seller: the order is approved and the key renewed (rules K36)', async () => {
  await empty(acme, 'EDGE-1Y')
  await give(nordico, 'EDGE-1Y', 5)
  const { serialKey, dueDate } = await keyEnding(acme, 40, { seats: 2 })
  const code = await make(acme, serialKey)
  await ask(code)
  const [item] = await needs(nordico)
  const keys = [{ serialKey: item?.code ?? '', dueDate: item?.due ?? null }]
  expect(await acme.raw(renewals.renew, { body: { items: keys, approve: true } })).toMatchObject({ status: 403 })
  expect(await needs(nordico)).toHaveLength(1)
  const answer = await nordico.call(renewals.renew, { body: { items: keys, approve: true } })
  expect(outcomes(answer)).toEqual(['extended'])
  const order = answer.items[0]?.order
  expect(await nordico.call(orders.read, { params: { id: order?.orderId ?? '' } })).toMatchObject({
    status: 'approved',
    orderTotal: 200,
    buyer: { accountName: 'Acme' },
    vendor: { accountName: 'Nordico' },
  })
  expect(await needs(acme)).toEqual([])
  const page = await pageOf(code)
  expect(page.renewal.askedDate).toBeNull()
  expect(page.expirationDate?.slice(0, 4)).toBe(String(Number(dueDate.slice(0, 4)) + 1))
  expect((await acme.call(news.list)).items[0]).toMatchObject({ kind: 'order_approved' })
})

test('a seller who is short approves nothing and makes no order', async () => {
  await empty(acme, 'EDGE-1Y')
  await empty(nordico, 'EDGE-1Y')
  const { serialKey, dueDate } = await keyEnding(acme, 41)
  await ask(await make(acme, serialKey))
  const body = { items: [{ serialKey, dueDate }], approve: true }
  const before = (await acme.call(orders.sellIn, { body: {} })).count
  expect(await nordico.raw(renewals.renew, { body })).toMatchObject({ status: 409, body: { code: 'OC527' } })
  expect((await acme.call(orders.sellIn, { body: {} })).count).toBe(before)
  expect(await needs(nordico)).toHaveLength(1)
  // Ordered only, it waits as an order, and is asked for again once that is canceled.
  const { items } = await renew(acme, [{ serialKey, dueDate }])
  expect(await needs(nordico)).toEqual([])
  await change(nordico, items[0]?.order?.orderId ?? '', 'canceled')
  expect(await needs(nordico)).toHaveLength(1)
  await acme.call(keyLinks.dismiss, params(serialKey))
})

test('a renewal of a term ends what was asked, by whomever it was renewed', async () => {
  await give(acme, 'EDGE-1Y', 1)
  const { serialKey, dueDate } = await keyEnding(acme, 42)
  const code = await make(acme, serialKey)
  await ask(code)
  await renew(acme, [{ serialKey, dueDate }])
  expect((await pageOf(code)).renewal.askedDate).toBeNull()
  expect(await needs(acme)).toEqual([])
})

test.each([
  ['trial', 'EDGE-TRIAL', 'trial'],
  ['perpetual key', 'ENDLESS', 'perpetual'],
] as const)('a %s cannot be asked for, and the page says why (rules K35)', async (_what, sku, reason) => {
  const serialKey = await key(acme, sku)
  if (sku === 'ENDLESS') await raw(world, `update products set maintenance_is_perpetual = true where sku = 'ENDLESS'`)
  const fresh = sku === 'ENDLESS' ? await key(acme, sku) : serialKey
  await activate(fresh, new Date())
  const code = await make(acme, fresh)
  expect((await pageOf(code)).renewal).toEqual({ askedDate: null, reason })
  expect(await ask(code)).toMatchObject({ status: 409, body: { code: 'RQ409', info: { reason } } })
})

test('what nobody sells or renews is not asked for; the vendor renews its own from what it issues (rules K35)', async () => {
  await addProduct({ sku: 'UNLISTED', years: 1 })
  await addProduct({ sku: 'RETIRED', years: 1 })
  const unlisted = await make(acme, (await keyEnding(acme, 20, { sku: 'UNLISTED' })).serialKey)
  expect((await pageOf(unlisted)).renewal.reason).toBe('not_for_sale')
  const retired = await make(acme, (await keyEnding(acme, 20, { sku: 'RETIRED' })).serialKey)
  await raw(world, `update products set status = 'Deleted' where sku = 'RETIRED'`)
  expect((await pageOf(retired)).renewal.reason).toBe('no_product')
  const own = await make(vendor, (await keyEnding(vendor, 20, { sku: 'UNLISTED' })).serialKey)
  expect(await pageOf(own)).toMatchObject({ sellerName: null, renewal: { reason: null } })
  expect((await ask(own)).status).toBe(200)
  expect(await needs(vendor)).toMatchObject([{ kind: 'ask', account: { accountName: 'Verdant' } }])
})

test('a key that has ended says so, and is asked for all the same', async () => {
  const { serialKey, dueDate } = await keyEnding(acme, -2)
  const code = await make(acme, serialKey)
  expect(await pageOf(code)).toMatchObject({ state: 'ended', expirationDate: dueDate, renewal: { reason: null } })
  expect((await ask(code)).status).toBe(200)
  // It ended and was asked for: one record, at the reason that somebody waits for.
  expect(await needs(nordico)).toMatchObject([{ kind: 'ask', also: ['key'], urgency: 'overdue' }])
})

test('a key that has not started says so and is not asked for', async () => {
  const code = await make(acme, await key(acme, 'EDGE-1Y'))
  expect(await pageOf(code)).toMatchObject({ state: 'not_started', renewal: { reason: 'not_started' } })
})

test('a renewal of one key is asked for anew five times at most (threats L21)', async () => {
  const { serialKey } = await keyEnding(acme, 30)
  const code = await make(acme, serialKey)
  for (let times = 0; times < 5; times++) {
    expect((await ask(code)).status).toBe(200)
    await acme.call(keyLinks.dismiss, params(serialKey))
  }
  expect((await ask(code)).status).toBe(429)
})

test.each([
  ['a long name', { contactName: 'x'.repeat(101) }, 'contactName'],
  ['an address of two', { contactEmail: 'a@b.example, c@d.example' }, 'contactEmail'],
  ['a line break in an address', { contactEmail: 'a@b.example\nBcc: c@d.example' }, 'contactEmail'],
  ['a long note', { note: 'x'.repeat(1001) }, 'note'],
  ['a field that is none', { licenseId: 'x' }, ''],
])('%s is refused with its field', async (_what, body, path) => {
  const { serialKey } = await keyEnding(acme, 30)
  const code = await make(acme, serialKey)
  const answer = await ask(code, body)
  expect(answer).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  expect(JSON.stringify(answer.body)).toContain(path)
  expect(await needs(acme)).toEqual([])
})

test('an API key makes a page only with Licenses u, and its page is found in no list or event', async () => {
  const { serialKey } = await keyEnding(acme, 30)
  const machine = keysOf(world)
  const reads = await machine(acme, { permissions: [{ module: 'Licenses', flags: 'r' }] })
  expect((await reads.call(keyLinks.make, params(serialKey))).status).toBe(403)
  const writes = await machine(acme, { permissions: [{ module: 'Licenses', flags: 'r-u' }] })
  const { url } = keyLinks.make.answer.parse((await writes.call(keyLinks.make, params(serialKey))).body)
  const { body } = await acme.raw(licenses.search, { body: {} })
  expect(JSON.stringify(body)).not.toContain(codeOf(url))
  expect(JSON.stringify(await acme.call(licenses.read, params(serialKey)))).not.toContain(codeOf(url))
  const { items } = await vendor.call(audit.search, { body: {} })
  expect(JSON.stringify(items)).not.toContain(codeOf(url))
})
