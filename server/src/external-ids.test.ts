import { accounts } from '@trellis/contract/accounts'
import { audit } from '@trellis/contract/audit'
import { catalogue } from '@trellis/contract/catalogue'
import type { Problem } from '@trellis/contract/codes'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { events } from '@trellis/contract/events'
import type { ExternalIdChanges, ExternalIds, NumberedKind } from '@trellis/contract/external-ids'
import { find } from '@trellis/contract/find'
import { licenses } from '@trellis/contract/licenses'
import { network as accountTree } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { branches, group } from './testing/branches.ts'
import { rolesOf } from './testing/calling.ts'
import { dealing } from './testing/dealing.ts'
import { keysOf } from './testing/keys.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person, type Raw } from './testing/network.ts'
import { raw, selling } from './testing/selling.ts'

/* The ids that other systems have for records (rules G29, decision 135). */

const world = await network()
const { vendor, manager, nordico, acme, acmeBasic, bergen, sudvia, canary } = world
const { items } = selling(world)
const { give } = licensing(world)
const deal = dealing(world)
const branch = branches(world)
const holding = rolesOf(world)
await give(acme, 'EDGE-1Y', 50)
const { priceListId } = await nordico.call(priceLists.association, { params: { accountId: nordico.accountId } })

interface Kind {
  kind: NumberedKind
  /** Who creates and changes such records. */
  who: Person
  create(externalIds?: ExternalIdChanges): { endpoint: Endpoint; body: Record<string, unknown> }
  read: Endpoint
  change: Endpoint
  /** What a change needs beside the ids. */
  rest(record: Record<string, unknown>): object
  search: Endpoint
  key: string
}

let count = 0
const product = (sku: string) => ({ sku, name: `Product ${sku}`, priceMsrp: 5, isLicense: false })
const kinds: Kind[] = [
  {
    kind: 'account',
    who: nordico,
    create: (externalIds) => ({
      endpoint: accountTree.create,
      body: {
        ...branch.draft(`Numbered ${count}`, { under: nordico, groupId: group.SILVER, priceListId }),
        ...(externalIds && { externalIds }),
      },
    }),
    read: accounts.read,
    change: accounts.update,
    rest: ({ accountName }) => ({ accountName }),
    search: accounts.search,
    key: 'accountId',
  },
  {
    kind: 'product',
    who: manager,
    create: (externalIds) => ({
      endpoint: catalogue.create,
      body: { ...product(`N-${count}`), ...(externalIds && { externalIds }) },
    }),
    read: catalogue.read,
    change: catalogue.update,
    rest: ({ sku }) => product(String(sku)),
    search: catalogue.search,
    key: 'productId',
  },
  {
    kind: 'order',
    who: acme,
    create: (externalIds) => ({
      endpoint: orders.create,
      body: { items: items({ BOX: 1 }), ...(externalIds && { externalIds }) },
    }),
    read: orders.read,
    change: orders.update,
    rest: () => ({}),
    search: orders.sellIn,
    key: 'orderId',
  },
  {
    kind: 'deal',
    who: acme,
    create: (externalIds) => ({
      endpoint: deals.create,
      body: { ...deal.draft(acme, { BOX: 1 }), ...(externalIds && { externalIds }) },
    }),
    read: deals.read,
    change: deals.update,
    rest: () => ({}),
    search: deals.search,
    key: 'dealId',
  },
  {
    kind: 'license',
    who: acme,
    create: (externalIds) => ({
      endpoint: licenses.create,
      body: {
        parentAccountId: acme.accountId,
        items: [{ productId: world.products['EDGE-1Y']?.productId, qt: 1 }],
        ...(externalIds && { externalIds }),
      },
    }),
    read: licenses.read,
    change: licenses.note,
    rest: () => ({}),
    search: licenses.search,
    key: 'licenseId',
  },
]
const of = (name: NumberedKind) => kinds.find(({ kind }) => kind === name) as Kind

/** How a record is named in paths, and its id. */
interface Made {
  params: Record<string, string>
  id: string
}
const creating = ({ create }: Kind, externalIds?: ExternalIdChanges) => {
  count += 1
  return create(externalIds)
}
async function made(kind: Kind, externalIds?: ExternalIdChanges): Promise<Made> {
  const { endpoint, body } = creating(kind, externalIds)
  const answer = await kind.who.raw(endpoint, { body })
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  const { id, serialKeys } = answer.body as { id: string; serialKeys?: string[] }
  return { id, params: kind.kind === 'license' ? { serialKey: serialKeys?.[0] ?? '' } : { id } }
}
const read = async (kind: Kind, { params }: Made, who = kind.who) =>
  (await who.raw(kind.read, { params })) as {
    status: number
    body: Record<string, unknown>
    headers: Record<string, string>
  }
