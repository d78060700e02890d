import { audit, type ChainStep } from '@trellis/contract/audit'
import { catalogue } from '@trellis/contract/catalogue'
import { deals } from '@trellis/contract/deals'
import { exportsOfLists } from '@trellis/contract/exports'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { sealAudit } from './index.ts'

const world = await network()
const { vendor, nordico, acme, bergen, fjord, sudvia, canary, tenantId } = world
const { issue, sell, productOf } = selling(world)
const { register } = dealing(world)
const { key } = licensing(world)
const roleOf = rolesOf(world)
for (const person of [vendor, nordico, acme, bergen, fjord, sudvia, canary]) await person.token()
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })
const order = await sell(nordico, acme, { 'EDGE-1Y': 20 })

type Page = { items: { id: string; entityId: string; action: string }[]; count: number }
const listed = async (person: Person, body: object = {}) =>
  (await person.call(audit.search, { body: { limit: 3000, ...body } })) as Page
const of = (entityId: string) => ({ filterBy: [{ field: 'entityId', values: [entityId] }] })

test('an auditor learns who changed a price, when, and from what', async () => {
  const { productId } = productOf('EDGE-1Y')
  const { id } = await nordico.call(priceLists.create, {
    body: { name: 'Gold', currencyId: 978, items: [{ productId, customPrice: 80 }] },
  })
  await nordico.call(priceLists.updateProduct, { params: { id }, body: { productId, customPrice: 75 } })
  const { items } = await nordico.call(audit.search, {
    body: {
      filterBy: [
        { field: 'entityName', values: ['gol'] },
        { field: 'action', values: ['price_list.product_changed'] },
        { field: 'actorName', values: ['nord'] },
      ],
    },
  })
  expect(items).toMatchObject([
    { entity: 'price_list', entityId: id, entityName: 'Gold', actor: { id: nordico.userId } },
  ])
  expect(items[0]).toMatchObject({ before: { customPrice: 80 }, after: { customPrice: 75 } })
  const event = await nordico.call(audit.read, { params: { id: items[0]?.id ?? '' } })
  expect(event.names[productId]).toBeTruthy()
  const { items: history } = await nordico.call(audit.history, { params: { entity: 'price_list', entityId: id } })
  expect(history.map(({ action }) => action)).toEqual([
    'price_list.product_changed',
    'price_list.products_set',
    'price_list.created',
  ])
  const requestId = items[0]?.requestId ?? ''
  expect((await listed(nordico, { filterBy: [{ field: 'requestId', values: [requestId] }] })).count).toBe(1)
  await nordico.call(priceLists.remove, { params: { id } })
  expect((await listed(nordico, of(id))).items[0]).toMatchObject({ action: 'price_list.removed', entityName: 'Gold' })
})

