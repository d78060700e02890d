import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { devices } from '@trellis/contract/devices'
import { firstSteps, type OwnStep } from '@trellis/contract/first-steps'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { network as networks } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { settings } from '@trellis/contract/settings'
import { type MenuEntry, tenants } from '@trellis/contract/tenants'
import { today } from '@trellis/contract/today'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person, password } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { raw, selling } from '../../testing/selling.ts'
import { statementsOf } from '../../testing/statements.ts'

/* The first steps of an account (rules Y5, decision 161). */

const world = await network()
const { vendor, nordico, acme, acmeBasic, fjord, canary } = world
const { request } = selling(world)
const { addProduct, key } = licensing(world)
const holding = rolesOf(world)
const portal = operatorOf(world)
let portals = 0

/** The first super admin of a new tenant, which is empty. */
async function newVendor(): Promise<Person> {
  portals += 1
  const code = `empty-${portals}`
  const { stderr, isDone } = await portal(
    ...['tenant', 'create', '--code', code, '--name', 'Acme Software', '--admin-email', `ada@${code}.example`],
    ...['--admin-password', password],
  )
  expect({ stderr, isDone }).toEqual({ stderr: '', isDone: true })
  return world.somebody(code, `ada@${code}.example`)
}

const read = (who: Person) => who.call(firstSteps.read)
const isShown = async (who: Person) => (await who.call(today.list, { query: {} })).hasFirstSteps
/** Each step with its state, as `brand done`. */
const states = async (who: Person) => (await read(who)).steps.map(({ step, state }) => `${step} ${state}`)
const stepOf = async (who: Person, name: string) => (await read(who)).steps.find(({ step }) => step === name)
const say = (who: Person, skipped: OwnStep[], isDismissed = false) =>
  who.call(firstSteps.change, { body: { skipped, isDismissed } })

const draft = {
  ...{ sku: 'SUITE-1Y', name: 'Suite', priceMsrp: 120, isLicense: true, licensePrefix: 'SUIT' },
  ...{ licenseActivationRule: 'activation' as const, licenseDurationYears: 1, subscriptionId: 1 },
}

test('an empty tenant is led from its colour to the first activated key, and each step is done by what is there', async () => {
  const ada = await newVendor()
  const { account } = await ada.call(identity.me)
  expect(await states(ada)).toEqual([
    ...['brand open', 'product open', 'priceList open', 'partner open', 'order open'],
    ...['approval open', 'key open', 'activation open'],
  ])
  expect((await read(ada)).steps.every(({ isYours, recordId }) => isYours && recordId === null)).toBe(true)
  expect(await isShown(ada)).toBe(true)

  await ada.call(settings.change, { body: { theme: { primaryColor: '#0f766e' } } })
  expect(await stepOf(ada, 'brand')).toMatchObject({ state: 'done' })

  const { id: productId } = await ada.call(catalogue.create, { body: draft })
  expect(await stepOf(ada, 'product')).toMatchObject({ state: 'open', recordId: productId })
  await ada.call(catalogue.update, { params: { id: productId }, body: { ...draft, status: 'Active' } })
  expect(await stepOf(ada, 'product')).toMatchObject({ state: 'done', recordId: null })

  const { currencyId } = (await ada.call(tenants.currencies)).find(({ currencyCode }) => currencyCode === 'EUR') ?? {}
  const list = { name: 'Prices', currencyId: currencyId ?? 0, parentAccountId: account.accountId, items: [] }
  const { id: priceListId } = await ada.call(priceLists.create, { body: list })
  expect(await stepOf(ada, 'priceList')).toMatchObject({ state: 'open', recordId: priceListId })
  const full = await ada.call(priceLists.create, {
    body: { ...list, name: 'Full', items: [{ productId, customPrice: 100 }] },
  })
  expect(await stepOf(ada, 'priceList')).toMatchObject({ state: 'done', recordId: null })

  const groups = await ada.call(tenants.groups)
  const level = Math.min(...groups.map((group) => group.level).filter((each) => each > account.level))
  const { groupId } = groups.find((group) => group.level === level) ?? { groupId: 0 }
  const partner = await ada.call(networks.create, {
    body: {
      ...{ accountName: 'First Partner', groupId, priceListId: full.id, parentAccountId: account.accountId },
      address: { vatId: 'IT12345670017', street: 'Via Roma 1', city: 'Milano', postalCode: '20121', countryCode: 'IT' },
    },
  })
  expect(await stepOf(ada, 'partner')).toMatchObject({ state: 'done' })

  const order = await ada.call(orders.create, {
    body: { buyerAccountId: partner.id, items: [{ productId, quantity: 2, price: 100 }] },
  })
  expect(await stepOf(ada, 'order')).toMatchObject({ state: 'done' })
  expect(await stepOf(ada, 'approval')).toMatchObject({ state: 'open', recordId: order.id })
  expect(await stepOf(ada, 'key')).toMatchObject({ state: 'open', recordId: null })

  await ada.call(orders.changeStatus, { params: { id: order.id }, body: { status: 'approved' } })
  expect(await stepOf(ada, 'key')).toMatchObject({ state: 'open', recordId: partner.id })

  const { serialKeys } = await ada.call(licenses.create, {
    body: { parentAccountId: partner.id, items: [{ productId, qt: 1 }] },
  })
  expect(await stepOf(ada, 'activation')).toMatchObject({ state: 'open', recordId: serialKeys[0] })
  expect(await isShown(ada)).toBe(true)

  const { status } = await world.anonymous(devices.activate, {
    body: { serialKey: serialKeys[0], deviceUuid: 'my-laptop' },
  })
  expect(status).toBe(200)
  expect((await states(ada)).filter((each) => !each.endsWith(' done'))).toEqual([])
  expect(await isShown(ada)).toBe(false)
})