const idsOf = async (kind: Kind, record: Made, who = kind.who) =>
  (await read(kind, record, who)).body.externalIds as ExternalIds
async function changing(kind: Kind, record: Made, externalIds: unknown, who = kind.who, more: Raw = {}) {
  const { body } = await read(kind, record)
  return who.raw(kind.change, { params: record.params, body: { ...kind.rest(body), externalIds }, ...more })
}
async function found(kind: Kind, values: unknown[], who = kind.who): Promise<unknown[]> {
  const body = { includeChildren: true, filterBy: [{ field: 'externalId', values }] }
  const answer = await who.raw(kind.search, { body })
  expect(answer.status).toBe(200)
  const page = answer.body as { items: Record<string, unknown>[]; count: number }
  expect(page.count).toBe(page.items.length)
  return page.items.map((item) => item[kind.key])
}
const issuesOf = (answer: { status: number; body: unknown }) => {
  const { code, info } = answer.body as Problem & { info?: { issues?: { path: string; code: string }[] } }
  return [answer.status, code, info?.issues?.map((issue) => [issue.path, issue.code])]
}

test.each(kinds)('$kind: what another system calls it is given on creation, answered and found', async (kind) => {
  const record = await made(kind, { sap: `4711 ${kind.kind}`, crm: 'C:9', none: null })
  expect(await idsOf(kind, record)).toEqual({ crm: 'C:9', sap: `4711 ${kind.kind}` })
  expect(await idsOf(kind, await made(kind))).toEqual({})
  for (const value of [`sap:4711 ${kind.kind}`, `4711 ${kind.kind}`, 'crm:C:9'])
    expect([value, await found(kind, [value])]).toEqual([value, [record.id]])
  for (const value of ['sap:4711', `SAP:4711 ${kind.kind}`, `crm:4711 ${kind.kind}`, 'C', '', ':', 9])
    expect([value, await found(kind, [value])]).toEqual([value, []])
  expect(await found(kind, ['crm:nobody', 'crm:C:9'])).toEqual([record.id])
})

test.each(kinds)('$kind: the words of a list and ⌘K find the record by the id, for who may see it', async (kind) => {
  const theirs = `FND-${kind.kind.toUpperCase()}`
  const record = await made(kind, { finder: theirs, spaced: `Two ${theirs}` })
  await made(kind, { finder: `${theirs}-other` })
  const listed = async (text: string, who = kind.who) => {
    const body = { includeChildren: true, filterBy: [{ field: 'anything', values: [text] }] }
    const page = (await who.raw(kind.search, { body })).body as { items: Record<string, unknown>[]; count: number }
    expect(page.count).toBe(page.items.length)
    return page.items.map((item) => item[kind.key])
  }
  const hits = async (text: string, who = kind.who) =>
    (await who.call(find.search, { body: { text } })).items.map(({ kind: of, recordId, match }) => [
      of,
      recordId,
      match,
    ])
  for (const text of [theirs, theirs.toLowerCase(), `finder:${theirs}`, `Finder:${theirs}`]) {
    expect([text, await listed(text)]).toEqual([text, [record.id]])
    expect([text, await hits(text)]).toEqual([text, [[kind.kind, record.id, 'whole']]])
  }
  expect(await hits(`Two ${theirs}`)).toEqual([[kind.kind, record.id, 'whole']])
  // With words of the record itself, and not with others.
  expect(await listed(`${theirs} zzyzx`)).toEqual([])
  expect(await hits(`${theirs} zzyzx`)).toEqual([])
  for (const text of [theirs.slice(0, -1), `other:${theirs}`, `finder:`, `${theirs}%`])
    expect([text, await listed(text), await hits(text)]).toEqual([text, [], []])
  for (const who of [bergen, sudvia, canary])
    expect([await listed(theirs, who), await hits(theirs, who)]).toEqual([[], []])
  const blind = await holding(kind.who, { Users: 'r' })
  expect((await blind(find.search, { body: { text: theirs } })).body).toEqual({ items: [] })
})

