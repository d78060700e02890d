// @module-tag long
import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { files } from '@trellis/contract/files'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { branches, group } from './testing/branches.ts'
import { certifying } from './testing/certifying.ts'
import { dealing } from './testing/dealing.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person } from './testing/network.ts'
import { raw, selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* `modifiedDate`: when a record was changed last (decision 136). Each test has days of its own. */

const world = await network()
const { vendor, manager, nordico, acme, bergen, canary } = world
const { items } = selling(world)
const { give } = licensing(world)
const deal = dealing(world)
const { define, certify } = certifying(world)
const { upload } = uploading(world)
const { open, close } = branches(world)
await give(acme, 'EDGE-1Y', 10)

interface Kind {
  who: Person
  create(): Promise<Record<string, string>>
  change(params: Record<string, string>, text: string): Promise<unknown>
  /** Absent where only the list reads them. */
  read?: Endpoint
  search: Endpoint
  key: string
}
let count = 0
const kinds: Record<string, Kind> = {
  orders: {
    who: acme,
    create: async () => ({ id: (await acme.call(orders.create, { body: { items: items({ BOX: 1 }) } })).id }),
    change: (params, orderNote) => acme.call(orders.update, { params: params as never, body: { orderNote } }),
    read: orders.read,
    search: orders.sellIn,
    key: 'orderId',
  },
  deals: {
    who: acme,
    create: async () => ({ id: await deal.register(acme, { BOX: 1 }) }),
    change: (params, description) => acme.call(deals.update, { params: params as never, body: { description } }),
    read: deals.read,
    search: deals.search,
    key: 'dealId',
  },
  products: {
    who: manager,
    create: async () => {
      count += 1
      return manager.call(catalogue.create, { body: { sku: `M-${count}`, name: 'M', priceMsrp: 1 } })
    },
    change: (params, description) =>
      manager.raw(catalogue.update, { params, body: { sku: `X-${params.id}`, name: 'M', priceMsrp: 1, description } }),
    read: catalogue.read,
    search: catalogue.search,
    key: 'productId',
  },
  licenses: {
    who: acme,
    create: async () => {
      const body = {
        parentAccountId: acme.accountId,
        items: [{ productId: world.products['EDGE-1Y']?.productId ?? '', qt: 1 }],
      }
      const { serialKeys } = await acme.call(licenses.create, { body })
      return { serialKey: serialKeys[0] ?? '' }
    },
    change: (params, licenseNote) => acme.call(licenses.note, { params: params as never, body: { licenseNote } }),
    read: licenses.read,
    search: licenses.search,
    key: 'licenseId',
  },
  accounts: {
    who: vendor,
    create: async () => ({ id: [acme, bergen, nordico][count++ % 3]?.accountId ?? '' }),
    change: (params, accountName) => vendor.call(accounts.update, { params: params as never, body: { accountName } }),
    read: accounts.read,
    search: accounts.search,
    key: 'accountId',
  },
  users: {
    who: vendor,
    create: async () => ({ id: [nordico, acme, bergen][count++ % 3]?.userId ?? '' }),
    change: (params, lastName) =>
      vendor.raw(users.update, {
        params,
        body: { firstName: 'M', lastName, timeZone: 'UTC', languageCode: 'en', isNotificationEnabled: false },
      }),
    search: users.search,
    key: 'userId',
  },
  'price lists': {
    who: nordico,
    create: () => nordico.call(priceLists.create, { body: { name: `M ${count++}`, currencyId: 978 } }),
    change: (params, name) => nordico.raw(priceLists.update, { params, body: { name: `${name} ${params.id}` } }),
    read: priceLists.read,
    search: priceLists.search,
    key: 'priceListId',
  },
  certificates: {
    who: manager,
    create: async () => ({ id: await define() }),
    change: (params, description) =>
      manager.raw(certificates.update, {
        params,
        body: { name: `M ${params.id}`, description, durationMonths: 12, kind: 'User', status: 'Confirmed' },
      }),
    read: certificates.read,
    search: certificates.search,
    key: 'certificateId',
  },
  'certificates of users': {
    who: nordico,
    create: async () => ({ id: await certify(nordico, acme, await define()) }),
    change: ({ id }, notes) => nordico.raw(certificates.updateNotes, { body: { userCertificateId: id, notes } }),
    read: userCertificates.read,
    search: userCertificates.search,
    key: 'userCertificateId',
  },
  files: {
    who: acme,
    create: async () => ({ id: await upload(acme, Buffer.from(`file ${count++}`)) }),
    change: (params, fileNote) => acme.raw(files.update, { params, body: { fileName: 'm.txt', fileNote } }),
    search: files.search,
    key: 'accountFileId',
  },
}

const page = async (who: Person, { search }: Kind, body: object) => {
  const answer = await who.raw(search, { body: { includeChildren: true, limit: 100, ...body } })
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return answer.body as { items: Record<string, string>[]; count: number }
}
async function recordOf(kind: Kind, params: Record<string, string>): Promise<Record<string, string>> {
  if (kind.read) return (await kind.who.raw(kind.read, { params })).body as Record<string, string>
  const { items } = await page(kind.who, kind, { filterBy: [{ field: kind.key, values: [params.id] }] })
  return items[0] ?? {}
}
const idOf = async (kind: Kind, params: Record<string, string>) => (await recordOf(kind, params))[kind.key] ?? ''

test.each(Object.entries(kinds))(
  '%s: the last change is answered, and found by a range of dates',
  async (_name, kind) => {
    world.at('2030-01-01T10:00:00.000Z')
    const params = await kind.create()
    const id = await idOf(kind, params)
    world.at('2030-02-02T11:30:00.000Z')
    await kind.change(params, 'first')
    world.at('2030-03-03T12:00:00.000Z')
    const read = () => recordOf(kind, params)
    expect((await read()).modifiedDate).toBe('2030-02-02T11:30:00.000Z')
    const within = async (fromDate: string | null, toDate: string | null, who = kind.who) =>
      (await page(who, kind, { filterBetweenDate: [{ field: 'modifiedDate', fromDate, toDate }] })).items
        .filter((item) => item[kind.key] === id)
        .map(({ modifiedDate }) => modifiedDate)
    const when = ['2030-02-02T11:30:00.000Z']
    expect(await within('2030-02-02T00:00:00.000Z', null)).toEqual(when)
    expect(await within('2030/02/02', '2030/02/02')).toEqual(when)
    expect(await within('2030-02-02T11:30:00.000Z', '2030-02-02T11:30:00.000Z')).toEqual(when)
    // It was changed on that day too, and again since.
    expect(await within('2030/01/01', '2030/01/01')).toEqual([])
    expect(await within('2030-02-02T11:30:00.001Z', null)).toEqual([])
    expect(await within(null, '2030-02-02T11:29:59.999Z')).toEqual([])
    expect(await within('2030/02/02', null, canary)).toEqual([])
    await kind.change(params, 'second')
    expect((await read()).modifiedDate).toBe('2030-03-03T12:00:00.000Z')
    world.at(null)
  },
)

test.each(Object.entries(kinds))(
  '%s: sorted by the last change, in both directions, in every scope',
  async (_name, kind) => {
    world.at('2030-12-31T00:00:00.000Z')
    const made = [await kind.create(), await kind.create(), await kind.create()]
    const ids = await Promise.all(made.map((params) => idOf(kind, params)))
    for (const [at, place] of [
      ['2031-01-01T00:00:00.000Z', 1],
      ['2031-01-02T00:00:00.000Z', 0],
      ['2031-01-03T00:00:00.000Z', 2],
    ] as const) {
      world.at(at)
      await kind.change(made[place] ?? {}, `in ${at}`)
    }
    world.at(null)
    const wanted = [ids[2], ids[0], ids[1]]
    const sorted = async (who: Person, direction: string, scope: object, more: object = {}) =>
      (await page(who, kind, { ...scope, ...more, sortBy: [{ field: 'modifiedDate', direction }] })).items
        .map((item) => item[kind.key])
        .filter((id) => ids.includes(id ?? ''))
    const scopes: [Person, object][] = [
      [vendor, { includeChildren: true }],
      [vendor, { includeChildren: true, parentAccountId: nordico.accountId }],
      [kind.who, { includeChildren: false }],
    ]
    for (const [who, scope] of scopes) {
      const descending = await sorted(who, 'desc', scope)
      // The account of a branch is not in its own list, nor are grandchildren among children.
      expect(descending).toEqual(wanted.filter((id) => descending.includes(id)))
      expect(await sorted(who, 'asc', scope)).toEqual(descending.toReversed())
      const range = { filterBetweenDate: [{ field: 'modifiedDate', fromDate: '2031/01/02', toDate: '2031/12/31' }] }
      expect(await sorted(who, 'desc', scope, range)).toEqual(descending.filter((id) => id !== ids[1]))
    }
    expect(await sorted(vendor, 'desc', { includeChildren: true })).toEqual(wanted)
  },
)

test('users by their last change are filtered by the name of their account, without those of a deleted one', async () => {
  const kind = kinds.users as Kind
  const sortBy = [
    { field: 'modifiedDate', direction: 'desc' },
    { field: 'accountName', direction: 'asc' },
  ]
  const { items: found } = await page(vendor, kind, { filterBy: [{ field: 'accountName', values: ['verd'] }], sortBy })
  expect(found.map(({ userId }) => userId)).toContain(manager.userId)
  expect(found.map(({ userId }) => userId)).not.toContain(nordico.userId)
  const fresh = await open(acme, 'Short-lived', { groupId: group.BUYER })
  const user = { userName: 'short@lived.example', firstName: 'S', lastName: 'L', roles: [4] }
  const { id: userId } = await acme.call(users.create, { body: { parentAccountId: fresh.accountId, user } })
  const { items: people, count } = await page(vendor, kind, { sortBy })
  expect(people.map((user) => user.userId)).toContain(userId)
  await close(acme, fresh)
  const after = await page(vendor, kind, { sortBy })
  expect(after.items.map((user) => user.userId)).toEqual(
    people.map((user) => user.userId).filter((id) => id !== userId),
  )
  expect(after.count).toBe(count - 1)
})

test('the certificate of an account has its last change', async () => {
  world.at('2032-01-01T10:00:00.000Z')
  const body = { accountId: acme.accountId, certificateId: await define('Account') }
  const { id } = await nordico.call(accountCertificates.create, { body })
  const read = () => nordico.call(accountCertificates.read, { params: { id } })
  expect((await read()).modifiedDate).toBe('2032-01-01T10:00:00.000Z')
  world.at('2032-02-02T10:00:00.000Z')
  await nordico.call(accountCertificates.renew, { params: { id } })
  expect((await read()).modifiedDate).toBe('2032-02-02T10:00:00.000Z')
  world.at(null)
})

test('pages by the last change have every record once', async () => {
  const kind = kinds.orders as Kind
  const all = await page(vendor, kind, { sortBy: [{ field: 'modifiedDate', direction: 'desc' }] })
  const seen: (string | undefined)[] = []
  for (let number = 1; seen.length < all.count; number += 1) {
    const { items: rows } = await page(vendor, kind, {
      limit: 2,
      page: number,
      sortBy: [{ field: 'modifiedDate', direction: 'desc' }],
    })
    expect(rows.length).toBeGreaterThan(0)
    seen.push(...rows.map(({ orderId }) => orderId))
  }
  expect(seen).toEqual(all.items.map(({ orderId }) => orderId))
  expect(new Set(seen).size).toBe(all.count)
})

test('a record without an event, as from before the log, has the time of its creation', async () => {
  const { id } = await acme.call(orders.create, { body: { items: items({ BOX: 1 }) } })
  await raw(world, `alter table audit_log disable trigger append_only`)
  await raw(
    world,
    `delete from audit_unsealed where audit_id in (select audit_id from audit_log where entity_id = $1)`,
    [id],
  )
  await raw(world, `delete from audit_log where entity_id = $1`, [id])
  await raw(world, `alter table audit_log enable trigger append_only`)
  const { creationDate, modifiedDate } = await acme.call(orders.read, { params: { id } })
  expect(modifiedDate).toBe(creationDate)
})
