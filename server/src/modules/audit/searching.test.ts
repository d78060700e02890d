import { type AuditEvent, audit, auditedEntities } from '@trellis/contract/audit'
import { catalogue } from '@trellis/contract/catalogue'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { sealAudit } from './chain.ts'

/*
 * Each search of the audit log finds and counts the same events as a simple implementation that compares every event, whether
 * none, some or all of them are sealed (decisions 185, 189).
 */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, fjord, canary, tenantId } = world
const { issue, sell, productOf } = selling(world)
const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const { below, chance, one } = dice(20261125)

for (const person of [vendor, nordico, sudvia, acme, bergen, canary]) await person.token()
const { productId } = productOf('EDGE-1Y')

async function business(name: string): Promise<void> {
  await issue({ 'EDGE-1Y': 100 })
  await sell(vendor, nordico, { 'EDGE-1Y': 60 })
  await sell(nordico, acme, { 'EDGE-1Y': 20 })
  await sell(nordico, bergen, { 'EDGE-1Y': 10 })
  const items = [{ productId, customPrice: 80 }]
  const { id } = await nordico.call(priceLists.create, { body: { name, currencyId: 978, items } })
  await nordico.call(priceLists.updateProduct, { params: { id }, body: { productId, customPrice: 75 } })
  const product = await vendor.call(catalogue.create, { body: { sku: name, name: `${name} 100 %`, priceMsrp: 10 } })
  await vendor.call(catalogue.update, {
    params: { id: product.id },
    body: { sku: name, name: `Old ${name}`, priceMsrp: 11 },
  })
  // Events of many days: their times lie around midnights of UTC.
  await raw(
    world,
    `set session_replication_role = replica; update audit_log
     set at = date_trunc('day', at) - interval '1 day' * (('x' || right(audit_id::text, 2))::bit(8)::int % 9) + interval '1 minute' * (('x' || right(audit_id::text, 1))::bit(4)::int - 7)
     where tenant_id = '${tenantId}' and not exists (select from audit_seals s where s.audit_id = audit_log.audit_id)`,
  )
}

const seal = (most: number) => world.db.write(context, (tx) => sealAudit(tx, most))

/** Everything that the reader may read, with the account of each event. */
async function readable(who: Person): Promise<(AuditEvent & { accountId: string | null })[]> {
  const { items } = await who.call(audit.search, { body: { limit: 3000 } })
  const rows = await raw<{ id: string; account: string | null }>(
    world,
    `select audit_id as id, account_id as account from audit_log where tenant_id = '${tenantId}'`,
  )
  const accounts = new Map(rows.map(({ id, account }) => [id, account]))
  return items.map((event) => ({ ...event, accountId: accounts.get(event.id) ?? null }))
}

const folded = (text: string | null) => (text ?? '').toLowerCase()
const namesEdge = ({ entity, entityId, before, after }: AuditEvent) =>
  (entity === 'product' && entityId === productId) ||
  (entity === 'price_list' && JSON.stringify([before, after]).includes(`"productId":"${productId}"`))

type Filter = { field: 'entity' | 'action' | 'entityName' | 'actorName' | 'actorId' | 'product'; values: string[] }
const holds = (event: AuditEvent, { field, values }: Filter): boolean =>
  values.some((value) => {
    if (field === 'entity' || field === 'action') return event[field] === value
    if (field === 'actorId') return event.actor?.id === value
    if (field === 'actorName') return event.actor !== null && folded(event.actor.name).includes(value)
    return field === 'product' ? value === 'edge-1y' && namesEdge(event) : folded(event.entityName).includes(value)
  })

const choices: (() => Filter)[] = [
  () => ({
    field: 'entity',
    values: one([
      ...[['order'], ['product'], ['order', 'price_list'], ['session'], ['nothing']],
      auditedEntities.filter((entity) => entity !== 'order'),
    ]),
  }),
  () => ({
    field: 'action',
    values: one([['order.approved'], ['session.started'], ['order.created', 'product.updated']]),
  }),
  () => ({ field: 'entityName', values: one([['so-'], ['lis'], ['100 %'], ['old', 'spring'], ['nowhere'], ['e']]) }),
  () => ({ field: 'actorName', values: one([['a'], ['nord', 'vera'], ['nobody'], ['i']]) }),
  () => ({ field: 'actorId', values: [one([vendor, nordico, acme]).userId] }),
  () => ({ field: 'product', values: one([['edge-1y'], ['no such product']]) }),
]

/** What most events of the tenant match, and days alone. */
const common: Filter[][] = [
  ...[[], [], []],
  [{ field: 'entity', values: auditedEntities.filter((entity) => entity !== 'order') }],
  [{ field: 'entity', values: auditedEntities.filter((entity) => entity !== 'session') }],
  [{ field: 'actorName', values: ['a', 'e', 'i', 'o'] }],
]

