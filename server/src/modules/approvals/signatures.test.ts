import { type ApprovalRuleDraft, approvalRules, dealSignatures, orderSignatures } from '@trellis/contract/approvals'
import { deals } from '@trellis/contract/deals'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { tenants } from '@trellis/contract/tenants'
import { today } from '@trellis/contract/today'
import { afterEach, expect, test } from 'vitest'
import { type Caller, rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { statementsOf } from '../../testing/statements.ts'

/* Approval rules and signatures (rules G35 to G39, G41). Covers: server/src/modules/orders/signatures.ts, server/src/modules/deals/signatures.ts */

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world
const { change, request, offer, issue, productOf, items } = selling(world)
const deal = dealing(world)
const holding = rolesOf(world)
await issue({ 'EDGE-1Y': 5000, BOX: 5000 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 2000, BOX: 500 })).id, 'approved')
const euro = (await vendor.call(tenants.currencies)).find(({ currencyCode }) => currencyCode === 'EUR')?.currencyId ?? 0
const dollar =
  (await vendor.call(tenants.currencies)).find(({ currencyCode }) => currencyCode === 'USD')?.currencyId ?? 0

/** A colleague at an account, who decides on orders and deals. */
async function colleague(of: Person, held: Record<string, string> = { Orders: 'c-r-u', Deals: 'r-u' }) {
  const call = await holding(of, held)
  const me = (await call(identity.me)).body as { userId: string; firstName: string; lastName: string }
  const [role] = await raw<{ role_id: number }>(world, 'select role_id from user_roles where user_id = $1', [me.userId])
  return { call, userId: me.userId, roleId: role?.role_id ?? 0, me }
}
const second = await colleague(nordico)

afterEach(() => raw(world, 'delete from approval_rules'))

const rule = async (who: Person, draft: Partial<ApprovalRuleDraft>) =>
  (
    await who.call(approvalRules.create, {
      body: {
        ...{ name: 'Large orders', appliesTo: 'both', needs: 'second_person' },
        ...(Object.keys(draft).some((key) => /Above|Share|Id$/.test(key) && key !== 'roleId')
          ? {}
          : { amountAbove: 400, currencyId: euro }),
        ...draft,
      },
    })
  ).id
const approve = (call: Caller, id: string, prices: { orderItemId: string; price: number }[] = []) =>
  call(orders.changeStatus, { params: { id }, body: { status: 'approved', items: prices } })
const by = (person: Person): Caller => person.raw
const sign = (call: Caller, id: string, note?: string) => call(orderSignatures.sign, { params: { id }, body: { note } })
const standing = (person: Person, id: string) => person.call(orderSignatures.read, { params: { id } })
const queueOf = async (call: Caller) =>
  (
    (await call(today.list, { query: { limit: 50 } })).body as {
      items: { kind: string; recordId: string; due: string | null }[]
    }
  ).items
const waits = async (call: Caller, id: string) =>
  (await queueOf(call)).filter(({ recordId }) => recordId === id).map(({ kind }) => kind)
const large = () => request(acme, { 'EDGE-1Y': 5 })

test('an order that a rule binds needs a second person: the first signs, the second approves (rules G37)', async () => {
  const ruleId = await rule(nordico, {})
  const { id } = await large()
  const refused = await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
  expect(refused).toMatchObject({
    status: 409,
    code: 'OC531',
    info: {
      rules: [{ ruleId, name: 'Large orders', needs: 'second_person', roleName: null, level: null, satisfied: false }],
    },
  })
  expect((await nordico.call(orders.read, { params: { id } })).status).toBe('pending')
  const after = (await sign(by(nordico), id, 'Checked')).body
  expect(after).toMatchObject({
    rules: [{ satisfied: false }],
    signatures: [
      { signedBy: { firstName: 'Nora' }, note: 'Checked', isMine: true, isOutdated: false, isDecision: false },
    ],
    maySign: false,
    isLastStep: false,
  })
  expect((await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'approved' } })).code).toBe(
    'OC531',
  )
  expect((await approve(second.call, id)).status).toBe(200)
  expect(await standing(nordico, id)).toMatchObject({
    rules: [],
    signatures: [{ isDecision: false }, { isDecision: true, signedBy: { userId: second.userId } }],
    maySign: false,
    isLastStep: false,
  })
})

