import { accounts } from '@trellis/contract/accounts'
import { network as endpoints } from '@trellis/contract/network'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { branches, group } from '../../testing/branches.ts'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, fjord, calabro, canary } = world
const { draft, open, enters, findings } = branches(world)
const roles = rolesOf(world)

const everything = () =>
  raw(
    world,
    `select (select count(*) from accounts) as accounts, (select count(*) from account_tree) as tree,
            (select count(*) from addresses) as addresses, (select count(*) from users) as users,
            (select count(*) from price_list_accounts) as associations, (select count(*) from mails) as mails,
            (select count(*) from one_time_tokens) as tokens, (select count(*) from audit_log where entity <> 'session') as audit`,
  )

/** Returns the refusal and checks that nothing was stored. */
async function refused(who: Person, body: ReturnType<typeof draft>) {
  await who.token()
  const before = await everything()
  const problem = await who.refused(endpoints.create, { body: body as never })
  expect(await everything(), problem.code).toEqual(before)
  return problem
}

const listOf = async (who: Person) => {
  const association = await who.call(priceLists.association, { params: { accountId: who.accountId } })
  return association.priceListId ?? ''
}

test('a distributor creates a reseller with its address, its price list and an invited administrator', async () => {
  const priceListId = await listOf(nordico)
  const { accountId } = await open(nordico, 'Dovre', {
    groupId: group.SILVER,
    priceListId,
    canPropagate: true,
    user: { userName: 'dag@dovre.example', firstName: 'Dag', lastName: 'Dovre', timeZone: 'en-US', languageCode: 'it' },
  })
  expect(await nordico.call(accounts.read, { params: { id: accountId } })).toMatchObject({
    accountName: 'Dovre',
    accountCode: 'DOVRE',
    groupName: 'RESELLER_SILVER',
    address: [{ legalName: 'Dovre', city: 'Oslo', countryCode: 'NO', vatId: 'NO995525828MVA' }],
    createdBy: 'Nora Nordico',
    parents: [{ name: 'Nordico' }],
  })
  expect(await nordico.call(priceLists.association, { params: { accountId } })).toMatchObject({
    priceListId,
    canPropagate: true,
    inherited: false,
  })
  const people = await nordico.call(users.search, { body: { parentAccountId: accountId } })
  expect(people.items).toMatchObject([
    {
      email: 'dag@dovre.example',
      status: 'user_pending',
      timeZone: 'UTC',
      languageCode: 'it',
      roles: [{ name: 'AccountAdmin' }],
    },
  ])
  expect(await raw(world, `select kind from mails where recipient = 'dag@dovre.example'`)).toEqual([
    { kind: 'invitation' },
  ])
})