test('an id that records of several kinds have finds them all, and a stranger none', async () => {
  const records = await Promise.all(kinds.map(async (kind) => [kind.kind, (await made(kind, { many: 'MANY-1' })).id]))
  const hits = async (who: Person) =>
    (await who.call(find.search, { body: { text: 'many-1' } })).items.map(({ kind, recordId }) => [kind, recordId])
  expect((await hits(vendor)).toSorted()).toEqual(records.toSorted())
  expect(await hits(sudvia)).toEqual([])
})

test.each(kinds)('$kind: a list carries them, also where only they are asked for', async (kind) => {
  const record = await made(kind, { list: `L-${kind.kind}` })
  const filterBy = [{ field: 'externalId', values: [`list:L-${kind.kind}`] }]
  const answer = async (body: object) =>
    (await kind.who.raw(kind.search, { body: { includeChildren: true, filterBy, ...body } })).body
  expect(await answer({})).toMatchObject({ items: [{ externalIds: { list: `L-${kind.kind}` } }] })
  expect(await answer({ fields: ['externalIds'] })).toMatchObject({
    items: [{ [kind.key]: record.id, externalIds: { list: `L-${kind.kind}` } }],
  })
})

test.each(kinds)(
  '$kind: a change names systems: it sets, replaces and removes those, and leaves the others',
  async (kind) => {
    const record = await made(kind, { a: `1-${kind.kind}`, b: `2-${kind.kind}` })
    expect((await changing(kind, record, { b: `3-${kind.kind}`, c: `4-${kind.kind}` })).status).toBe(200)
    expect(await idsOf(kind, record)).toEqual({ a: `1-${kind.kind}`, b: `3-${kind.kind}`, c: `4-${kind.kind}` })
    const removed = await changing(kind, record, { a: null, nobody: null })
    expect(removed.body).toMatchObject({ externalIds: { b: `3-${kind.kind}`, c: `4-${kind.kind}` } })
    for (const nothing of [{}, null, undefined]) await changing(kind, record, nothing)
    expect(await idsOf(kind, record)).toEqual({ b: `3-${kind.kind}`, c: `4-${kind.kind}` })
    // What was given up is free.
    expect(await idsOf(kind, await made(kind, { a: `1-${kind.kind}` }))).toEqual({ a: `1-${kind.kind}` })
  },
)

test.each(kinds)(
  '$kind: an id that another one has is refused at its place, and nothing of the request counts',
  async (kind) => {
    await made(kind, { taken: `T-${kind.kind}` })
    const { endpoint, body } = creating(kind, { fine: `F-${kind.kind}`, taken: `T-${kind.kind}` })
    const refused = [422, 'RQ422', [['externalIds.taken', 'taken']]]
    expect(issuesOf(await kind.who.raw(endpoint, { body }))).toEqual(refused)
    expect(await found(kind, [`F-${kind.kind}`])).toEqual([])
    const record = await made(kind)
    expect(issuesOf(await changing(kind, record, { taken: `T-${kind.kind}` }))).toEqual(refused)
    expect(await idsOf(kind, record)).toEqual({})
  },
)

test.each(kinds)('$kind: of two who give the same id at once to two records, one is refused', async (kind) => {
  const [one, other] = [await made(kind), await made(kind)]
  const answers = await Promise.all([one, other].map((record) => changing(kind, record, { race: `R-${kind.kind}` })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await found(kind, [`race:R-${kind.kind}`])).toHaveLength(1)
})

test.each(kinds)('$kind: names and ids of impossible form, and more than ten, are refused', async (kind) => {
  const record = await made(kind)
  const wrong: [unknown, string][] = [
    [{ SAP: '1' }, 'externalIds'],
    [{ '': '1' }, 'externalIds'],
    [{ 'a:b': '1' }, 'externalIds'],
    [{ ['x'.repeat(41)]: '1' }, 'externalIds'],
    [{ sap: '' }, 'externalIds.sap'],
    [{ sap: ' 1' }, 'externalIds.sap'],
    [{ sap: '1|2' }, 'externalIds.sap'],
    [{ sap: 'a\nb' }, 'externalIds.sap'],
    [{ sap: 'a\u0000' }, 'externalIds.sap'],
    [{ sap: '1'.repeat(101) }, 'externalIds.sap'],
    [{ sap: 1 }, 'externalIds.sap'],
    [['sap'], 'externalIds'],
    [Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`s${n}`, 'x'])), 'externalIds'],
  ]
  for (const [given, path] of wrong) {
    const [status, , issues] = issuesOf(await changing(kind, record, given))
    expect([given, status, (issues as string[][])[0]?.[0]?.startsWith(path)]).toEqual([given, 422, true])
  }
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`s${n}`, `${n}-${kind.kind}`]))
  expect((await changing(kind, record, ten)).status).toBe(200)
  expect(issuesOf(await changing(kind, record, { more: '1' }))).toEqual([422, 'RQ422', [['externalIds', 'too_many']]])
  expect((await changing(kind, record, { s0: null, more: `1-${kind.kind}` })).status).toBe(200)
  const longest = '/'.repeat(100)
  expect((await changing(kind, record, { s1: longest })).body).toMatchObject({ externalIds: { s1: longest } })
  await changing(kind, record, { s1: null })
})