test.each<[string, Partial<ApprovalRuleDraft>, boolean]>([
  ['above its amount', { amountAbove: 499.99, currencyId: euro }, true],
  ['of just its amount', { amountAbove: 500, currencyId: euro }, false],
  ['of another currency', { amountAbove: 1, currencyId: dollar }, false],
  ['of its buyer', { accountId: acme.accountId }, true],
  ['of a buyer below', { accountId: nordico.accountId }, true],
  ['of another buyer', { accountId: bergen.accountId }, false],
  ['with its product', { productId: productOf('EDGE-1Y').productId }, true],
  ['without its product', { productId: productOf('BOX').productId }, false],
  ['that is not below its share', { belowListShare: 100 }, false],
  [
    'for which one of two conditions holds',
    { accountId: acme.accountId, productId: productOf('BOX').productId },
    false,
  ],
  ['for which both hold', { accountId: acme.accountId, productId: productOf('EDGE-1Y').productId }, true],
  ['while the rule is off', { accountId: acme.accountId, isEnabled: false }, false],
  ['while the rule is about eBids', { accountId: acme.accountId, appliesTo: 'ebid' }, false],
])('a rule on an order %s (rules G36)', async (_, conditions, binds) => {
  await rule(nordico, conditions)
  const { id } = await large()
  expect((await standing(nordico, id)).rules).toHaveLength(binds ? 1 : 0)
  expect((await approve(by(nordico), id)).status).toBe(binds ? 409 : 200)
})

test('an agreed price below the share needs a second person, who signs for the order at the prices it has', async () => {
  await rule(nordico, { belowListShare: 90 })
  const { id } = await large()
  const [item] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  const at = (price: number) => [{ orderItemId: item?.orderItemId ?? '', price }]
  expect((await approve(by(nordico), id, at(89.99))).body).toMatchObject({ code: 'OC531' })
  // Signing is of what is seen: for another price it does not count.
  await sign(second.call, id)
  expect((await approve(by(nordico), id, at(89))).body).toMatchObject({ code: 'OC531' })
  expect((await approve(by(nordico), id, at(90))).status).toBe(200)
})

test('a signature of other lines does not count any more, and says so', async () => {
  await rule(nordico, {})
  const { id } = await large()
  await sign(second.call, id)
  await raw(world, 'update order_items set price = 99 where order_id = $1', [id])
  expect(await standing(nordico, id)).toMatchObject({
    signatures: [{ isOutdated: true }],
    maySign: true,
    isLastStep: false,
  })
  expect((await approve(by(nordico), id)).body).toMatchObject({ code: 'OC531' })
  await sign(second.call, id)
  expect(await standing(nordico, id)).toMatchObject({ signatures: [{ isOutdated: false }], isLastStep: true })
})

test('a part of an order is judged as the whole that was asked for, and its signature counts for it (rules G37, O21)', async () => {
  await rule(nordico, {})
  const { id } = await large()
  const [line] = (await nordico.call(orders.read, { params: { id } })).items ?? []
  const part = {
    params: { id },
    body: { status: 'approved' as const, items: [{ orderItemId: line?.orderItemId ?? '', quantity: 1 }] },
  }
  expect((await nordico.refused(orders.changeStatus, part)).code).toBe('OC531')
  await sign(by(nordico), id)
  expect((await second.call(orders.changeStatus, part)).status).toBe(200)
  const { chain, orderTotal } = await nordico.call(orders.read, { params: { id } })
  expect([orderTotal, chain?.map(({ status }) => status)]).toEqual([line?.price, ['pending']])
  expect(
    (await standing(nordico, id)).signatures.map(({ isDecision, isOutdated }) => [isDecision, isOutdated]),
  ).toEqual([
    [false, false],
    [true, false],
  ])
})

