import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { files } from '@trellis/contract/files'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { branches, group } from './testing/branches.ts'
import { certifying } from './testing/certifying.ts'
import { dealing } from './testing/dealing.ts'
import { keysOf, type Machine } from './testing/keys.ts'
import { licensing } from './testing/licensing.ts'
import { network } from './testing/network.ts'
import { selling } from './testing/selling.ts'
import { uploading } from './testing/uploading.ts'

/* Machines read a whole list by the order of its ids, while others change it (wire: search payload). */

const world = await network()
const { vendor, nordico, acme, sudvia } = world
const { issue, sell, offer, change } = selling(world)
const { register, update } = dealing(world)
const { key, addProduct } = licensing(world)
const { open, close } = branches(world)
const { define, certify } = certifying(world)
const { upload } = uploading(world)
await issue({ 'EDGE-1Y': 200 })
await sell(vendor, nordico, { 'EDGE-1Y': 100 })
await sell(vendor, sudvia, { 'EDGE-1Y': 5 })
const permissions = (
  ['Accounts', 'Users', 'Orders', 'Products', 'PriceLists', 'Licenses', 'Deals', 'Certifications', 'Files'] as const
).map((module) => ({
  module,
  flags: { Products: 'r-ra', Certifications: 'c-r-ra-u-d' }[module as string] ?? 'r',
}))
const erp = await keysOf(world)(vendor, { permissions })
const partner = await keysOf(world)(nordico, {
  permissions: permissions.map(({ module }) => ({ module, flags: 'r' })),
})

let made = 0
/** One of two branches in turn, so that each has less than the whole. */
const oneOf = () => (made % 2 === 0 ? acme : sudvia)
const still = async () => undefined
interface Whole {
  name: string
  list: Endpoint
  /** Its ids: the field that is sorted by, and that of the rows. */
  by: string
  id: string
  make: () => Promise<unknown>
  /** Changes a row that is sorted by something else now. */
  stir: () => Promise<unknown>
}
const lists: Whole[] = [
  {
    ...{ name: 'accounts', list: accounts.search, by: 'accountId', id: 'accountId' },
    make: () => open(acme, `Zeta ${made++}`, { groupId: group.BUYER }),
    stir: async () => {
      const { items } = await acme.call(accounts.search, { body: { limit: 100 } })
      const [one] = items
      if (one)
        await acme.call(accounts.update, { params: { id: one.accountId }, body: { accountName: `Alpha ${made++}` } })
    },
  },
  {
    ...{ name: 'orders', list: orders.sellOut, by: 'orderId', id: 'orderId' },
    make: () => offer(nordico, acme, { 'EDGE-1Y': 1 }),
    stir: async () => {
      const filterBy = [{ field: 'status' as const, values: ['pending'] }]
      const { items } = await nordico.call(orders.sellOut, { body: { filterBy } })
      if (items[0]) await change(nordico, items[0].orderId, 'approved')
    },
  },
  {
    ...{ name: 'products', list: catalogue.search, by: 'productId', id: 'productId' },
    make: () => addProduct({ sku: `TOOL-${made++}` }),
    stir: still,
  },
  {
    ...{ name: 'licenses', list: licenses.search, by: 'licenseId', id: 'licenseId' },
    make: () => key(acme, 'EDGE-1Y'),
    stir: still,
  },
  {
    ...{ name: 'deals', list: deals.search, by: 'id', id: 'dealId' },
    make: () => register(acme, { 'EDGE-1Y': 1 }),
    stir: async () => {
      const { items } = await acme.call(deals.search, { body: {} })
      if (items[0]) await update(acme, items[0].dealId, { dealStatus: 'Lost' })
    },
  },
  {
    ...{ name: 'users', list: users.search, by: 'userId', id: 'userId' },
    make: () => {
      const user = { userName: `u${made++}@user.example`, firstName: 'U', lastName: 'U', roles: [4] }
      const under = oneOf()
      return under.call(users.create, { body: { parentAccountId: under.accountId, user } })
    },
    stir: still,
  },
  {
    ...{ name: 'price lists', list: priceLists.search, by: 'priceListId', id: 'priceListId' },
    make: () =>
      (made++ % 2 ? nordico : sudvia).call(priceLists.create, { body: { name: `L${made}`, currencyId: 978 } }),
    stir: still,
  },
  {
    ...{ name: 'certificates', list: certificates.search, by: 'certificateId', id: 'certificateId' },
    // A draft is for those who edit it.
    make: () => define('User', { status: made++ % 2 ? 'Pending' : 'Confirmed' }),
    stir: still,
  },
  {
    ...{
      name: 'certificates of users',
      list: userCertificates.search,
      by: 'userCertificateId',
      id: 'userCertificateId',
    },
    make: async () => {
      made += 1
      return certify(vendor, oneOf(), await define())
    },
    stir: still,
  },
  {
    ...{ name: 'files', list: files.search, by: 'accountFileId', id: 'accountFileId' },
    make: () => upload(oneOf(), Buffer.from(`file ${made++}`)),
    stir: still,
  },
]