test.each(kinds)(
  '$kind: a change of an id is an event with all before and after, another version, and no event without a difference',
  async (kind) => {
    const record = await made(kind, { sap: `V-${kind.kind}` })
    const before = (await read(kind, record)).headers.etag
    const events = async () =>
      (
        await vendor.call(audit.search, {
          body: { limit: 50, filterBy: [{ field: 'entityId', values: [record.id] }] },
        })
      ).items.filter(({ after }) => after !== null && 'externalIds' in (after as object))
    expect((await events()).map(({ after }) => (after as { externalIds: unknown }).externalIds)).toEqual([
      { sap: `V-${kind.kind}` },
    ])
    await changing(kind, record, { crm: `W-${kind.kind}` }, kind.who, { headers: { 'if-match': before ?? '' } })
    const after = (await read(kind, record)).headers.etag
    expect(after).not.toBe(before)
    expect((await events())[0]).toMatchObject({
      before: { externalIds: { sap: `V-${kind.kind}` } },
      after: { externalIds: { crm: `W-${kind.kind}`, sap: `V-${kind.kind}` } },
    })
    const known = (await events()).length
    await changing(kind, record, { crm: `W-${kind.kind}` })
    expect(await events()).toHaveLength(known)
    const late = await changing(kind, record, { crm: 'late' }, kind.who, { headers: { 'if-match': before ?? '' } })
    expect([late.status, (late.body as Problem).code]).toEqual([412, 'RQ412'])
  },
)

test('the same id is free for another kind of record, for another system and in another tenant', async () => {
  for (const kind of kinds) await made(kind, { everywhere: '1', [`also-${kind.kind}`]: '1' })
  const { endpoint, body } = of('product').create({ everywhere: '1' })
  expect((await canary.raw(endpoint, { body: { ...body, sku: 'C-1' } })).status).toBe(201)
  expect(await found(of('product'), ['everywhere:1'], canary)).toHaveLength(1)
  expect(await found(of('product'), ['everywhere:1'])).toHaveLength(1)
})

test('both sides of an order read its ids; another branch, another tenant and who may not read orders do not find it by them', async () => {
  const kind = of('order')
  const record = await made(kind, { erp: 'SO-1' })
  for (const reader of [nordico, vendor]) expect(await idsOf(kind, record, reader)).toEqual({ erp: 'SO-1' })
  for (const stranger of [bergen, sudvia, canary]) {
    expect(await found(kind, ['erp:SO-1'], stranger)).toEqual([])
    expect((await read(kind, record, stranger)).status).toBe(404)
    expect((await changing(kind, record, { erp: 'SO-2' }, stranger)).status).toBe(404)
  }
  expect(await idsOf(kind, record)).toEqual({ erp: 'SO-1' })
})

test('that an id is taken is said to who cannot reach the record that has it, and nothing of that record', async () => {
  const kind = of('order')
  const record = await made(kind, { erp: 'SECRET-1' })
  const { code: orderCode } = { code: String((await read(kind, record)).body.orderCode) }
  const answer = await bergen.raw(orders.create, {
    body: { items: items({ BOX: 1 }), externalIds: { erp: 'SECRET-1' } },
  })
  expect(issuesOf(answer)).toEqual([422, 'RQ422', [['externalIds.erp', 'taken']]])
  const told = JSON.stringify(answer.body)
  for (const secret of [record.id, orderCode, acme.accountId]) expect(told).not.toContain(secret)
})

