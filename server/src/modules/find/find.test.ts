import { accounts } from '@trellis/contract/accounts'
import { certificates } from '@trellis/contract/certificates'
import { devices } from '@trellis/contract/devices'
import { environments } from '@trellis/contract/environments'
import { type FindHit, type FindKind, find, maximumHits } from '@trellis/contract/find'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { statementsOf } from '../../testing/statements.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world
const { request } = selling(world)
const { key } = licensing(world)
const deal = dealing(world)
const holding = rolesOf(world)

type Seen = Pick<FindHit, 'kind' | 'title'>
const hitsOf = async (who: Person, text: string) => (await who.call(find.search, { body: { text } })).items
const seen = async (who: Person, text: string): Promise<string[]> =>
  (await hitsOf(who, text)).map(({ kind, title }: Seen) => `${kind} ${title}`)

/** One record of each kind, all of Acme. */
const records = await (async () => {
  const order = await acme.call(orders.create, {
    body: { items: selling(world).items({ BOX: 2 }), orderRefCode: 'Città/2026-77' },
  })
  const serialKey = await key(acme, 'EDGE-1Y')
  await acme.call(devices.activate, { body: { serialKey, deviceUuid: 'A1-B2', deviceName: 'Perizia Büro' } })
  const dealId = await deal.register(acme, { 'EDGE-1Y': 1 }, { name: 'Caffè Gorizia', vatId: 'IT00743110157' })
  const defined = (await vendor.call(certificates.search, { body: {} })).items
  const of = (kind: 'User' | 'Account') => defined.find((each) => each.kind === kind)?.certificateId ?? ''
  const held = await vendor.call(userCertificates.create, {
    body: { certificateId: of('User'), userId: acmeBasic.userId },
  })
  const ofAccount = await vendor.call(accountCertificates.create, {
    body: { certificateId: of('Account'), accountId: acme.accountId },
  })
  const environment = await acme.call(environments.create, {
    body: { accountId: acme.accountId, customerName: 'Ospedale Niño', customerEnvironmentId: 'HOSP-9' },
  })
  const list = await vendor.call(priceLists.create, { body: { name: 'Autumn Señor list', currencyId: 978 } })
  const [license] = await raw<{ id: string }>(world, `select license_id as id from licenses where serial_key = $1`, [
    serialKey,
  ])
  const [code] = await raw<{ code: string }>(
    world,
    `select validation_code as code from issued_certificates where issued_id = $1`,
    [held.id],
  )
  await raw(
    world,
    `update addresses set legal_name = 'Acme Holding S.p.A.', vat_id = 'NO987654321' where account_id = $1`,
    [acme.accountId],
  )
  return {
    order: { id: order.id, code: order.orderCode },
    license: { id: license?.id ?? '', code: serialKey },
    deal: { id: dealId, code: (await deal.read(acme, dealId)).code },
    userCertificate: { id: held.id, code: code?.code ?? '' },
    accountCertificate: { id: ofAccount.id, code: '' },
    environment: { id: environment.id, code: 'HOSP-9' },
    priceList: { id: list.id, code: '' },
    product: { id: world.products.BOX?.productId ?? '', code: 'BOX' },
    account: {
      id: acme.accountId,
      code: (await acme.call(accounts.read, { params: { id: acme.accountId } })).accountCode,
    },
    user: { id: acmeBasic.userId, code: acmeBasic.email },
  } satisfies Record<FindKind, { id: string; code: string }>
})()

const firstOf = (text: string) => text.slice(0, 5).toLowerCase()

