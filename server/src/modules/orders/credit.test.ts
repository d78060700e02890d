import { accounts } from '@trellis/contract/accounts'
import { credit } from '@trellis/contract/credit'
import { orders } from '@trellis/contract/orders'
import { afterEach, expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

// Covers: server/src/modules/orders/credit.ts

const world = await network()
const { vendor, nordico, sudvia, acme, bergen } = world
const { change, request, offer, sell, issue, productOf } = selling(world)
const roleOf = rolesOf(world)
const price = Number(productOf('CORE-3Y').price)

await issue({ 'CORE-3Y': 1000, BOX: 1000 })
await sell(vendor, nordico, { 'CORE-3Y': 200, BOX: 200 })

const nameOf = new Map([
  [acme, 'Acme'],
  [bergen, 'Bergen'],
  [nordico, 'Nordico'],
])
const setCredit = (who: Person, of: Person, terms: { creditLimit?: number | null; paymentTermsDays?: number | null }) =>
  who.raw(accounts.update, {
    params: { id: of.accountId },
    body: { accountName: nameOf.get(of), notificationReceiverEmail: null, ...terms },
  })
const creditOf = (who: Person, of: Person) => who.call(credit.ofAccount, { params: { id: of.accountId } })
const approve = (who: Person, id: string, more: object = {}) =>
  who.raw(orders.changeStatus, { params: { id }, body: { status: 'approved', ...more } })
const preview = (who: Person, orderIds: string[]) => who.call(orders.previewApprovals, { body: { orderIds } })
const pass = { passCredit: { reason: 'Their bank confirmed the transfer' } }

/** All is paid, and nobody has a limit. */
afterEach(async () => {
  world.at(null)
  await raw(world, `update accounts set credit_limit = null, payment_terms_days = null`)
  const open = await raw<{ id: string }>(
    world,
    `select order_id as id from orders where status = 'approved' and not paid`,
  )
  for (const { id } of open) await vendor.call(orders.update, { params: { id }, body: { paid: true } })
})

test('an account above sets the limit and the terms; nobody sets their own; the account sees both and what is open', async () => {
  expect(await setCredit(nordico, acme, { creditLimit: 5000.5, paymentTermsDays: 30 })).toMatchObject({
    status: 200,
    body: { creditLimit: 5000.5, paymentTermsDays: 30 },
  })
  expect(await setCredit(vendor, acme, { paymentTermsDays: 45 })).toMatchObject({
    body: { creditLimit: 5000.5, paymentTermsDays: 45 },
  })
  for (const terms of [{ creditLimit: 9000 }, { paymentTermsDays: null }])
    expect(await setCredit(acme, acme, terms)).toMatchObject({
      status: 403,
      body: { code: 'RQ403', info: { reason: 'self' } },
    })
  // The form of the own company sends what is there.
  expect(await setCredit(acme, acme, { creditLimit: 5000.5 })).toMatchObject({ status: 200 })
  expect(await setCredit(sudvia, acme, { creditLimit: 1 })).toMatchObject({ status: 404 })
  const reader = await roleOf(nordico, { Accounts: 'r' })
  const body = { accountName: 'Acme', creditLimit: 1 }
  expect(await reader(accounts.update, { params: { id: acme.accountId }, body })).toMatchObject({ status: 403 })
  for (const wrong of [-1, 0.00001, '5', 1e12])
    expect(await setCredit(nordico, acme, { creditLimit: wrong as number })).toMatchObject({ status: 422 })
  for (const wrong of [-1, 1.5, 366])
    expect(await setCredit(nordico, acme, { paymentTermsDays: wrong })).toMatchObject({ status: 422 })

  await sell(nordico, acme, { 'CORE-3Y': 2 })
  const seen = { creditLimit: 5000.5, paymentTermsDays: 45, currencyCode: 'EUR', open: 2 * price, overdue: 0 }
  for (const who of [acme, nordico, vendor]) expect(await creditOf(who, acme)).toMatchObject(seen)
  expect(await sudvia.raw(credit.ofAccount, { params: { id: acme.accountId } })).toMatchObject({ status: 404 })
  expect(await setCredit(nordico, acme, { creditLimit: null, paymentTermsDays: null })).toMatchObject({
    body: { creditLimit: null, paymentTermsDays: null },
  })
})

test('an approval up to the limit is made, one cent over it is stopped and says why', async () => {
  await sell(nordico, acme, { 'CORE-3Y': 1 })
  await setCredit(nordico, acme, { creditLimit: 3 * price })
  const fits = await request(acme, { 'CORE-3Y': 2 })
  expect(await approve(nordico, fits.id)).toMatchObject({ status: 200 })
  const { id } = await request(acme, { BOX: 1 })
  const [line] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  const cent = { items: [{ orderItemId: line?.orderItemId, price: 0.01 }] }
  expect(await approve(nordico, id, cent)).toMatchObject({
    status: 409,
    body: {
      code: 'OC530',
      info: { limit: 3 * price, open: 3 * price, order: 0.01, overdue: 0, currencyCode: 'EUR', mayPass: true },
    },
  })
  // Nothing moved; what is paid is not open any more.
  expect(await nordico.call(orders.read, { params: { id } })).toMatchObject({ status: 'pending' })
  await nordico.call(orders.update, { params: { id: fits.id }, body: { paid: true } })
  expect(await approve(nordico, id, cent)).toMatchObject({ status: 200 })
  expect(await discrepancies(world)).toEqual([])
})

test('only the part that is approved counts', async () => {
  await setCredit(nordico, acme, { creditLimit: 2 * price })
  const { id } = await request(acme, { 'CORE-3Y': 5 })
  expect((await approve(nordico, id)).body).toMatchObject({ code: 'OC530', info: { order: 5 * price } })
  const [line] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  const part = { items: [{ orderItemId: line?.orderItemId, quantity: 2 }] }
  expect(await approve(nordico, id, part)).toMatchObject({ status: 200, body: { orderTotal: 2 * price } })
})

test('who may set the limit passes it with a reason, which history and audit log keep', async () => {
  await setCredit(nordico, acme, { creditLimit: 0 })
  const { id } = await offer(nordico, acme, { 'CORE-3Y': 1 })
  for (const reason of ['', '   ', 'x'.repeat(501)])
    expect(await approve(nordico, id, { passCredit: { reason } })).toMatchObject({ status: 422 })
  const seller = await roleOf(nordico, { Orders: 'c-u-r', Accounts: 'r' })
  const attempt = { params: { id }, body: { status: 'approved', ...pass } }
  expect((await seller(orders.changeStatus, attempt)).body).toMatchObject({ code: 'OC530', info: { mayPass: false } })
  const passed = await approve(nordico, id, pass)
  expect(passed).toMatchObject({
    status: 200,
    body: { details: [{ reason: pass.passCredit.reason }, { reason: null }] },
  })
  const [logged] = await raw<{ after: unknown }>(
    world,
    `select after from audit_log where entity_id = $1 and action = 'order.approved'`,
    [id],
  )
  expect(logged?.after).toMatchObject({
    reason: pass.passCredit.reason,
    creditPassed: { creditLimit: 0, openAmount: 0, orderTotal: price, overdueAmount: 0, currencyCode: 'EUR' },
  })
  // A reason that nobody needs leaves no trace.
  await setCredit(nordico, acme, { creditLimit: null })
  const other = await request(acme, { BOX: 1 })
  expect((await approve(nordico, other.id, pass)).body).toMatchObject({ details: [{ reason: null }, {}] })
  const revoke = { params: { id: other.id }, body: { status: 'revoked', ...pass } }
  expect(await nordico.raw(orders.changeStatus, revoke)).toMatchObject({ status: 422 })
})

test('while something is overdue nothing more is approved, whatever the limit', async () => {
  world.at('2026-03-01T10:00:00.000Z')
  await setCredit(nordico, acme, { paymentTermsDays: 30 })
  const late = await sell(nordico, acme, { 'CORE-3Y': 1 })
  world.at('2026-03-31T10:00:00.000Z')
  await sell(nordico, acme, { BOX: 1 })
  expect(await creditOf(acme, acme)).toMatchObject({ overdue: 0 })
  world.at('2026-03-31T10:00:00.001Z')
  expect(await creditOf(acme, acme)).toMatchObject({ creditLimit: null, overdue: price })
  const { id } = await request(acme, { BOX: 1 })
  expect((await approve(nordico, id)).body).toMatchObject({ code: 'OC530', info: { limit: null, overdue: price } })
  await nordico.call(orders.update, { params: { id: late.id }, body: { paid: true } })
  expect(await approve(nordico, id)).toMatchObject({ status: 200 })
})

test('a limit stops neither what its account sells nor what the vendor issues, and says nothing of another currency', async () => {
  await setCredit(vendor, nordico, { creditLimit: 0, paymentTermsDays: 0 })
  expect(await sell(nordico, acme, { BOX: 1 })).toBeTruthy()
  const { id } = await request(nordico, { BOX: 1 })
  expect((await approve(vendor, id)).body).toMatchObject({ code: 'OC530' })
  await raw(world, `update orders set currency_id = 840 where order_id = $1`, [id])
  expect((await preview(vendor, [id])).orders).toMatchObject([{ blocked: null, credit: null }])
  await raw(world, `update orders set currency_id = 978 where order_id = $1`, [id])
  await change(vendor, id, 'canceled')
})

test('the preview counts what was approved before in the same sequence, and says what is stopped', async () => {
  await setCredit(nordico, acme, { creditLimit: 3 * price })
  const ids: string[] = []
  for (const pieces of [2, 2, 1]) ids.push((await request(acme, { 'CORE-3Y': pieces })).id)
  const { orders: found } = await preview(nordico, ids)
  expect(found.map(({ blocked, credit: stop }) => [blocked, stop?.open ?? null, stop?.order ?? null])).toEqual([
    [null, null, null],
    ['OC530', 2 * price, 2 * price],
    [null, null, null],
  ])
  // Who is short as well is told both.
  await setCredit(nordico, acme, { creditLimit: 0 })
  const short = await request(acme, { 'CORE-3Y': 5000 })
  expect((await preview(nordico, [short.id])).orders).toMatchObject([
    { blocked: 'OC527', credit: { limit: 0, mayPass: true } },
  ])
})

test('of concurrent approvals that each fit alone only those pass that fit together', async () => {
  await setCredit(nordico, acme, { creditLimit: 3 * price })
  const asked = await Promise.all(Array.from({ length: 8 }, () => request(acme, { 'CORE-3Y': 1 })))
  const answers = await Promise.all(asked.map(({ id }) => approve(nordico, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  expect((await creditOf(nordico, acme)).open).toBeCloseTo(3 * price, 4)
})