async function pageAfter(machine: Machine, { list, by, id }: Whole, after: string | null, limit = 3) {
  const filterBy = after === null ? [] : [{ field: 'after', values: [after] }]
  const body = { includeChildren: true, limit, sortBy: [{ field: by }], filterBy }
  const { status, body: answer } = await machine.call(list, { body })
  expect(status, JSON.stringify(answer)).toBe(200)
  return (answer as { items: Record<string, string>[] }).items.map((item) => item[id] as string)
}

/** The whole list as a machine reads it: until a page has less than was asked for. */
async function readAll(machine: Machine, of: Whole, between: () => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | null = null; ; ) {
    const page = await pageAfter(machine, of, after)
    ids.push(...page)
    after = page.at(-1) ?? after
    if (page.length < 3) return ids
    await between()
  }
}

test.each(lists)('all $name are read once each, while some are made and changed between the pages', async (of) => {
  for (let n = 0; n < 8; n++) await of.make()
  const before = await pageAfter(erp, of, null, 3000)
  expect(before.length).toBeGreaterThanOrEqual(8)
  expect(before).toEqual(before.toSorted())
  const read = await readAll(erp, of, async () => {
    // Fewer than are read with each page, so that the end is reached.
    await of.make()
    await of.stir()
  })
  expect(read).toEqual([...new Set(read)])
  expect(read).toEqual(read.toSorted())
  expect(read.slice(0, before.length)).toEqual(before)
  expect(read.length).toBeGreaterThan(before.length)
})

test('an account that is deleted between two pages makes no gap', async () => {
  const [of] = lists as [Whole]
  const fresh = await Promise.all([1, 2, 3, 4].map((n) => open(acme, `Gone ${n}`, { groupId: group.BUYER })))
  const before = await pageAfter(erp, of, null, 3000)
  const [first] = fresh
  let isClosed = false
  const read = await readAll(erp, of, async () => {
    if (!isClosed && first) await close(acme, first)
    isClosed = true
  })
  expect(read).toEqual(before.filter((id) => id !== first?.accountId))
})

test('a partner reads only its own that way, from whatever id it goes on', async () => {
  const lowest = '00000000-0000-0000-0000-000000000000'
  await register(sudvia, { 'EDGE-1Y': 1 })
  await key(sudvia, 'EDGE-1Y')
  for (const of of lists) {
    const seen = await pageAfter(partner, of, lowest, 3000)
    const all = await pageAfter(erp, of, lowest, 3000)
    expect(seen.length, of.name).toBeGreaterThan(0)
    expect(seen.length, of.name).toBeLessThan(all.length)
    // The same as without the filter.
    expect(seen, of.name).toEqual(await pageAfter(partner, of, null, 3000))
    // After a record of somebody else it goes on with its own.
    for (const foreign of all.filter((id) => !seen.includes(id)))
      expect(await pageAfter(partner, of, foreign, 3000), of.name).toEqual(seen.filter((id) => id > foreign))
  }
})

test('after what is no id, or several, there is nothing', async () => {
  for (const of of lists) {
    expect(await pageAfter(erp, of, 'x'), of.name).toEqual([])
    const filterBy = [{ field: 'after', values: [world.tenantId, world.tenantId] }]
    const { body } = await erp.call(of.list, { body: { includeChildren: true, filterBy } })
    expect(body).toMatchObject({ items: [], count: 0 })
  }
})