test('a step that is skipped stays skipped for who skipped it, and is done when somebody does it', async () => {
  const ada = await newVendor()
  expect((await say(ada, ['brand', 'partner'])).steps.map(({ state }) => state).slice(0, 4)).toEqual([
    ...['skipped', 'open', 'open', 'skipped'],
  ])
  expect(await isShown(ada)).toBe(true)
  await ada.call(settings.change, { body: { theme: { primaryColor: '#0f766e' } } })
  expect(await states(ada)).toEqual(expect.arrayContaining(['brand done', 'partner skipped']))
  expect(await say(ada, [])).toMatchObject({ isDismissed: false })
  expect(await states(ada)).toContain('partner open')
})

test('who puts the steps away sees them no more, finds them when asking, and calls them back', async () => {
  const ada = await newVendor()
  expect(await say(ada, [], true)).toMatchObject({ isDismissed: true })
  expect(await isShown(ada)).toBe(false)
  expect((await read(ada)).steps).toHaveLength(8)
  await say(ada, [])
  expect(await isShown(ada)).toBe(true)
})

test('what one wants of the steps is nobody else’s, and other tenants have their own', async () => {
  const ada = await newVendor()
  const before = await read(canary)
  await say(ada, ['brand'], true)
  expect(await read(canary)).toEqual(before)
  await say(acme, ['company'], true)
  expect((await read(acmeBasic)).isDismissed).toBe(false)
  expect((await read(fjord)).isDismissed).toBe(false)
})

test('a partner has steps of its own; its vendor approves the order, and its own data alone counts', async () => {
  const { steps } = await read(fjord)
  expect(steps.map(({ step }) => step)).not.toContain('partner')
  expect((await read(nordico)).steps.map(({ step }) => step)).toEqual([
    ...['company', 'prices', 'partner', 'order', 'approval', 'key', 'activation'],
  ])
  expect(await stepOf(nordico, 'prices')).toMatchObject({ state: 'done' })
  expect(await stepOf(nordico, 'order')).toMatchObject({ state: 'open' })
  const { account } = await nordico.call(identity.me)
  const { accountName } = account
  await nordico.call(accounts.update, {
    params: { id: nordico.accountId },
    body: { accountName, notificationReceiverEmail: 'orders@nordico.example' },
  })
  expect(await stepOf(nordico, 'company')).toMatchObject({ state: 'done' })
  // An order of the account below is none of its own.
  await request(acme, { BOX: 1 })
  expect(await stepOf(nordico, 'order')).toMatchObject({ state: 'open' })
  const order = await request(nordico, { BOX: 1 })
  expect(await stepOf(nordico, 'order')).toMatchObject({ state: 'done' })
  expect(await stepOf(nordico, 'approval')).toEqual({
    ...{ step: 'approval', state: 'open', isYours: false, recordId: order.id },
  })
})

