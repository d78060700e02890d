import { accounts } from '@trellis/contract/accounts'
import { audit } from '@trellis/contract/audit'
import type { AuditedEntity } from '@trellis/contract/audit-actions'
import { environments } from '@trellis/contract/environments'
import { exportsOfLists } from '@trellis/contract/exports'
import { network as tree } from '@trellis/contract/network'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { branches, group } from '../../testing/branches.ts'
import { type Caller, rolesOf } from '../../testing/calling.ts'
import { dice } from '../../testing/dice.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

/*
 * Which events a reader finds, over random trees and changes (rules G18): those that a plain model of the network expects,
 * and no others, in every call that tells of events.
 */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, fjord, calabro, canary } = world
const { one, below, chance } = dice(1123)
const { open } = branches(world)
const roleOf = rolesOf(world)

interface Expected {
  entity: AuditedEntity
  entityId: string
  action: string
  /** Null for a record of the whole tenant. */
  accountId: string | null
}
const expected: Expected[] = []
const parents = new Map<string, string | null>([
  [vendor.accountId, null],
  [nordico.accountId, vendor.accountId],
  [sudvia.accountId, vendor.accountId],
  [acme.accountId, nordico.accountId],
  [bergen.accountId, nordico.accountId],
  [fjord.accountId, acme.accountId],
  [calabro.accountId, sudvia.accountId],
])
const isBelow = (accountId: string | null, top: string): boolean => {
  for (let at = accountId; at !== null; at = parents.get(at) ?? null) if (at === top) return true
  return false
}

const distributors = [nordico.accountId, sudvia.accountId]
const resellers = [acme.accountId, bergen.accountId, calabro.accountId]
const lists: { id: string; accountId: string }[] = []
const places: { id: string; accountId: string }[] = []
const people: { id: string; accountId: string }[] = []
const anyAccount = () => one([...parents.keys()])
const note = (entity: AuditedEntity, entityId: string, action: string, accountId: string | null) =>
  expected.push({ entity, entityId, action, accountId })

const changes: (() => Promise<unknown>)[] = [
  async () => {
    const under = { accountId: one(distributors) }
    const { accountId } = await open(vendor, `Branch ${newId()}`, { under, groupId: group.GOLD })
    parents.set(accountId, under.accountId)
    resellers.push(accountId)
    note('account', accountId, 'account.created', accountId)
    note('account', accountId, 'price_list.associated', accountId)
  },
  async () => {
    const [accountId, under] = [one(resellers), one(distributors)]
    if (parents.get(accountId) === under) return
    await vendor.call(tree.move, { params: { id: accountId }, body: { parentAccountId: under } })
    parents.set(accountId, under)
    note('account', accountId, 'account.moved', accountId)
  },
  async () => {
    const accountId = anyAccount()
    await vendor.call(accounts.update, { params: { id: accountId }, body: { accountName: `Renamed ${newId()}` } })
    note('account', accountId, 'account.updated', accountId)
  },
  async () => {
    const accountId = anyAccount()
    const body = { name: `List ${newId()}`, currencyId: 978, parentAccountId: accountId }
    const { id } = await vendor.call(priceLists.create, { body })
    lists.push({ id, accountId })
    note('price_list', id, 'price_list.created', accountId)
  },
  async () => {
    if (lists.length === 0) return
    const { id, accountId } = one(lists)
    await vendor.call(priceLists.update, { params: { id }, body: { name: `List ${newId()}` } })
    note('price_list', id, 'price_list.updated', accountId)
  },
  async () => {
    const [gone] = lists.splice(below(lists.length), 1)
    if (gone === undefined) return
    await vendor.call(priceLists.remove, { params: { id: gone.id } })
    note('price_list', gone.id, 'price_list.removed', gone.accountId)
  },
  async () => {
    const accountId = anyAccount()
    const body = { accountId, customerName: 'Hospital', customerEnvironmentId: newId() }
    const { id } = await vendor.call(environments.create, { body })
    places.push({ id, accountId })
    note('environment', id, 'environment.created', accountId)
  },
  async () => {
    const [gone] = chance(0.5) ? places.splice(below(places.length), 1) : []
    if (gone === undefined) return
    await vendor.call(environments.remove, { params: { id: gone.id } })
    note('environment', gone.id, 'environment.removed', gone.accountId)
  },
  async () => {
    const accountId = anyAccount()
    const user = { userName: `${newId()}@random.example`, firstName: 'R', lastName: 'P', roles: [4] }
    const { id } = await vendor.call(users.create, { body: { parentAccountId: accountId, user } })
    people.push({ id, accountId })
    note('user', id, 'user.invited', accountId)
  },
]