test.each<[FindKind, string, string]>([
  ['account', 'name', 'acme'],
  ['account', 'whole code', records.account.code],
  ['account', 'VAT id', 'no987654321'],
  ['account', 'part of the VAT id', '8765432'],
  ['account', 'legal name with the name, in any order', 'holding ACME'],
  ['order', 'code', records.order.code],
  ['order', 'code in small letters', records.order.code.toLowerCase()],
  ['order', 'end of the code', records.order.code.slice(-6)],
  ['order', 'reference without its accent', 'citta/2026-77'],
  ['order', 'part of the reference', '2026-77'],
  ['order', 'reference and buyer in any order', '77 acme'],
  ['order', 'buyer and vendor', 'nordico acme'],
  ['license', 'whole key', records.license.code],
  ['license', 'whole key as it is read out, without hyphens', records.license.code.toLowerCase().replaceAll('-', ' ')],
  ['license', 'part of the key', firstOf(records.license.code.slice(5))],
  ['license', 'name of a device, accents folded', 'buro PERIZIA'],
  ['license', 'id of a device', 'a1-b2'],
  ['license', 'owner and device', 'acme perizia'],
  ['license', 'owner and product', 'edge acme'],
  ['deal', 'code', records.deal.code],
  ['deal', 'prospect without its accent, in any order', 'gorizia caffe'],
  ['deal', 'VAT id', 'IT00743110157'],
  ['deal', 'prospect and vendor', 'acme caffè'],
  ['product', 'name', 'cardboard'],
  ['product', 'SKU', 'box'],
  ['user', 'name', 'basil'],
  ['user', 'address', acmeBasic.email],
  ['user', 'person and company in any order', 'acme basil'],
  ['priceList', 'name', 'senor autumn'],
  ['userCertificate', 'validation code', records.userCertificate.code],
  ['userCertificate', 'part of the code', records.userCertificate.code.slice(2, 8).toLowerCase()],
  ['userCertificate', 'person', 'basil'],
  ['accountCertificate', 'company', 'acme'],
  ['environment', 'customer without its tilde', 'nino ospedale'],
  ['environment', 'id', 'hosp-9'],
])('the vendor finds the %s by %s (rules U1)', async (kind, _by, text) => {
  const items = await hitsOf(vendor, text)
  expect(items.filter((item) => item.kind === kind).map(({ recordId }) => recordId)).toContain(records[kind].id)
})

test('a record must contain every word: with a second word that does not occur, nothing is found', async () => {
  expect(await seen(vendor, 'acme zzyzx')).toEqual([])
  expect(await seen(vendor, 'edge zzyzx')).toEqual([])
})

test('a record whose code equals the text comes first, before those that contain it (rules U3)', async () => {
  const [first] = await hitsOf(vendor, 'edge-1y')
  expect([first?.kind, first?.code, first?.match]).toEqual(['product', 'EDGE-1Y', 'whole'])
  const [named] = await hitsOf(vendor, records.order.code)
  expect([named?.kind, named?.title, named?.match]).toEqual(['order', records.order.code, 'whole'])
})

test('if there are many hits, only the latest few of each kind are shown', async () => {
  const codes: string[] = []
  for (let n = 0; n < maximumHits + 2; n++) codes.push((await request(bergen, { BOX: 1 })).orderCode)
  const found = (await hitsOf(nordico, 'bergen')).filter(({ kind }) => kind === 'order')
  expect(found.map(({ title }) => title)).toEqual(codes.slice(-maximumHits).reverse())
})

test('hits are grouped by kind, and the kind with the best hit comes first', async () => {
  const kinds = (await hitsOf(vendor, 'acme')).map(({ kind }) => kind)
  expect(kinds[0]).toBe('account')
  expect(kinds).toEqual([...new Set(kinds)].flatMap((kind) => kinds.filter((each) => each === kind)))
})

const theirs = Object.values(records).map(({ id }) => id)
const everyText = [
  'acme',
  'basil',
  'caffe',
  'box',
  'perizia',
  'nino',
  '2026-77',
  'NO987654321',
  'senor',
  records.license.code,
]
const everyRecord = (Object.entries(records) as [FindKind, { id: string }][]).map(([kind, { id }]) => ({
  kind,
  recordId: id,
}))
/** What a reader gets of Acme's records, by texts and by ids. */
async function reached(call: Person['raw']): Promise<Set<string>> {
  const asked = [
    ...everyText.map((text) => call(find.search, { body: { text } })),
    call(find.records, { body: { records: everyRecord } }),
  ]
  const items = (await Promise.all(asked)).flatMap(({ body }) => (body as { items: FindHit[] }).items)
  return new Set(items.map(({ recordId }) => recordId).filter((id) => theirs.includes(id)))
}