test('an id that the seller gave is not changed or removed by the buyer, who may give others; the seller may change both', async () => {
  const kind = of('order')
  const record = await made(kind, { buyer: 'B-1' })
  expect((await changing(kind, record, { seller: 'S-1' }, nordico)).status).toBe(200)
  for (const attempt of [{ seller: 'S-2' }, { seller: null }, { seller: null, buyer: 'B-2' }])
    expect(await changing(kind, record, attempt)).toMatchObject({
      status: 403,
      body: { code: 'RQ403', info: { reason: 'side' } },
    })
  // Written back unchanged, as a client that reads, changes and writes does.
  expect((await changing(kind, record, { seller: 'S-1', buyer: 'B-3' })).body).toMatchObject({
    externalIds: { buyer: 'B-3', seller: 'S-1' },
  })
  expect((await changing(kind, record, { buyer: 'B-4', seller: 'S-3' }, nordico)).status).toBe(200)
  // What the seller changed is the seller's from then on.
  expect((await changing(kind, record, { buyer: 'B-5' })).status).toBe(403)
  expect(await idsOf(kind, record)).toEqual({ buyer: 'B-4', seller: 'S-3' })
})

test('who may not change a record does not give it ids: a colleague without the flag, and a reader of the whole tenant', async () => {
  for (const kind of kinds) {
    const record = await made(kind)
    const { status } = await changing(kind, record, { sneaky: `x-${kind.kind}` }, acmeBasic)
    expect([kind.kind, status === 403 || status === 404]).toEqual([kind.kind, true])
    expect(await idsOf(kind, record)).toEqual({})
  }
})

test('several keys of one call have no external id, and none is made', async () => {
  const { endpoint, body } = of('license').create({ erp: 'K-1' })
  const [item] = body.items as object[]
  const before = await acme.stockOf('EDGE-1Y')
  const several = { ...body, items: [{ ...item, qt: 2, generateSeparateKeys: true }] }
  expect(issuesOf(await acme.raw(endpoint, { body: several }))).toEqual([
    422,
    'RQ422',
    [['externalIds', 'several_keys']],
  ])
  expect(await acme.stockOf('EDGE-1Y')).toBe(before)
})

test('a creation that is sent again with its Idempotency-Key has the first effect, ids and all', async () => {
  const asked = {
    body: { items: items({ BOX: 1 }), externalIds: { erp: 'ONCE' } },
    headers: { 'idempotency-key': 'once' },
  }
  const [first, second] = [await acme.raw(orders.create, asked), await acme.raw(orders.create, asked)]
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
})

test('a deleted account and a removed product free their ids', async () => {
  const account = await made(of('account'), { free: 'A' })
  await nordico.call(accountTree.remove, { params: { id: account.id } })
  await made(of('account'), { free: 'A' })
  const gone = await made(of('product'), { free: 'A' })
  await manager.raw(catalogue.remove, { params: { id: gone.id } })
  await made(of('product'), { free: 'A' })
})

test('a product that is published in another tenant has no ids there, and none of the owner’s', async () => {
  const { endpoint, body } = creating(of('product'), { erp: 'SHARED' })
  const [canaryTenant] = await raw<{ tenant_id: string }>(world, `select tenant_id from tenants where code = 'canary'`)
  const own = await vendor.raw(endpoint, { body: { ...body, tenants: [canaryTenant?.tenant_id] } })
  expect([own.status, own.body]).toEqual([201, own.body])
  const { id } = own.body as { id: string }
  const seen = await canary.raw(catalogue.read, { params: { id } })
  expect([seen.status, (seen.body as { externalIds: unknown }).externalIds]).toEqual([200, {}])
  expect(await found(of('product'), ['SHARED'], canary)).toEqual([])
})

test('the feed tells an integrator of a changed id, with the record as it is', async () => {
  const { call } = await keysOf(world)(acme)
  const kind = of('order')
  const start = ((await call(events.list, { query: { after: 'latest' } })).body as { next: string }).next
  const record = await made(kind)
  await changing(kind, record, { erp: 'FEED-1' })
  const told = (await call(events.list, { query: { after: start, limit: 200 } })).body as {
    items: { type: string; entityId: string; data: { externalIds: unknown } }[]
  }
  const mine = told.items.filter(({ entityId }) => entityId === record.id)
  expect(mine.map(({ type }) => type)).toEqual(['order.created', 'order.updated'])
  expect(mine.at(-1)?.data.externalIds).toEqual({ erp: 'FEED-1' })
})