/** Everybody who reads: at several places in the tree with `r`, one with `ra`, and the vendor's own. */
const readers = new Map<string, { call: Caller; accountId: string; whole: boolean }>()
for (const { accountId, email } of [nordico, sudvia, acme, bergen, fjord, calabro])
  readers.set(email, { call: await roleOf({ accountId }, { Audit: 'r' }), accountId, whole: false })
readers.set('bergen with ra', {
  call: await roleOf(bergen, { Audit: 'ra' }),
  accountId: bergen.accountId,
  whole: true,
})
readers.set('vendor', { call: await roleOf(vendor, { Audit: 'r' }), accountId: vendor.accountId, whole: true })
const stranger = canary.raw
for (const person of [vendor, canary]) await person.token()
await open(vendor, 'First', { under: nordico, groupId: group.GOLD })
const firsts = (await raw<{ id: string }>(world, 'select audit_id as id from audit_log')).map(({ id }) => id)

for (let step = 0; step < 60; step += 1) await one(changes)()

const keyOf = ({ entity, entityId, action }: { entity: string; entityId: string; action: string }) =>
  `${entity} ${entityId} ${action}`
const keys = (events: readonly { entity: string; entityId: string; action: string }[]) => events.map(keyOf).sort()

interface Event extends Expected {
  id: string
}
type Page = { items: Event[]; count: number }
const isNew = ({ id }: { id: string }) => !firsts.includes(id)

/** All pages of a search, without what was there before; its count is that of its rows. */
async function found(call: Caller, search: object = {}): Promise<Event[]> {
  const items: Event[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await call(audit.search, { body: { limit: 100, page, ...search } })
    expect([status, body]).toMatchObject([200, {}])
    const answer = body as Page
    items.push(...answer.items)
    if (answer.items.length < 100) {
      expect(answer.count).toBe(items.length)
      return items.filter(isNew)
    }
  }
}

const noted = new Set(['account', 'price_list', 'environment', 'user'])
const reached = ({ accountId, whole }: { accountId: string; whole: boolean }) =>
  expected.filter((event) => whole || isBelow(event.accountId, accountId))
/** Invited users also have an event of their creation. */
const ofModel = (events: Event[]) =>
  events.filter(({ entity, action }) => noted.has(entity) && action !== 'user.created')

test('every reader finds exactly the events of records in reach, in any order and with any filter (rules G18)', async () => {
  expect(expected.length).toBeGreaterThan(40)
  for (const [name, reader] of readers) {
    const wanted = reached(reader)
    expect([name, keys(ofModel(await found(reader.call)))]).toEqual([name, keys(wanted)])
    for (const field of ['entity', 'entityId', 'action', 'actorName', 'creationDate'])
      for (const direction of ['asc', 'desc'])
        expect([name, field, keys(ofModel(await found(reader.call, { sortBy: [{ field, direction }] })))]).toEqual([
          name,
          field,
          keys(wanted),
        ])
    const { entity, entityId, action } = one(expected)
    for (const [field, value, holds] of [
      ['entity', entity, (event: Expected) => event.entity === entity],
      ['entityId', entityId, (event: Expected) => event.entityId === entityId],
      ['action', action, (event: Expected) => event.action === action],
      ['actorId', vendor.userId, () => true],
      ['actorName', 'verdant', () => true],
      ['entityName', 'LIST', (event: Expected) => event.entity === 'price_list'],
    ] as const) {
      const search = { filterBy: [{ field, values: [value] }] }
      expect([name, field, keys(ofModel(await found(reader.call, search)))]).toEqual([
        name,
        field,
        keys(wanted.filter(holds)),
      ])
    }
  }
})