test('parent and address are required, and each refusal names the field', async () => {
  const { parentAccountId, address, ...rest } = draft('Never', { groupId: group.GOLD, under: nordico })
  const faults = [
    [{ ...rest, address }, 'parentAccountId'],
    [{ ...rest, address, parentAccountId: null }, 'parentAccountId'],
    [{ ...rest, parentAccountId }, 'address'],
    [{ ...rest, parentAccountId, address: null }, 'address'],
    [{ ...rest, parentAccountId, address: {} }, 'address.vatId'],
  ] as const
  for (const [body, path] of faults) {
    const problem = await refused(nordico, body as never)
    expect(problem).toMatchObject({ status: 422, code: 'RQ422' })
    expect((problem.info as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(path)
  }
})

test('a price list is required if the parent has one to assign, and the form uses the same rule', async () => {
  const required = async (who: Pick<Person, 'call'>, under: { accountId: string }) =>
    (await who.call(pricing.toGive, { query: { parentAccountId: under.accountId } })).required
  const opening = (who: Person, groupId: number, under: { accountId: string }) =>
    who.raw(endpoints.create, { body: draft('Without a list', { groupId, under }) })
  const missing = { status: 422, body: { info: { issues: [{ path: 'priceListId', code: 'required' }] } } }

  // The vendor owns lists; a propagating list serves its distributors and, through them, their resellers.
  const having: [Person, number, { accountId: string }][] = [
    [vendor, group.DISTRIBUTOR, vendor],
    [vendor, group.GOLD, nordico],
    [nordico, group.GOLD, nordico],
    [nordico, group.BUYER, acme],
    [acme, group.BUYER, acme],
  ]
  for (const [who, groupId, under] of having) {
    expect(await required(who, under)).toBe(true)
    expect(await opening(who, groupId, under)).toMatchObject(missing)
  }

  // A list that serves without propagating cannot be assigned by anybody, nor one that the actor may not assign.
  const at = { params: { accountId: sudvia.accountId } }
  const priceListId = await listOf(sudvia)
  await vendor.call(priceLists.changeAssociation, { ...at, body: { priceListId, canPropagate: false } })
  for (const who of [vendor, sudvia]) {
    expect(await required(who, sudvia)).toBe(false)
    expect((await opening(who, group.GOLD, sudvia)).status).toBe(201)
  }
  const offered = await vendor.call(pricing.toGive, { query: { parentAccountId: sudvia.accountId } })
  expect(offered.items.map(({ name }) => name)).toEqual(['Verdant list'])
  await vendor.call(priceLists.dissociate, { ...at, body: { priceListId } })
  expect(await required(sudvia, sudvia)).toBe(false)
  const own = await sudvia.call(priceLists.create, { body: { name: 'Sudvia own', currencyId: 978, items: [] } })
  expect(await required(sudvia, sudvia)).toBe(true)
  expect(await opening(sudvia, group.GOLD, sudvia)).toMatchObject(missing)
  const alien = { params: { accountId: calabro.accountId }, body: { priceListId: own.id, canPropagate: true } }
  await sudvia.call(priceLists.associate, alien)
  expect(await required(calabro, calabro)).toBe(true)
  await sudvia.call(priceLists.dissociate, { params: alien.params, body: { priceListId: own.id } })
  await sudvia.call(priceLists.remove, { params: { id: own.id } })
  await vendor.call(priceLists.associate, { ...at, body: { priceListId, canPropagate: true } })

  // For a parent out of reach the call answers as if it did not exist.
  for (const stranger of [acme, bergen, canary]) {
    const query = { parentAccountId: sudvia.accountId }
    expect((await stranger.refused(pricing.toGive, { query })).code).toBe('RQ404')
  }
})

test('users who may not assign price lists create accounts without one', async () => {
  const opener = await roles(nordico, { Accounts: 'c-r' })
  const body = draft('Without the right', { groupId: group.GOLD, under: nordico })
  expect(await opener(pricing.toGive, { query: { parentAccountId: nordico.accountId } })).toMatchObject({ status: 403 })
  expect((await opener(endpoints.create, { body })).status).toBe(201)
  const given = { ...body, priceListId: await listOf(nordico) }
  expect(await opener(endpoints.create, { body: given })).toMatchObject({
    status: 403,
    body: { info: { permission: 'PriceLists:c' } },
  })
})

test('an administrator is optional', async () => {
  const { accountId } = await open(nordico, 'Elv', {
    groupId: group.GOLD,
    user: { userName: '', firstName: '', lastName: '' },
  })
  expect((await nordico.call(accounts.read, { params: { id: accountId } })).parents.at(-1)?.name).toBe('Nordico')
  expect((await nordico.call(users.search, { body: { parentAccountId: accountId } })).count).toBe(0)
})

test('two accounts with the same name created at once get different codes', async () => {
  const made = await Promise.all([1, 2, 3].map(() => open(nordico, 'Tvilling', { groupId: group.GOLD })))
  const read = await Promise.all(
    made.map(({ accountId }) => nordico.call(accounts.read, { params: { id: accountId } })),
  )
  expect(read.map((account) => account.accountCode).sort()).toEqual(['TVILLING', 'TVILLING-2', 'TVILLING-3'])
})

test('a new account has the code that another system has for it, trimmed; without one it is made of the name', async () => {
  const { accountId } = await open(nordico, 'Coded', { groupId: group.GOLD, accountCode: ' 0004711/a ' })
  const read = (id: string) => nordico.call(accounts.read, { params: { id } })
  expect(await read(accountId)).toMatchObject({ accountCode: '0004711/a' })
  const { items } = await nordico.call(accounts.search, {
    body: { filterBy: [{ field: 'accountCode', values: ['0004711/a'] }] },
  })
  expect(items.map((account) => account.accountId)).toEqual([accountId])
  const uncoded = await open(nordico, 'Un coded', { groupId: group.GOLD, accountCode: null })
  expect(await read(uncoded.accountId)).toMatchObject({ accountCode: 'UNCODED' })
})

test('a code names one account of the tenant, whatever the case: of two at once one is created, and another tenant has its own', async () => {
  const priceListId = await listOf(nordico)
  const body = (name: string, accountCode: string) =>
    draft(name, { groupId: group.GOLD, under: nordico, accountCode, priceListId })
  await open(nordico, 'Erp', { groupId: group.GOLD, accountCode: 'ERP-1' })
  expect(await refused(nordico, body('Other', 'erp-1'))).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'accountCode', code: 'taken' }] },
  })
  expect(await refused(nordico, body('Blank', '  '))).toMatchObject({ info: { issues: [{ path: 'accountCode' }] } })
  const tried = await Promise.all(
    ['At once', 'Also'].map((name) => nordico.raw(endpoints.create, { body: body(name, 'ERP-2') })),
  )
  expect(tried.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const elsewhere = draft('Erp', { groupId: group.DISTRIBUTOR, under: canary, accountCode: 'ERP-1' })
  expect((await canary.raw(endpoints.create, { body: elsewhere })).body).not.toMatchObject({
    info: { issues: [{ path: 'accountCode' }] },
  })
})