test('a sibling account finds only the shared catalogue, and another tenant not even that (rules U2)', async () => {
  expect(await reached(bergen.raw)).toEqual(new Set([records.product.id]))
  expect(await reached(sudvia.raw)).toEqual(new Set([records.product.id]))
  expect(await reached(canary.raw)).toEqual(new Set())
})

test('the distributor above finds all of Acme’s records, but not the vendor’s own price list', async () => {
  expect(await reached(nordico.raw)).toEqual(new Set(theirs.filter((id) => id !== records.priceList.id)))
})

const moduleOf: Record<FindKind, string> = {
  account: 'Accounts',
  order: 'Orders',
  license: 'Licenses',
  deal: 'Deals',
  product: 'Products',
  user: 'Users',
  priceList: 'PriceLists',
  userCertificate: 'Certifications',
  accountCertificate: 'Certifications',
  environment: 'Environments',
}

test.each(Object.entries(moduleOf))('%s is found with %s:r, and absent without (rules U2)', async (kind, module) => {
  const id = records[kind as FindKind].id
  const others = Object.fromEntries(
    Object.values(moduleOf).flatMap((each) => (each === module ? [] : [[each, 'c-r-u-d']])),
  )
  const may = await holding(vendor, { [module]: 'r' })
  const mayNot = await holding(vendor, others)
  expect(await reached(may)).toContain(id)
  expect(await reached(mayNot)).not.toContain(id)
})

test.each(Object.entries(moduleOf).filter(([, module]) => module !== 'Products'))(
  '%s out of the own sub-tree is found with %s:ra, and only with it (rules G3)',
  async (kind, module) => {
    const id = records[kind as FindKind].id
    const wide = await holding(sudvia, { [module]: 'ra' })
    const others = Object.fromEntries(
      Object.values(moduleOf).flatMap((each) => (each === module ? [] : [[each, 'ra']])),
    )
    const narrow = await holding(sudvia, { ...others, [module]: 'r' })
    expect(await reached(wide)).toContain(id)
    expect(await reached(narrow)).not.toContain(id)
  },
)

test('a VAT id that the reader may not see finds no order, so it cannot be guessed by trying (rules U2)', async () => {
  const { call } = { call: await holding(acme, { Orders: 'r' }) }
  await raw(world, `update addresses set vat_id = 'NO555444333' where account_id = $1`, [nordico.accountId])
  const { body } = await call(find.search, { body: { text: 'NO555444333' } })
  expect(body).toEqual({ items: [] })
})

test('an order says who decides and on which side the reader is', async () => {
  const of = async (who: Person) => (await hitsOf(who, records.order.code)).find(({ kind }) => kind === 'order')
  expect(await of(nordico)).toMatchObject({
    side: 'vendor',
    status: 'pending',
    blocked: { approve: null },
    about: 'Acme',
  })
  expect(await of(acme)).toMatchObject({ side: 'buyer', blocked: { approve: 'RQ403' }, about: 'Nordico' })
})

test.each([
  '%%',
  '__',
  '\\\\',
  '\\%',
  'a%b',
  '％％％',
  '＿＿＿',
  "'; drop table orders; --",
  '🧭🧭',
  '((((',
  ', ,',
  ';;',
])('the text %s is taken literally and finds nothing', async (text) => {
  const { status, body } = await vendor.raw(find.search, { body: { text } })
  expect([status, body]).toEqual([200, { items: [] }])
})

test('a text is two to 255 characters long; records are at most twenty', async () => {
  for (const text of ['', ' a ', 'x'.repeat(256)])
    expect(await vendor.refused(find.search, { body: { text } })).toMatchObject({ code: 'RQ422' })
  const one = { kind: 'order', recordId: newId() } as const
  expect(await vendor.refused(find.records, { body: { records: Array(21).fill(one) } })).toMatchObject({
    code: 'RQ422',
  })
  expect(await hitsOf(vendor, `${'word '.repeat(40)}${'q'.repeat(50)}`)).toEqual([])
})