test.each<[string, Record<string, string>, string[]]>([
  ['who only reads', { Orders: 'r', Products: 'r', Accounts: 'r', Licenses: 'r' }, []],
  ['who adds products', { Products: 'c-r-u' }, ['product']],
  ['who adds products and may not activate them', { Products: 'c-r' }, []],
  ['who sells', { Orders: 'c-r' }, ['order']],
  ['who makes lists and partners', { PriceLists: 'c-r', Accounts: 'c-r' }, ['priceList', 'partner']],
])('%s is shown the steps that they may do, and the brand only to who administers the tenant', async (_, held, own) => {
  const call = await holding(vendor, held)
  const { body, status } = await call(firstSteps.read)
  const { steps } = body as Awaited<ReturnType<typeof read>>
  expect(status).toBe(200)
  expect(steps.map(({ step }) => step)).toEqual(own.length === 0 ? [] : [...own, 'approval', 'key', 'activation'])
  const needs = (await call(today.list)).body as { hasFirstSteps: boolean }
  if (own.length === 0) expect(needs.hasFirstSteps).toBe(false)
})

test('an account that has ordered for long is not led, unless it calls the steps back', async () => {
  const order = await request(nordico, { BOX: 1 })
  await raw(world, `update orders set status = 'approved', approved_at = now() where order_id = $1`, [order.id])
  const age = (days: number) =>
    raw(world, `update accounts set created_at = now() - $2 * interval '1 day' where account_id = $1`, [
      nordico.accountId,
      days,
    ])
  await age(61)
  expect(await isShown(nordico)).toBe(false)
  await age(59)
  expect(await isShown(nordico)).toBe(true)
  await age(61)
  await say(nordico, [])
  expect(await isShown(nordico)).toBe(true)
})

test('a step whose screen the tenant has taken out of its menu is none', async () => {
  const ada = await newVendor()
  const leave = (excludedMenuEntries: MenuEntry[]) => ada.call(settings.change, { body: { excludedMenuEntries } })
  await leave(['pricelists', 'sell-out'])
  expect((await read(ada)).steps.map(({ step }) => step)).toEqual([
    ...['brand', 'product', 'partner', 'key', 'activation'],
  ])
  await leave(['products', 'pricelists', 'accounts', 'sell-out', 'licenses'])
  expect(await states(ada)).toEqual(['brand open'])
  await say(ada, ['brand'])
  expect(await isShown(ada)).toBe(false)
})

test('what follows is done by who may, and with a key of the account’s own', async () => {
  const call = await holding(vendor, { Orders: 'c-r-u', Licenses: 'r' })
  const { steps } = (await call(firstSteps.read)).body as Awaited<ReturnType<typeof read>>
  expect(steps.slice(-3).map(({ isYours }) => isYours)).toEqual([true, false, true])
  // Not the key of a company below.
  await addProduct({ sku: 'LEAD', years: 1 })
  await key(acme, 'LEAD')
  expect(await stepOf(nordico, 'activation')).toMatchObject({ state: 'open', recordId: null })
})

test('a step that does not exist is refused at its field', async () => {
  const { status, body } = await vendor.raw(firstSteps.change, { body: { skipped: ['approval'], isDismissed: false } })
  expect(status).toBe(422)
  expect(body).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'skipped.0' }] } })
})

test('the steps are read in one statement', async () => {
  await read(vendor)
  expect(await statementsOf(() => read(vendor))).toBe(1)
})
