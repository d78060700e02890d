import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world
const { change, request, sell, issue } = selling(world)

const refusedTo = (who: Person, id: string, status: string) =>
  who.raw(orders.changeStatus, { params: { id }, body: { status } }).then(({ body }) => body)
const statusOf = async (id: string) => (await vendor.call(orders.read, { params: { id } })).status

await issue({ BOX: 100, 'CORE-PERP': 5 })
await sell(vendor, nordico, { BOX: 30, 'CORE-PERP': 4 })

test('a buyer cannot decide its own order or mark it invoiced or paid (threats Z6)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  for (const status of ['approved', 'canceled'])
    expect(await refusedTo(acme, id, status)).toMatchObject({ status: 403, code: 'RQ403' })
  for (const body of [
    { invoiced: true },
    { paid: true },
    { paid: true, orderNote: 'mine' },
    { invoiceId: 'I-1' },
    { invoiceProvider: 'Post' },
  ])
    expect(await acme.refused(orders.update, { params: { id }, body })).toMatchObject({ code: 'RQ403' })
  const seen = await acme.call(orders.read, { params: { id } })
  expect(seen.blocked).toEqual({
    approve: 'RQ403',
    cancel: 'RQ403',
    revoke: 'RQ403',
    update: null,
    invoice: 'RQ403',
    pay: 'RQ403',
    attach: null,
  })
  expect(seen).toMatchObject({ invoiced: false, paid: false, orderNote: null })
})

test('an account above the buyer can only read; an account above the vendor can decide', async () => {
  const { id } = await sell(nordico, fjord, { 'CORE-PERP': 1 })
  expect((await acme.call(orders.read, { params: { id } })).vendor.accountName).toBe('Nordico')
  expect(await refusedTo(acme, id, 'revoked')).toMatchObject({ code: 'RQ403' })
  expect((await vendor.call(orders.read, { params: { id } })).blocked).toEqual({
    approve: 'OC522',
    cancel: 'OC522',
    revoke: null,
    update: null,
    invoice: null,
    pay: null,
    attach: null,
  })
  await change(vendor, id, 'revoked')
})

test('without the permission to update orders they cannot be changed, and `blocked` says so', async () => {
  const { id } = await request(fjord, { BOX: 1 })
  for (const who of [acmeBasic, manager]) {
    expect(Object.values((await who.call(orders.read, { params: { id } })).blocked)).toEqual(Array(7).fill('RQ403'))
    expect(await refusedTo(who, id, 'approved')).toMatchObject({ code: 'RQ403', info: { permission: 'Orders:u' } })
  }
})

test('sibling accounts and strangers cannot find the order with any call (threats T3)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  for (const who of [bergen, sudvia, fjord, canary]) {
    const nothing = await who.refused(orders.read, { params: { id } })
    const unknown = await who.refused(orders.read, { params: { id: '01a1fdd0-0000-7000-8000-000000000000' } })
    expect({ ...nothing, requestId: '' }).toEqual({ ...unknown, requestId: '' })
    for (const status of ['approved', 'canceled', 'revoked'])
      expect(await refusedTo(who, id, status)).toMatchObject({ status: 404, code: 'RQ404' })
    expect(await who.refused(orders.update, { params: { id }, body: { orderNote: 'x' } })).toMatchObject({
      status: 404,
    })
  }
  expect(await statusOf(id)).toBe('pending')
})

test('both sides can change reference code and note; only the vendor’s side can mark invoiced and paid', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const noted = await acme.call(orders.update, { params: { id }, body: { orderRefCode: 'PO-7', orderNote: 'urgent' } })
  expect(noted).toMatchObject({ orderRefCode: 'PO-7', orderNote: 'urgent' })
  const paid = await nordico.call(orders.update, {
    params: { id },
    body: { invoiced: true, paid: true, orderNote: null },
  })
  expect(paid).toMatchObject({ invoiced: true, paid: true, orderRefCode: 'PO-7', orderNote: null })
  const invoice = { invoiceId: 'F-2026/41', invoiceProvider: 'Fatture in Cloud' }
  expect(await nordico.call(orders.update, { params: { id }, body: invoice })).toMatchObject(invoice)
  expect(await acme.call(orders.read, { params: { id } })).toMatchObject(invoice)
  const log = await raw<{ before: unknown; after: unknown }>(
    world,
    `select before, after from audit_log where action = 'order.updated' and entity_id = $1 order by audit_id`,
    [id],
  )
  expect(log[1]).toEqual({
    before: { invoiced: false, paid: false, orderNote: 'urgent' },
    after: { invoiced: true, paid: true, orderNote: null },
  })
})

test('a canceled or revoked order can no longer be marked invoiced or paid (threats M14)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  await change(nordico, id, 'canceled')
  const { id: revoked } = await sell(nordico, acme, { BOX: 1 })
  await change(nordico, revoked, 'revoked')
  for (const over of [id, revoked]) {
    for (const body of [{ invoiced: true }, { paid: true }, { invoiceId: 'I-1' }])
      expect(await nordico.refused(orders.update, { params: { id: over }, body })).toMatchObject({ code: 'OC522' })
    expect((await nordico.call(orders.read, { params: { id: over } })).blocked).toMatchObject({
      invoice: 'OC522',
      pay: 'OC522',
      update: null,
    })
  }
  // Names of the order itself may come back as they were read; they change nothing.
  const before = await nordico.call(orders.read, { params: { id } })
  for (const body of [{ items: [] }, { buyerAccountId: bergen.accountId }, { status: 'approved' }])
    expect((await nordico.raw(orders.update, { params: { id }, body })).body).toEqual(before)
})

test('after the approval prices can no longer be changed (threats M14)', async () => {
  const { id } = await sell(vendor, nordico, { BOX: 1 })
  const before = await vendor.call(orders.read, { params: { id } })
  const prices = (before.items ?? []).map(({ orderItemId }) => ({ orderItemId, price: 0 }))
  for (const status of ['approved', 'pending'] as const)
    expect(
      await vendor.refused(orders.changeStatus, { params: { id }, body: { status, items: prices } }),
    ).toMatchObject({ code: 'OC522' })
  expect(await vendor.call(orders.read, { params: { id } })).toEqual(before)
})