async function compare(rounds: number): Promise<void> {
  const of = new Map<Person, Awaited<ReturnType<typeof readable>>>()
  for (const who of [vendor, nordico, acme]) of.set(who, await readable(who))
  // Person by person, also those of one name.
  const people = { sortBy: [{ field: 'actorName' as const, direction: 'asc' as const }] }
  const { items: all } = await vendor.call(audit.search, { body: { ...people, limit: 3000 } })
  for (let page = 1; page <= Math.ceil(all.length / 20); page++) {
    const { items } = await vendor.call(audit.search, { body: { ...people, limit: 20, page } })
    expect(items.map(({ id }) => id)).toEqual(all.slice(20 * page - 20, 20 * page).map(({ id }) => id))
  }
  for (let round = 0; round < often(rounds / 2, 5 * rounds); round++) {
    const who = round < common.length ? vendor : one([vendor, vendor, nordico, acme])
    const events = of.get(who) ?? []
    const isByDays = common[round]?.length === 0
    const filterBy: Filter[] = common[round] ?? [one(choices)(), ...(chance(0.3) ? [one(choices)()] : [])]
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
    const [from, to] = [below(12), below(3)]
    const range =
      isByDays || (round >= common.length && chance(0.3))
        ? one([
            { fromDate: day(from + to), toDate: day(to) },
            { fromDate: day(from).slice(0, 10).replaceAll('-', '/'), toDate: day(0).slice(0, 10).replaceAll('-', '/') },
            { fromDate: day(from) },
            { toDate: day(to) },
          ])
        : null
    const isDay = range?.fromDate?.includes('/')
    const within = ({ creationDate }: AuditEvent) => {
      if (range === null) return true
      const at = isDay ? creationDate.slice(0, 10).replaceAll('-', '/') : creationDate
      return (!range.fromDate || at >= range.fromDate) && (!range.toDate || at <= range.toDate)
    }
    const direction = one(['asc', 'desc'] as const)
    const field = one(['action', 'entity', 'creationDate', 'actorName', 'entityId'] as const)
    const search = {
      ...{ filterBy, sortBy: [{ field, direction }], limit: 3000 },
      filterBetweenDate: range === null ? [] : [{ field: 'creationDate' as const, ...range }],
      ...(who === vendor && round >= common.length && chance(0.3) && { parentAccountId: nordico.accountId }),
    }
    const branch = new Set([nordico, acme, bergen, fjord].map(({ accountId }) => accountId))
    const expected = events.filter(
      (event) =>
        within(event) &&
        filterBy.every((filter) => holds(event, filter)) &&
        (search.parentAccountId === undefined || branch.has(event.accountId ?? '')),
    )
    const { items, count } = await who.call(audit.search, { body: search })
    const context = { round, who: who.email, search: JSON.stringify(search) }
    expect({ ...context, count, ids: items.map(({ id }) => id).sort() }).toEqual({
      ...context,
      count: expected.length,
      ids: expected.map(({ id }) => id).sort(),
    })
    if (field !== 'actorName') {
      const order = items.map((item) => (field === 'entityId' ? item.entityId : `${item[field]} ${item.creationDate}`))
      expect({ ...context, order }).toEqual({
        ...{ ...context, order: direction === 'asc' ? order.toSorted() : order.toSorted().reverse() },
      })
    }
    const { items: second } = await who.call(audit.search, { body: { ...search, limit: 7, page: 2 } })
    expect({ ...context, second: second.map(({ id }) => id) }).toEqual({
      ...{ ...context, second: items.slice(7, 14).map(({ id }) => id) },
    })
  }
}

test('a search finds and counts the same, whether none, some or all of the events are sealed', {
  tags: ['long'],
}, async () => {
  // The reader's days are those of UTC, so that the second implementation can cut them from the text.
  for (const who of [vendor, nordico, acme]) {
    // Two people have one name.
    const { items } = await vendor.call(users.search, {
      body: { includeChildren: true, filterBy: [{ field: 'email', values: [(who === acme ? nordico : who).email] }] },
    })
    const { firstName = '', lastName = '' } = items[0] ?? {}
    const body = { firstName, lastName, timeZone: 'UTC', languageCode: 'en' as const, isNotificationEnabled: true }
    await who.call(users.update, { params: { id: who.userId }, body })
  }
  await business('Spring')
  await compare(40)
  expect(await seal(40)).toBe(40)
  await compare(40)
  // Until most events are somebody's; those of the first day are nobody's.
  const { id } = await vendor.call(catalogue.create, { body: { sku: 'OFTEN', name: 'Often', priceMsrp: 10 } })
  for (let priceMsrp = 11; priceMsrp < 80; priceMsrp++)
    await vendor.call(catalogue.update, { params: { id }, body: { sku: 'OFTEN', name: 'Often', priceMsrp } })
  while ((await seal(30)) > 0);
  await compare(60)
  await business('Autumn')
  await compare(40)
  await seal(30)
  await compare(20)
  await Promise.all([seal(5000), seal(5000)])
  await compare(40)
})

test('names of records out of reach are found by nobody, and those of another tenant neither (threats T2)', async () => {
  const named = (who: Person, name: string) =>
    who.call(audit.search, { body: { filterBy: [{ field: 'entityName', values: [name] }] } })
  await business('Summer')
  for (const isSealed of [false, true]) {
    while (isSealed && (await seal(5000)) > 0);
    expect((await named(nordico, 'summer')).count).toBeGreaterThan(0)
    for (const stranger of [sudvia, canary, acme]) expect((await named(stranger, 'summer')).count).toBe(0)
  }
  expect(
    (await canary.call(audit.search, { body: { filterBy: [{ field: 'entity', values: ['price_list'] }] } })).count,
  ).toBe(0)
})

test('a record that has had thousands of names does not hide other records with such a name', async () => {
  await raw(
    world,
    `insert into texts (tenant_id, kind, text_id, record_id, folded, record, times)
     select '${tenantId}', 'audit', i.id, i.id, 'crowded ' || i.n, 'renamed', 0
     from (select gen_random_uuid() as id, n from generate_series(1, 2001) n) i`,
  )
  await business('Crowded')
  await seal(5000)
  const expected = (await readable(vendor)).filter(({ entityName }) => folded(entityName).includes('crowded'))
  const { items, count } = await vendor.call(audit.search, {
    body: { limit: 3000, filterBy: [{ field: 'entityName', values: ['crowded'] }] },
  })
  expect(count).toBe(expected.length)
  expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
})