test('everybody reads exactly the events of records in reach (rules G18)', async () => {
  for (const person of [vendor, nordico, acme, bergen, fjord, sudvia]) {
    const isRoot = person === vendor
    const rows = await raw<{ id: string }>(
      world,
      `select audit_id as id from audit_log l where tenant_id = $1 and ($3 or exists (
         select from account_tree t where t.tenant_id = l.tenant_id and t.ancestor_id = $2 and t.descendant_id = l.account_id))`,
      [tenantId, person.accountId, isRoot],
    )
    const page = await listed(person)
    expect(page.items.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(page.count).toBe(rows.length)
    const small = await listed(person, { limit: 5, page: 2 })
    expect(small.items.map(({ id }) => id)).toEqual(page.items.slice(5, 10).map(({ id }) => id))
    const filtered = await listed(person, { filterBy: [{ field: 'entity', values: ['order', 'session'] }] })
    expect(filtered.items).toEqual(
      page.items.filter((item) => ['order', 'session'].includes((item as unknown as { entity: string }).entity)),
    )
  }
})

test('in every order the pages are parts of one list, and events of one person or kind come in time', {
  tags: ['long'],
}, async () => {
  interface Row {
    id: string
    creationDate: string
    actor: { name: string } | null
    entity: string
    entityId: string
    action: string
  }
  const fields: [string, (row: Row) => string][] = [
    ['actorName', ({ actor }) => actor?.name ?? ''],
    ['entity', ({ entity }) => entity],
    ['action', ({ action }) => action],
    ['creationDate', ({ creationDate }) => creationDate],
  ]
  for (const person of [vendor, nordico]) {
    const { count } = await listed(person)
    for (const [field, of] of fields)
      for (const direction of ['asc', 'desc'] as const) {
        const sortBy = [{ field, direction }]
        const rows = (await listed(person, { sortBy })).items as unknown as Row[]
        expect([field, direction, rows.length]).toEqual([field, direction, count])
        const paged = []
        for (let page = 1; paged.length < 60 && (page - 1) * 7 < count; page += 1)
          paged.push(...(await listed(person, { sortBy, limit: 7, page })).items)
        expect(paged.map(({ id }) => id)).toEqual(rows.slice(0, paged.length).map(({ id }) => id))
        const keys = rows.map((row) => `${of(row)} ${row.creationDate}`)
        const sorted = [...keys].sort(new Intl.Collator('und').compare)
        expect([field, direction, keys]).toEqual([field, direction, direction === 'asc' ? sorted : sorted.reverse()])
      }
  }
})

test('strangers learn nothing of an event: another branch, the accounts below, another tenant (threats T2, T3)', async () => {
  const [event] = (await listed(acme, of(order.id))).items
  expect(event).toBeDefined()
  for (const stranger of [bergen, sudvia, fjord, canary]) {
    expect((await listed(stranger, of(order.id))).count).toBe(0)
    expect(await stranger.refused(audit.read, { params: { id: event?.id ?? '' } })).toMatchObject({ code: 'RQ404' })
    const params = { entity: 'order' as const, entityId: order.id }
    expect(await stranger.call(audit.history, { params })).toEqual({ items: [], names: {}, hasMore: false })
  }
  expect(await acme.refused(audit.search, { body: { parentAccountId: bergen.accountId } })).toMatchObject({
    code: 'RQ404',
  })
})

test('with `ra` an auditor reads the tenant, with `r` not its products, and without a flag nothing', async () => {
  const whole = await roleOf(bergen, { Audit: 'ra', Licenses: 'r' })
  const own = await roleOf(bergen, { Audit: 'r' })
  const none = await roleOf(bergen, { Audit: 'c-u-d', Orders: 'r' })
  const count = async (ask: typeof own) => ((await ask(audit.search, { body: of(order.id) })).body as Page).count
  expect([await count(whole), await count(own)]).toEqual([2, 0])
  expect((await none(audit.search, { body: {} })).status).toBe(403)
  const products = { filterBy: [{ field: 'entity', values: ['product', 'certificate', 'tenant'] }] }
  expect((await own(audit.search, { body: products })).body).toMatchObject({ count: 0 })
})

test('an event shows a license key whole only to who reads licenses (rules G19)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  const [auditor, reader] = [await roleOf(acme, { Audit: 'r' }), await roleOf(acme, { Audit: 'r', Licenses: 'r' })]
  const body = { filterBy: [{ field: 'action', values: ['license.created'] }], limit: 1 }
  expect(JSON.stringify((await auditor(audit.search, { body })).body)).not.toContain(serialKey)
  expect((await auditor(audit.search, { body })).body).toMatchObject({
    items: [{ entityName: `…${serialKey.slice(-5)}`, after: { serialKey: `…${serialKey.slice(-5)}` } }],
  })
  expect((await reader(audit.search, { body })).body).toMatchObject({ items: [{ entityName: serialKey }] })
})

test('what a manager says of a rival is not told to the owner of a deal (rules J9)', async () => {
  const same = { vatId: 'IT12345670017', name: 'Same Srl' }
  const rival = await register(bergen, { 'EDGE-1Y': 1 }, same)
  const late = await register(acme, { 'EDGE-1Y': 1 }, same)
  const approve = (id: string, reason?: string) =>
    nordico.call(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus: 'Approved', reason } })
  await approve(rival)
  await approve(late, 'Bergen gave it up')
  const decisions = { filterBy: [{ field: 'action', values: ['deal.protection_decided'] }, ...of(late).filterBy] }
  const [toOwner] = (await listed(acme, decisions)).items
  expect(toOwner).toMatchObject({ after: { protectionStatus: 'Approved' } })
  expect(JSON.stringify(toOwner)).not.toMatch(new RegExp(`Bergen|${rival}`))
  expect((await listed(nordico, decisions)).items[0]).toMatchObject({ after: { reason: 'Bergen gave it up', rival } })
})