test('a rule of an account above binds its branch, and only people of the account change it', async () => {
  const ruleId = await rule(vendor, {})
  const { id } = await large()
  expect((await approve(by(nordico), id)).body).toMatchObject({ code: 'OC531', info: { rules: [{ ruleId }] } })
  const params = { id: ruleId }
  for (const stranger of [nordico, acme, sudvia, canary]) {
    expect((await stranger.refused(approvalRules.read, { params })).code).toBe('RQ404')
    expect((await stranger.refused(approvalRules.remove, { params })).code).toBe('RQ404')
    expect((await stranger.call(approvalRules.list)).items).toEqual([])
  }
  // Sudvia's own rule binds nothing of Nordico's branch, and none of the vendor above it.
  await raw(world, 'delete from approval_rules')
  await rule(sudvia, {})
  expect((await approve(by(nordico), id)).status).toBe(200)
})

test('changing rules needs Orders u and Accounts u, and what is wrong is named at its field', async () => {
  const body = { name: 'A', appliesTo: 'order', needs: 'second_person', accountId: acme.accountId }
  const onlyOrders = await holding(nordico, { Orders: 'c-r-u' })
  expect((await onlyOrders(approvalRules.create, { body })).body).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Accounts:u' },
  })
  expect((await onlyOrders(approvalRules.list)).body).toMatchObject({ mayChange: false })
  expect((await acmeBasic.raw(approvalRules.create, { body })).status).toBe(403)
  const refused = async (given: object) => {
    const { body: problem } = await nordico.raw(approvalRules.create, { body: { ...body, ...given } })
    const { code, info } = problem as { code: string; info: { issues?: { path: string }[] } }
    return code === 'RQ422' ? info.issues?.map(({ path }) => path) : code
  }
  expect(await refused({ accountId: null })).toEqual(['amountAbove'])
  expect(await refused({ amountAbove: 5 })).toEqual(['currencyId'])
  expect(await refused({ amountAbove: 5, currencyId: 1 })).toEqual(['currencyId'])
  expect(await refused({ needs: 'role' })).toEqual(['roleId'])
  expect(await refused({ needs: 'role', roleId: 99_999 })).toEqual(['roleId'])
  expect(await refused({ needs: 'level' })).toEqual(['level'])
  expect(await refused({ name: ' ' })).toEqual(['name'])
  expect(await refused({ belowListShare: 0 })).toEqual(['belowListShare'])
  expect(await refused({ belowListShare: 70.123 })).toEqual(['belowListShare'])
  expect(await refused({ accountId: sudvia.accountId })).toBe('RQ404')
  expect(await refused({ productId: acme.accountId })).toBe('RQ404')
})

test('an account has at most a hundred rules', async () => {
  await raw(
    world,
    `insert into approval_rules (tenant_id, rule_id, account_id, name, applies_to, below_list_share, needs)
     select $1, gen_random_uuid(), $2, 'Rule ' || n, 'ebid', 10, 'second_person' from generate_series(1, 100) n`,
    [world.tenantId, nordico.accountId],
  )
  const body = { name: 'More', appliesTo: 'order' as const, needs: 'second_person' as const, accountId: acme.accountId }
  expect(await nordico.refused(approvalRules.create, { body })).toMatchObject({ code: 'RQ409', info: { maximum: 100 } })
})

test('a rule is changed as it was read, keeps only what its kind asks for, and is asked anew of what waits', async () => {
  const ruleId = await rule(nordico, {})
  const { id } = await large()
  const read = await nordico.call(approvalRules.read, { params: { id: ruleId } })
  const changed = await nordico.call(approvalRules.change, {
    params: { id: ruleId },
    body: { ...read, needs: 'level', level: 30, roleId: 4 },
  })
  expect(changed).toMatchObject({ needs: 'level', level: 30, roleId: null, amountAbove: 400, currencyCode: 'EUR' })
  expect(await standing(nordico, id)).toMatchObject({ rules: [{ needs: 'level', satisfied: false }], isLastStep: true })
  await nordico.call(approvalRules.remove, { params: { id: ruleId } })
  expect((await standing(nordico, id)).rules).toEqual([])
})

