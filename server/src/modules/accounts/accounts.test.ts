import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { createAccount } from './index.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, bergen, fjord, calabro, canary } = world

const names = (page: { items: { accountName: string }[] }) => page.items.map((account) => account.accountName)

test('a distributor sees its resellers, and with children all accounts below it, but not itself', async () => {
  expect(names(await nordico.call(accounts.search, { body: {} }))).toEqual(['Acme', 'Bergen'])
  const all = await nordico.call(accounts.search, { body: { includeChildren: true } })
  expect(names(all)).toEqual(['Acme', 'Bergen', 'Fjord'])
  expect(all.count).toBe(3)
})

test('an account shows its group, its address and those accounts above it that the reader reaches', async () => {
  const seenByVendor = await vendor.call(accounts.read, { params: { id: fjord.accountId } })
  expect(seenByVendor).toMatchObject({
    accountName: 'Fjord',
    groupName: 'BUYER',
    level: 60,
    address: [{ city: 'Oslo', countryCode: 'NO' }],
  })
  expect(seenByVendor.parents.map((parent) => parent.name)).toEqual(['Verdant', 'Nordico', 'Acme'])
  const seenByAcme = await acme.call(accounts.read, { params: { id: fjord.accountId } })
  expect(seenByAcme.parents.map((parent) => parent.name)).toEqual(['Acme'])
})

test('a sibling, a parent and another tenant’s account are not found (threats T2, T3)', async () => {
  const strangers = [
    [acme, bergen.accountId],
    [acme, nordico.accountId],
    [nordico, calabro.accountId],
    [canary, acme.accountId],
    [vendor, canary.accountId],
    [vendor, newId()],
  ] as const
  for (const [reader, id] of strangers) {
    const hidden = await reader.refused(accounts.read, { params: { id } })
    const missing = await reader.refused(accounts.read, { params: { id: newId() } })
    expect({ ...hidden, requestId: '' }).toEqual({ ...missing, requestId: '' })
    expect(hidden.code).toBe('RQ404')
    expect((await reader.refused(accounts.search, { body: { parentAccountId: id } })).code).toBe('RQ404')
    expect((await reader.refused(accounts.tree, { query: { parentAccountId: id } })).code).toBe('RQ404')
  }
})

test('reading with `ra` covers the whole tenant, from any account', async () => {
  expect(names(await manager.call(accounts.search, { body: { includeChildren: true } }))).toHaveLength(6)
})

test('the tree starts at the reader’s own account', async () => {
  const tree = await nordico.call(accounts.tree)
  const drawn = (node: AccountNode): unknown => ({ [node.name]: node.children.map(drawn) })
  expect(drawn(tree)).toEqual({ Nordico: [{ Acme: [{ Fjord: [] }] }, { Bergen: [] }] })
  expect(tree).toMatchObject({ level: 30, groupName: 'DISTRIBUTOR' })
})

test('names are found anywhere in the text, ignoring case and accents, and wildcard characters match literally (threats W2)', async () => {
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  await world.db.write(context, (tx) =>
    createAccount(tx, { name: 'Königlich Ëssen 100%_\\', groupId: 6, parentId: nordico.accountId }),
  )
  const find = async (text: string) =>
    names(await nordico.call(accounts.search, { body: { filterBy: [{ field: 'accountName', values: [text] }] } }))
  expect(await find('konIG')).toEqual(['Königlich Ëssen 100%_\\'])
  expect(await find('ESSEN')).toEqual(['Königlich Ëssen 100%_\\'])
  expect(await find('%_\\')).toEqual(['Königlich Ëssen 100%_\\'])
  expect(await find('c%e')).toEqual([])
  expect(await find('acm_')).toEqual([])
})

test('pages do not overlap, and a page beyond the last is empty', async () => {
  const page = (n: number) =>
    vendor.call(accounts.search, {
      body: { includeChildren: true, limit: 2, page: n, sortBy: [{ field: 'groupName', direction: 'desc' }] },
    })
  const seen = [...names(await page(1)), ...names(await page(2)), ...names(await page(3)), ...names(await page(4))]
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength((await page(1)).count)
  expect((await page(1_000_000)).items).toEqual([])
})

test('unknown sort and filter fields are refused, and the error lists the valid ones (threats W1)', async () => {
  for (const field of ['password_hash', 'constructor', '__proto__', 'accountName; drop table accounts']) {
    for (const body of [{ sortBy: [{ field, direction: 'asc' }] }, { filterBy: [{ field, values: ['x'] }] }]) {
      const answer = await vendor.raw(accounts.search, { body })
      expect(answer).toMatchObject({ status: 422, body: { code: 'RQ422' } })
      expect(JSON.stringify(answer.body)).toContain('accountCode')
    }
  }
  const impossible = [
    { limit: 0 },
    { limit: -1 },
    { limit: 3001 },
    { limit: 1e9 },
    { limit: '20' },
    { page: 0 },
    { surprise: 1 },
    { filterBetweenDate: [{ field: 'creationDate', fromDate: '99999/01/01' }] },
  ]
  for (const body of impossible)
    expect((await vendor.raw(accounts.search, { body })).status, JSON.stringify(body)).toBe(422)
})

test('date filters use days in the reader’s time zone', async () => {
  const context = {
    tenantId: world.tenantId,
    userId: null,
    reach: null,
    clock: '2026-03-10T23:30:00Z',
    requestId: null,
  }
  await world.db.write(context, async (tx) => {
    await createAccount(tx, { name: 'Night', groupId: 6, parentId: sudvia.accountId })
    await tx.run(sql`update users set time_zone = 'Europe/Rome' where email = 'sandro@sudvia.example'`)
  })
  const on = async (who: typeof vendor, day: string) => {
    const filterBetweenDate = [{ field: 'creationDate' as const, fromDate: day, toDate: day }]
    return names(await who.call(accounts.search, { body: { includeChildren: true, filterBetweenDate } }))
  }
  expect(await on(vendor, '2026/03/10')).toEqual(['Night'])
  expect(await on(vendor, '2026/03/11')).toEqual([])
  expect(await on(sudvia, '2026/03/10')).toEqual([])
  expect(await on(sudvia, '2026/03/11')).toEqual(['Night'])
})

test('an account can be created below its parent’s group only, and none below a buyer (threats T5)', async () => {
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const below = (parentId: string, groupId: number) =>
    world.db.write(context, (tx) => createAccount(tx, { name: 'X', groupId, parentId }))
  await expect(below(fjord.accountId, 8)).rejects.toMatchObject({ code: 'AC422' })
  await expect(below(acme.accountId, 4)).rejects.toMatchObject({ code: 'AC422' })
  await expect(below(acme.accountId, 77)).rejects.toMatchObject({ code: 'AC422' })
})