test('two letters are found in names, and among the latest orders and keys', async () => {
  expect(await seen(vendor, 'ac')).toEqual(expect.arrayContaining(['account Acme']))
  expect(await seen(vendor, 'fj')).toEqual(expect.arrayContaining(['account Fjord', 'user Finn Fjord']))
  expect((await hitsOf(vendor, 'SO')).some(({ kind }) => kind === 'order')).toBe(true)
})

/** A query that creates keys newer than all others, with the columns that a list needs. */
const bulkOfKeys = `
  insert into licenses (tenant_id, license_id, serial_key, product_id, owner_id, seats, license_is_perpetual, maintenance_is_perpetual)
  select $1, gen_random_uuid(), 'LATER-' || 10000 + n, (select product_id from products where tenant_id = $1 limit 1), $2, 1, false, false
  from generate_series(1, 320) n`

test('an old order and an old key are found by their texts and by their owner, although hundreds are newer', async () => {
  const serialKey = await key(bergen, 'CORE-3Y')
  const [old] = await raw<{ id: string }>(
    world,
    `update orders set ref_code = 'needle-in-hay', created_at = now() - interval '9 years' where order_id = $1
     returning order_id as id`,
    [records.order.id],
  )
  await raw(
    world,
    `update scopes set created_at = now() - interval '9 years' where record_id = '${records.order.id}';
     update licenses set created_at = now() - interval '9 years' where serial_key = '${serialKey}';
     update scopes s set created_at = l.created_at from licenses l
     where l.license_id = s.record_id and l.serial_key = '${serialKey}'`,
  )
  await raw(
    world,
    `insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total)
     select $1, gen_random_uuid(), 'SO-1999-' || 100000 + n, gen_random_uuid(), $2, $3, 'import', 'approved', 978, 0
     from generate_series(1, 320) n`,
    [world.tenantId, bergen.accountId, nordico.accountId],
  )
  await raw(world, bulkOfKeys, [world.tenantId, fjord.accountId])
  expect((await hitsOf(nordico, 'needle')).map(({ recordId }) => recordId)).toEqual([old?.id])
  expect(await seen(nordico, records.order.code)).toEqual([`order ${records.order.code}`])
  const orderOf = (hits: FindHit[]) => hits.filter(({ kind }) => kind === 'order').map(({ recordId }) => recordId)
  expect(orderOf(await hitsOf(nordico, 'acme'))).toEqual([old?.id])
  expect(await seen(nordico, serialKey)).toEqual([`license ${serialKey}`])
})

test('a renamed record is found by its new name only; a deleted one is not found', async () => {
  const invited = await acme.call(users.create, {
    body: {
      parentAccountId: acme.accountId,
      user: { userName: 'quentin@acme.example', firstName: 'Quentin', lastName: 'Zola', roles: [4] },
    },
  })
  expect(await seen(acme, 'zola')).toEqual(['user Quentin Zola'])
  await raw(world, `update users set last_name = 'Quasimodo' where user_id = $1`, [invited.id])
  expect(await seen(acme, 'zola')).toEqual([])
  expect(await seen(acme, 'quasimodo')).toEqual(['user Quentin Quasimodo'])
  await raw(world, `update users set deleted_at = now() where user_id = $1`, [invited.id])
  expect(await seen(acme, 'quasimodo')).toEqual([])
  const gone = { kind: 'user', recordId: invited.id } as const
  expect((await acme.call(find.records, { body: { records: [gone] } })).items).toEqual([])
})

test('records requested by their ids have the order of the request, and an id finds records of the requested kind only', async () => {
  const { items } = await vendor.call(find.records, { body: { records: everyRecord } })
  expect(items.map(({ kind, recordId }) => ({ kind, recordId }))).toEqual(everyRecord)
  const disguised = { kind: 'accountCertificate', recordId: records.userCertificate.id } as const
  expect((await vendor.call(find.records, { body: { records: [disguised] } })).items).toEqual([])
})

test('a search takes two statements for any reader and text, and one if nothing is found', async () => {
  for (const [who, text] of [vendor, nordico, acmeBasic].flatMap(
    (each) =>
      [
        [each, 'acme box'],
        [each, 'zzyzx qqq'],
      ] as const,
  )) {
    expect(await statementsOf(() => hitsOf(who, text))).toBe(text === 'acme box' ? 2 : 1)
  }
})