test('an account that is named is searched alone or with those below it, and not where it is out of reach', async () => {
  for (const [name, reader] of readers) {
    const parentAccountId = anyAccount()
    const search = { parentAccountId, includeChildren: chance(0.5) }
    if (!isBelow(parentAccountId, reader.accountId) && !reader.whole) {
      const { status } = await reader.call(audit.search, { body: search })
      expect([name, status]).toEqual([name, 404])
      continue
    }
    if (!isBelow(parentAccountId, reader.accountId)) continue
    const wanted = expected.filter(({ accountId }) =>
      search.includeChildren ? isBelow(accountId, parentAccountId) : accountId === parentAccountId,
    )
    expect([name, keys(ofModel(await found(reader.call, search)))]).toEqual([name, keys(wanted)])
  }
})

test('reading an event, the history of a record and the export tell the same', async () => {
  const all = await found(readers.get('vendor')?.call as Caller)
  for (const [name, reader] of readers) {
    const wanted = new Set(keys(reached(reader)))
    for (let round = 0; round < 8; round += 1) {
      const event = one(ofModel(all))
      const isSeen = wanted.has(keyOf(event))
      const read = await reader.call(audit.read, { params: { id: event.id } })
      expect([name, read.status]).toEqual([name, isSeen ? 200 : 404])
      const { entity, entityId } = event
      const history = await reader.call(audit.history, { params: { entity, entityId } })
      if (!isSeen) expect([name, history.body]).toEqual([name, { items: [], names: {}, hasMore: false }])
      if (!isSeen) continue
      const events = ofModel((history.body as { items: Event[] }).items).filter(isNew)
      expect(keys(events)).toEqual(
        keys(expected.filter((each) => each.entityId === entityId && each.entity === entity)),
      )
      expect(events.map(({ id }) => id)).toEqual(
        events
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
    }
    const paths = ['entity', 'entityId', 'action', 'id']
    const columns = paths.map((path) => ({ path, label: path }))
    const body = { list: 'audit.search' as const, search: {}, columns, format: 'csv' as const, fileName: 'audit' }
    const lines = String((await reader.call(exportsOfLists.create, { body })).body)
      .trim()
      .split('\r\n')
      .slice(1)
    const exported = lines.map((line) => {
      const [entity = '', entityId = '', action = '', id = ''] = line.split(/[;,]/)
      return { entity, entityId, action, id } as Event
    })
    expect([name, keys(ofModel(exported.filter(isNew)))]).toEqual([name, keys(reached(reader))])
  }
})

test('a stranger of another tenant finds none of them (threats T2)', async () => {
  const ids = new Set(expected.map(({ entityId }) => entityId))
  const events = await found(stranger)
  expect(events.filter(({ entityId }) => ids.has(entityId))).toEqual([])
  const all = await found(readers.get('vendor')?.call as Caller)
  for (let round = 0; round < 5; round += 1) {
    const { id, entity, entityId } = one(ofModel(all))
    expect((await stranger(audit.read, { params: { id } })).status).toBe(404)
    const history = await stranger(audit.history, { params: { entity, entityId } })
    expect(history).toMatchObject({ status: 200, body: { items: [], names: {}, hasMore: false } })
    const { body } = await stranger(audit.search, { body: { filterBy: [{ field: 'entityId', values: [entityId] }] } })
    expect(body).toMatchObject({ items: [], count: 0 })
  }
})