test('a rule asks for a level: the account below signs nothing that counts, the senior one does', async () => {
  await rule(vendor, { needs: 'level', level: 20 })
  const { id } = await large()
  expect((await approve(by(nordico), id)).body).toMatchObject({ info: { rules: [{ needs: 'level', level: 20 }] } })
  expect(await waits(by(nordico), id)).toEqual([])
  expect(await waits(by(vendor), id)).toEqual(['signature'])
  expect((await sign(by(vendor), id, 'Ours')).status).toBe(200)
  expect(await waits(by(vendor), id)).toEqual([])
  // Nordico does not learn who of the company above it signed, nor what they noted.
  const { signatures } = await standing(nordico, id)
  expect(signatures).toMatchObject([{ signedBy: null, accountName: null, note: null, isMine: false }])
  expect(await waits(by(nordico), id)).toEqual(['order'])
  expect((await approve(by(nordico), id)).status).toBe(200)
})

test('a role counts of people of the account whose rule it is, not of those below who were given it', async () => {
  const { roleId } = second
  const above = await colleague(vendor)
  await raw(world, 'insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    ...[world.tenantId, above.userId, roleId],
  ])
  await rule(vendor, { needs: 'role', roleId })
  const { id } = await large()
  expect((await approve(second.call, id)).body).toMatchObject({ code: 'OC531' })
  expect(await waits(above.call, id)).toEqual(['signature'])
  await sign(above.call, id)
  expect((await approve(second.call, id)).status).toBe(200)
  await raw(world, 'delete from user_roles where user_id = $1 and role_id = $2', [above.userId, roleId])
})

test('a signature of somebody who is suspended meanwhile does not count', async () => {
  await rule(nordico, {})
  const { id } = await large()
  const third = await colleague(nordico)
  await sign(third.call, id)
  await raw(world, `update users set status = 'user_suspended' where user_id = $1`, [third.userId])
  expect((await approve(by(nordico), id)).body).toMatchObject({ code: 'OC531' })
})

test('the same person is not two, and withdraws only the own signature', async () => {
  await rule(nordico, {})
  const { id } = await large()
  await sign(by(nordico), id)
  await sign(by(nordico), id, 'Again')
  expect((await standing(nordico, id)).signatures).toMatchObject([{ note: 'Again' }])
  expect((await second.call(orderSignatures.withdraw, { params: { id } })).status).toBe(404)
  expect((await nordico.raw(orderSignatures.withdraw, { params: { id } })).status).toBe(204)
  expect((await standing(nordico, id)).signatures).toEqual([])
  await change(nordico, id, 'canceled')
  expect((await nordico.raw(orderSignatures.withdraw, { params: { id } })).body).toMatchObject({ code: 'OC522' })
  expect((await sign(by(nordico), id)).body).toMatchObject({ code: 'OC522' })
})

test('the buyer’s side sees nothing of it, and strangers find nothing (threats Z17)', async () => {
  await rule(nordico, {})
  const { id } = await large()
  for (const endpoint of [orderSignatures.read, orderSignatures.sign, orderSignatures.withdraw]) {
    const body = endpoint === orderSignatures.sign ? {} : undefined
    expect((await acme.raw(endpoint, { params: { id }, body })).body).toMatchObject({
      code: 'RQ403',
      info: { reason: 'side' },
    })
    for (const stranger of [sudvia, bergen, fjord, canary])
      expect((await stranger.raw(endpoint, { params: { id }, body })).status, stranger.email).toBe(404)
  }
  await sign(by(nordico), id)
  const { details } = await acme.call(orders.read, { params: { id } })
  expect(details).toHaveLength(1)
  expect((await manager.call(orderSignatures.read, { params: { id } })).maySign).toBe(false)
  const reader = await holding(nordico, { Orders: 'r' })
  expect((await sign(reader, id)).status).toBe(403)
})