test('a retry after a lost answer creates no second account', async () => {
  const body = draft('Foss', {
    groupId: group.GOLD,
    under: nordico,
    priceListId: await listOf(nordico),
    user: { userName: 'f@foss.example', firstName: 'F', lastName: 'F' },
  })
  const headers = { 'idempotency-key': 'foss' }
  const [first, again] = await Promise.all([1, 2].map(() => nordico.call(endpoints.create, { body, headers })))
  expect(again).toEqual(first)
  expect(await raw(world, `select from accounts where name = 'Foss'`)).toHaveLength(1)
})

test('only groups at the next level below the parent’s are allowed, and nothing below a buyer (threats T5)', async () => {
  const wrong: [Person, number, { accountId: string } | undefined, string][] = [
    [vendor, group.GOLD, undefined, 'group'],
    [vendor, group.OPCO, undefined, 'group'],
    [nordico, group.BUYER, undefined, 'group'],
    [nordico, group.DISTRIBUTOR, undefined, 'group'],
    [nordico, group.GOLD, acme, 'group'],
    [nordico, 77, undefined, 'group'],
    [fjord, group.BUYER, undefined, 'parentLevel'],
    [acme, group.BUYER, fjord, 'parentLevel'],
  ]
  for (const [who, groupId, under, reason] of wrong) {
    const problem = await refused(who, draft('Never', { groupId, under: under ?? who }))
    expect(problem).toMatchObject({ status: 422, code: 'AC422', info: { reason } })
  }
  for (const groupId of [group.PLATINUM, group.GOLD, group.SILVER])
    await open(sudvia, `Reseller of group ${groupId}`, { groupId })
})

test('a sibling, an account above, another branch, another tenant’s account or an unknown one is refused as parent (threats T5)', async () => {
  const strangers: [Person, string][] = [
    [acme, bergen.accountId],
    [acme, nordico.accountId],
    [nordico, sudvia.accountId],
    [nordico, calabro.accountId],
    [nordico, canary.accountId],
    [vendor, canary.accountId],
    [nordico, newId()],
  ]
  const answers = []
  for (const [who, accountId] of strangers) {
    const problem = await refused(who, draft('Never', { groupId: group.GOLD, under: { accountId } }))
    answers.push({ ...problem, requestId: '' })
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 404, code: 'RQ404' })
})

test('permission to read the whole tenant does not allow creating accounts everywhere, and read permission none at all (threats Z1)', async () => {
  expect((await refused(manager, draft('Never', { groupId: group.DISTRIBUTOR, under: manager }))).code).toBe('RQ403')
  expect((await refused(acmeBasic, draft('Never', { groupId: group.BUYER, under: acme }))).code).toBe('RQ403')
})

test('code, e-mail address and VAT id may be the same as in another tenant (threats T8)', async () => {
  const body = { groupId: group.DISTRIBUTOR, user: { userName: 'shared@both.example', firstName: 'S', lastName: 'B' } }
  await open(canary, 'Shared', body)
  const { accountId } = await open(vendor, 'Shared', body)
  expect((await vendor.call(accounts.read, { params: { id: accountId } })).accountCode).toBe('SHARED')
})