test('the changes of a price are found by the product, whichever list it is on, with their currency', async () => {
  const [edge, core] = [productOf('EDGE-1Y'), productOf('CORE-3Y')]
  const create = (name: string, currencyId: number, items: object[]) =>
    nordico.call(priceLists.create, { body: { name, currencyId, items } as never })
  const one = await create('Euro', 978, [{ productId: edge.productId, customPrice: 80 }])
  const two = await create('Dollar', 840, [
    { productId: core.productId, customPrice: 70 },
    { productId: edge.productId, customPrice: 90 },
  ])
  const other = await create('Without', 978, [{ productId: core.productId, customPrice: 60 }])
  const listsAbout = async (person: Person, product: string) =>
    (await listed(person, { filterBy: [{ field: 'product', values: [product] }] })).items.map(
      ({ entityId }) => entityId,
    )
  const [named] = await raw<{ name: string }>(world, 'select name from products where product_id = $1', [
    edge.productId,
  ])
  for (const typed of ['edge-1', named?.name.toLowerCase() ?? '']) {
    expect(await listsAbout(nordico, typed)).toEqual(expect.arrayContaining([one.id, two.id]))
    expect(await listsAbout(nordico, typed)).not.toContain(other.id)
  }
  expect(await listsAbout(nordico, 'no such product')).toEqual([])
  const made = await vendor.call(catalogue.create, { body: { sku: 'LOGGED-1', name: 'Logged', priceMsrp: 5 } as never })
  expect(await listsAbout(vendor, 'logged')).toEqual([made.id])
  for (const stranger of [acme, sudvia]) expect(await listsAbout(stranger, 'edge-1')).not.toContain(one.id)

  const { items } = await nordico.call(audit.history, { params: { entity: 'price_list', entityId: two.id } })
  expect(items[0]).toMatchObject({ currency: 'USD' })
  const { names } = await nordico.call(audit.read, { params: { id: items.at(-1)?.id ?? '' } })
  expect(names).toMatchObject({ 'currency:840': 'USD' })
})

test('every event of a record that belongs to an account has its account and name', async () => {
  const rows = await raw<{ entity: string; action: string }>(
    world,
    `select distinct entity, action from audit_log
     where entity_name is null or account_id is null and entity not in
       ('product', 'product_type', 'feature', 'certificate', 'tenant', 'deal_settings', 'sign_in', 'role', 'group')`,
  )
  expect(rows).toEqual([])
})

test('no event holds a password, a token or a code', async () => {
  const rows = await raw<{ names: string }>(
    world,
    `select distinct k as names from audit_log l, jsonb_path_query(jsonb_build_array(l.before, l.after), '$.** ? (@.type() == "object").keyvalue().key') k
     where k::text ~* 'password|token|secret|hash$|backupcodes'`,
  )
  expect(rows).toEqual([])
})

test('an event names the records that it refers to only where its reader reaches them (rules G19)', async () => {
  const params = { entity: 'order' as const, entityId: order.id }
  const { names: toBuyer } = await acme.call(audit.history, { params })
  expect(toBuyer[acme.accountId]).toBeTruthy()
  expect(toBuyer[nordico.accountId]).toBeUndefined()
  const { names: toVendor } = await nordico.call(audit.history, { params })
  expect(toVendor[nordico.accountId]).toBeTruthy()
})

test('the export has the rows of the list (rules I5)', async () => {
  const { count } = await listed(acme)
  const columns = [
    { path: 'action', label: 'Action' },
    { path: 'entityName', label: 'Record' },
  ]
  const { status, body } = await acme.raw(exportsOfLists.create, {
    body: { list: 'audit.search', search: {}, columns, format: 'csv', fileName: 'audit' },
  })
  expect(status).toBe(200)
  expect(String(body).trim().split('\n')).toHaveLength(count + 1)
})

test('the chain is verified in parts by who reads the whole log, and a change is found (threats X14)', async () => {
  expect((await nordico.refused(audit.verify, { body: { stage: 'links', after: 0, month: null } })).info).toEqual({
    permission: 'Audit:ra',
  })
  expect((await nordico.refused(audit.chain, {})).code).toBe('RQ403')
  const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  await world.db.write(context, (tx) => sealAudit(tx))
  const verified = async () => {
    const faults = []
    let body: ChainStep | null = { stage: 'links', after: 0, month: null }
    while (body !== null) {
      const step: { faults: unknown[]; next: ChainStep | null } = await vendor.call(audit.verify, { body })
      faults.push(...step.faults)
      body = step.next
    }
    return faults
  }
  expect(await verified()).toEqual([])
  const state = await vendor.call(audit.chain, {})
  // The first event of a record that has an account.
  const [{ seq } = { seq: 0 }] = await raw<{ seq: number }>(
    world,
    `select min(seq)::int as seq from audit_seals where tenant_id = '${tenantId}' and account_id is not null`,
  )
  expect(state).toMatchObject({ waiting: 0, anchored: { seq: state.sealed?.seq }, outside: null })
  await raw(
    world,
    `set session_replication_role = replica; update audit_log set account_id = null where audit_id in (
    select audit_id from audit_seals where tenant_id = '${tenantId}' and seq = ${seq})`,
  )
  expect(await verified()).toMatchObject([{ kind: 'row_changed', seq }])
  await raw(
    world,
    `set session_replication_role = replica; delete from audit_seals where tenant_id = '${tenantId}'
    and seq = (select max(seq) from audit_seals where tenant_id = '${tenantId}')`,
  )
  expect((await verified()).map((fault) => (fault as { kind: string }).kind)).toEqual([
    'row_changed',
    'cut',
    'rows_outside',
  ])
})