test('cancelling needs nobody else, and neither does revoking', async () => {
  const { id } = await large()
  const sold = await large()
  await change(nordico, sold.id, 'approved')
  await rule(nordico, {})
  expect((await change(nordico, id, 'canceled')).status).toBe('canceled')
  expect((await change(nordico, sold.id, 'revoked')).status).toBe('revoked')
})

test('many approvals name what others must sign first before anybody clicks', async () => {
  await rule(nordico, {})
  const [bound, free] = [await large(), await request(acme, { BOX: 1 })]
  const { orders: previewed } = await nordico.call(orders.previewApprovals, { body: { orderIds: [bound.id, free.id] } })
  expect(previewed.map(({ blocked }) => blocked)).toEqual(['OC531', null])
  await sign(second.call, bound.id)
  const again = await nordico.call(orders.previewApprovals, { body: { orderIds: [bound.id] } })
  expect(again.orders.map(({ blocked }) => blocked)).toEqual([null])
})

test('who can give what is missing has it in the queue, until they have signed (rules G41)', async () => {
  await rule(nordico, {})
  const { id } = await large()
  expect(await waits(by(nordico), id)).toEqual(['signature'])
  expect(await waits(second.call, id)).toEqual(['signature'])
  // The accounts above could sign too, but are not asked.
  expect(await waits(by(vendor), id)).toEqual([])
  await sign(by(nordico), id)
  expect(await waits(by(nordico), id)).toEqual([])
  expect(await waits(second.call, id)).toEqual(['order'])
  await approve(second.call, id)
  expect(await waits(second.call, id)).toEqual([])
})

test('two who sign at once are both there, and two who approve at once leave one approval', async () => {
  await rule(nordico, {})
  const { id } = await large()
  const third = await colleague(nordico)
  const signed = await Promise.all([sign(by(nordico), id), sign(second.call, id), sign(third.call, id)])
  expect(signed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await standing(nordico, id)).signatures).toHaveLength(3)
  const decided = await Promise.all([approve(second.call, id), approve(third.call, id)])
  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await standing(nordico, id)).signatures.filter(({ isDecision }) => isDecision)).toHaveLength(1)
})

test('a rule that changes while somebody signs is asked as it is when the order is decided', async () => {
  const ruleId = await rule(nordico, {})
  const { id } = await large()
  const read = await nordico.call(approvalRules.read, { params: { id: ruleId } })
  const [signed, changed] = await Promise.all([
    sign(by(nordico), id),
    nordico.raw(approvalRules.change, { params: { id: ruleId }, body: { ...read, needs: 'level', level: 20 } }),
  ])
  expect([signed.status, changed.status]).toEqual([200, 200])
  expect((await approve(second.call, id)).body).toMatchObject({
    info: { rules: [{ needs: 'level', satisfied: false }] },
  })
  await nordico.call(approvalRules.change, { params: { id: ruleId }, body: read })
  expect((await approve(second.call, id)).status).toBe(200)
})

test('a sale of one’s own stock obeys the rules too', async () => {
  await rule(nordico, {})
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 5 })
  expect((await approve(by(nordico), id)).body).toMatchObject({ code: 'OC531' })
  await sign(by(nordico), id)
  expect((await approve(second.call, id)).status).toBe(200)
})

test('without rules the approval takes one statement more, in a round trip that is made anyway', async () => {
  const made = [await large(), await large(), await large(), await large(), await large(), await large(), await large()]
  await change(nordico, made.pop()?.id ?? '', 'approved')
  const plain = await statementsOf(() => change(nordico, made.pop()?.id ?? '', 'approved'))
  await rule(sudvia, {})
  const beside = await statementsOf(() => change(nordico, made.pop()?.id ?? '', 'approved'))
  expect(beside).toBe(plain)
})

const asked = async (value: number) => {
  const id = await deal.register(acme, { 'EDGE-1Y': 2 })
  await deal.protect(nordico, id, 'Approved')
  await deal.ask(acme, id, value)
  return id
}
const decide = (call: Caller, id: string, value?: number) =>
  call(deals.updateEbidStatus, { params: { id }, body: { status: 'Approved', value } })