test('with an e-mail address already in use, in whatever case, nothing is created', async () => {
  const user = { userName: 'Anna@ACME.example', firstName: 'A', lastName: 'A' }
  const priceListId = await listOf(nordico)
  const body = draft('Never', { groupId: group.GOLD, under: nordico, priceListId, user })
  expect((await refused(nordico, body)).code).toBe('US409')
})

test('unknown fields are refused, and the administrator gets the administrator role whatever the payload says (threats Z3)', async () => {
  const user = { userName: 'x@x.example', firstName: 'X', lastName: 'X' }
  const sneaky = [
    { user: { ...user, roles: [1] } },
    { user: { ...user, isSuperAdmin: true } },
    { user: { ...user, status: 'user_active', password: 'Correct-Horse-1' } },
    { tenantId: world.tenantId },
    { accountCode: 'MINE' },
    { level: 20 },
    { user: { ...user, userName: 'no address' } },
    { accountName: '  ' },
    { groupId: 6.5 },
  ]
  for (const more of sneaky)
    expect((await refused(nordico, draft('Never', { groupId: group.GOLD, under: nordico, ...more }))).code).toBe(
      'RQ422',
    )
})

test('a country may be given by name; an unknown country and an impossible VAT id are refused with the field named', async () => {
  const address = { vatId: '00743110157', street: 'Via Roma 1', city: 'Milano', postalCode: '20121' }
  const { accountId } = await open(sudvia, 'Milanese', {
    groupId: group.GOLD,
    address: { ...address, country: 'Italy' },
  })
  expect((await sudvia.call(accounts.read, { params: { id: accountId } })).address[0]?.countryCode).toBe('IT')
  const faults = [
    [{ ...address, country: 'Atlantis' }, 'address.country'],
    [address, 'address.country'],
    [{ ...address, vatId: '1', countryCode: 'IT' }, 'address.vatId'],
    [{ ...address, city: 'x'.repeat(256), countryCode: 'IT' }, 'address.city'],
  ] as const
  for (const [faulty, path] of faults) {
    const problem = await refused(sudvia, draft('Never', { groupId: group.GOLD, under: sudvia, address: faulty }))
    expect(problem).toMatchObject({ code: 'RQ422', info: { issues: [{ path }] } })
  }
})

test('a list can be assigned downwards only, and only if the actor may assign it (threats Z9)', async () => {
  const handed = await listOf(nordico)
  const own = await sudvia.call(priceLists.create, { body: { name: 'Sudvia only', currencyId: 978, items: [] } })
  const at = (who: Person, groupId: number, priceListId: string) =>
    refused(who, draft('Never', { groupId, under: who, priceListId, canPropagate: true }))
  expect((await at(nordico, group.GOLD, own.id)).code).toBe('RQ404')
  expect((await at(nordico, group.GOLD, newId())).code).toBe('RQ404')
  expect((await at(canary, group.DISTRIBUTOR, handed)).code).toBe('RQ404')

  const { accountId } = await open(nordico, 'Only served', {
    groupId: group.GOLD,
    priceListId: handed,
    user: { userName: 'only@served.example', firstName: 'O', lastName: 'S' },
  })
  const call = await enters('only@served.example')
  const served = (body: unknown) => call(endpoints.create, { body })
  const problem = await served(draft('Never', { groupId: group.BUYER, under: { accountId }, priceListId: handed }))
  expect(problem).toMatchObject({ status: 403 })
  expect((await served(draft('Below the served', { groupId: group.BUYER, under: { accountId } }))).status).toBe(201)
  await nordico.call(priceLists.changeAssociation, {
    params: { accountId },
    body: { priceListId: handed, canPropagate: true },
  })
  expect(
    (await served(draft('Handed on to', { groupId: group.BUYER, under: { accountId }, priceListId: handed }))).status,
  ).toBe(201)
})

test('an AccountAdmin cannot create users in accounts above, beside or outside its sub-tree (threats Z4)', async () => {
  const user = { userName: 'z4@z4.example', firstName: 'Z', lastName: 'Four', roles: [4] }
  for (const parentAccountId of [nordico, bergen, calabro, vendor, canary].map((p) => p.accountId)) {
    expect((await acme.refused(users.create, { body: { parentAccountId, user } })).code).toBe('RQ404')
  }
  await acme.call(users.create, { body: { parentAccountId: fjord.accountId, user } })
})

test('after all these tests `portal check` finds no fault', async () => {
  expect(await findings()).toEqual([])
})