const signBid = (call: Caller, id: string) => call(dealSignatures.sign, { params: { id }, body: {} })

test('an eBid below the share of the items needs a level, and is signed by the vendor', {
  tags: ['long'],
}, async () => {
  await rule(vendor, { appliesTo: 'ebid', belowListShare: 70, needs: 'level', level: 20 })
  const [cheap, fair] = [await asked(139), await asked(140)]
  expect((await decide(by(nordico), fair)).status).toBe(200)
  expect((await decide(by(nordico), cheap)).body).toMatchObject({ code: 'OC531', info: { rules: [{ level: 20 }] } })
  expect(await waits(by(nordico), cheap)).toEqual([])
  expect(await waits(by(vendor), cheap)).toEqual(['ebidSignature'])
  expect((await signBid(by(vendor), cheap)).status).toBe(200)
  expect(await waits(by(vendor), cheap)).toEqual([])
  expect(await waits(by(nordico), cheap)).toEqual(['ebid'])
  // The vendor signed 139, not less.
  expect((await decide(by(nordico), cheap, 120)).body).toMatchObject({ code: 'OC531' })
  expect((await decide(by(nordico), cheap)).status).toBe(200)
  expect(await nordico.call(dealSignatures.read, { params: { id: cheap } })).toMatchObject({
    rules: [],
    signatures: [{}, { isDecision: true }],
  })
})

test('asking for an eBid again needs signing again, and refusing needs nobody else', async () => {
  await rule(nordico, { appliesTo: 'ebid', belowListShare: 90 })
  const id = await asked(150)
  await signBid(second.call, id)
  world.at(new Date(Date.now() + 60_000).toISOString())
  await deal.ask(acme, id, 150)
  expect((await decide(by(nordico), id)).body).toMatchObject({ code: 'OC531' })
  const refused = { params: { id }, body: { status: 'Refused' as const } }
  expect((await nordico.call(deals.updateEbidStatus, refused)).eBidStatus).toBe('Refused')
  world.at(null)
})

test('a rule of the deal’s own vendor does not bind who decides on it, and the vendor sees nothing of the rules', async () => {
  await rule(acme, { appliesTo: 'ebid', belowListShare: 100 })
  const id = await asked(150)
  expect(await nordico.call(dealSignatures.read, { params: { id } })).toMatchObject({ rules: [], isLastStep: true })
  for (const endpoint of [dealSignatures.read, dealSignatures.sign]) {
    const body = endpoint === dealSignatures.sign ? {} : undefined
    expect((await acme.raw(endpoint, { params: { id }, body })).body).toMatchObject({ code: 'DL524' })
    for (const stranger of [sudvia, bergen, canary])
      expect((await stranger.raw(endpoint, { params: { id }, body })).status).toBe(404)
  }
  await deal.approve(nordico, id)
  expect((await signBid(by(nordico), id)).body).toMatchObject({ code: 'RQ409' })
})

test('a price list that an order names is what its share is of', async () => {
  await rule(nordico, { belowListShare: 80 })
  const body = { buyerAccountId: acme.accountId, items: items({ 'EDGE-1Y': 1 }, { 'EDGE-1Y': 79 }) }
  const { id } = await nordico.call(orders.create, { body })
  expect((await standing(nordico, id)).rules).toHaveLength(1)
})

test('a role that a rule asks for is not deleted', async () => {
  const { body } = await vendor.raw(settings.createRole, {
    body: { name: 'Approver', permissions: [{ module: 'Orders', flags: 'r-u' }] },
  })
  const roleId = Number((body as { id: number }).id)
  await rule(vendor, { needs: 'role', roleId })
  expect(await vendor.refused(settings.removeRole, { params: { roleId: String(roleId) } as never })).toMatchObject({
    code: 'RQ409',
    info: { reason: 'approval_rule' },
  })
})
