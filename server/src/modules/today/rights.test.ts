import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { accountCertificates } from '@trellis/contract/issued-certificates'
import { stock } from '@trellis/contract/stock'
import { type Today, type TodayKind, today } from '@trellis/contract/today'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { roleIds } from '../../testing/inviting.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { statementsOf } from '../../testing/statements.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic } = world
const { request } = selling(world)
const deal = dealing(world)
const { give, key, product } = licensing(world)
const holding = rolesOf(world)

const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
const longAgo = new Date(Date.now() - 5 * 86_400_000).toISOString()

/** One record of Acme of each kind that waits for somebody, by its kind. */
const records = await (async (): Promise<Partial<Record<TodayKind, string>>> => {
  const order = await request(acme, { BOX: 1 })
  const protection = await deal.register(acme, { 'EDGE-1Y': 2 })
  const settled = async () => {
    const id = await deal.register(acme, { 'EDGE-1Y': 2 })
    await deal.protect(nordico, id, 'Approved')
    return id
  }
  const [ebid, extension, protectionEnd] = [await settled(), await settled(), await settled()]
  await deal.ask(acme, ebid, 150)
  await acme.call(deals.requestExtension, { params: { id: extension }, body: { reason: 'More time' } })
  await raw(world, `update deals set expires_at = $2 where deal_id = $1`, [protectionEnd, soon])
  await give(acme, 'BOX', 1)
  const { productId } = product('BOX')
  await acme.call(stock.setThreshold, { params: { accountId: acme.accountId }, body: { productId, threshold: 9 } })
  const serialKey = await key(acme, 'EDGE-1Y')
  const [license] = await raw<{ license_id: string }>(
    world,
    `update licenses set activated_at = now(), expires_at = $2, maintenance_expires_at = $2 where serial_key = $1
     returning license_id`,
    [serialKey, soon],
  )
  const kinds = await vendor.call(certificates.search, { body: {} })
  const certificateId = kinds.items.find(({ kind }) => kind === 'Account')?.certificateId ?? ''
  const issued = await vendor.call(accountCertificates.create, { body: { certificateId, accountId: acme.accountId } })
  await raw(world, `update issued_certificates set expires_at = $2 where issued_id = $1`, [issued.id, soon])
  const invited = await acme.call(users.create, {
    body: {
      parentAccountId: acme.accountId,
      user: { userName: 'new@new.example', firstName: 'N', lastName: 'W', roles: [roleIds.Basic] },
    },
  })
  await raw(world, `update users set created_at = $2 where user_id = $1`, [invited.id, longAgo])
  await raw(world, `update one_time_tokens set created_at = $2 where user_id = $1`, [invited.id, longAgo])
  return {
    order: order.id,
    protection,
    ebid,
    extension,
    protectionEnd,
    stock: productId,
    shortage: acme.accountId,
    key: license?.license_id ?? '',
    certificate: issued.id,
    invitation: invited.id,
  }
})()

type Row = [
  kind: TodayKind,
  by: 'vendor' | 'nordico' | 'sudvia' | 'acme' | 'bergen',
  held: Record<string, string>,
  sees: boolean,
]

/** Acme is a reseller of Nordico; Sudvia is a distributor and Bergen a reseller beside them. */
const table: Row[] = [
  ['order', 'nordico', { Orders: 'r-u' }, true],
  ['order', 'nordico', { Orders: 'c-r' }, false],
  ['order', 'acme', { Orders: 'c-r-u' }, false],
  ['order', 'vendor', { Orders: 'c-r-ra-u-d' }, false],
  ['order', 'sudvia', { Orders: 'ra-u' }, false],
  ...(['protection', 'ebid', 'extension'] as const).flatMap((kind): Row[] => [
    [kind, 'nordico', { Deals: 'r-u' }, true],
    [kind, 'nordico', { Deals: 'c-r-d' }, false],
    [kind, 'acme', { Deals: 'c-r-u-d' }, false],
    [kind, 'bergen', { Deals: 'ra-u' }, false],
    [kind, 'sudvia', { Deals: 'ra-u' }, false],
    [kind, 'vendor', { Deals: 'c-r-ra-u-d' }, false],
  ]),
  ['protectionEnd', 'acme', { Deals: 'c-r' }, true],
  ['protectionEnd', 'acme', { Deals: 'r-u' }, true],
  ['protectionEnd', 'acme', { Deals: 'r-ra-d' }, false],
  ['protectionEnd', 'nordico', { Deals: 'c-r-u' }, false],
  ['stock', 'acme', { Stocks: 'r', Orders: 'c' }, true],
  ['stock', 'acme', { Stocks: 'r', Orders: 'r-u' }, false],
  ['stock', 'acme', { Orders: 'c-r' }, false],
  ['stock', 'nordico', { Stocks: 'r-ra', Orders: 'c-r' }, false],
  ['shortage', 'acme', { Stocks: 'r', Orders: 'c' }, true],
  ['shortage', 'acme', { Stocks: 'r', Orders: 'r-u' }, false],
  ['shortage', 'acme', { Orders: 'c-r' }, false],
  ['shortage', 'nordico', { Stocks: 'r-ra', Orders: 'c-r' }, false],
  ['shortage', 'vendor', { Stocks: 'r-ra', Orders: 'c-r' }, false],
  ['key', 'acme', { Licenses: 'c-r' }, true],
  ['key', 'nordico', { Licenses: 'c-r' }, true],
  ['key', 'nordico', { Licenses: 'r-ra-u-d' }, false],
  ['key', 'vendor', { Licenses: 'c-r-ra' }, false],
  ['key', 'bergen', { Licenses: 'c-r-ra' }, false],
  ['certificate', 'nordico', { Certifications: 'r-u' }, true],
  ['certificate', 'nordico', { Certifications: 'c-r-d' }, false],
  ['certificate', 'acme', { Certifications: 'c-r-u' }, false],
  ['certificate', 'vendor', { Certifications: 'c-r-ra-u' }, false],
  ['certificate', 'sudvia', { Certifications: 'ra-u' }, false],
  ['invitation', 'acme', { Users: 'c-r' }, true],
  ['invitation', 'nordico', { Users: 'c-r' }, true],
  ['invitation', 'nordico', { Users: 'r-u-d' }, false],
  ['invitation', 'vendor', { Users: 'c-r-ra' }, false],
  ['invitation', 'bergen', { Users: 'c-r-ra' }, false],
]

test.each(table)('%s of Acme: %s with %o needs to look at it: %s (rules Y1, Y2)', async (kind, by, held, sees) => {
  const call = await holding(world[by], held)
  const { status, body } = await call(today.list, { query: { kind, limit: 50 } })
  expect(status).toBe(200)
  const { items, kinds } = body as Today
  expect(items.map(({ recordId }) => recordId).includes(records[kind] ?? '')).toBe(sees)
  // What the caller has no permission for is not even counted.
  expect(kinds.some((each) => each.kind === kind)).toBe(items.length > 0)
})

test('what the caller may not decide is worth nothing to them, for strangers and for who has no permission (rules Y2)', async () => {
  for (const [who, held] of [
    ['nordico', {}],
    ['nordico', { Orders: 'c-r', Deals: 'c-r-d' }],
    ['sudvia', { Orders: 'r-ra-u', Deals: 'r-ra-u' }],
    ['vendor', { Orders: 'c-r-ra-u-d', Deals: 'c-r-ra-u-d' }],
  ] as const) {
    const { body } = await (await holding(world[who], held))(today.list)
    expect((body as Today).worth, who).toEqual([])
  }
  const { body } = await (await holding(nordico, { Orders: 'r-u' }))(today.list)
  expect((body as Today).worth).toEqual([{ currencyCode: 'EUR', amount: expect.any(Number) }])
})

test('an invitation to a role that the caller could not give is there, and is not theirs to send again (rules P5)', async () => {
  const call = await holding(acme, { Users: 'c-r-u' })
  const decides = async (asking: typeof call) => {
    const { body } = await asking(today.list, { query: { kind: 'invitation' } })
    return (body as Today).items.find(({ recordId }) => recordId === records.invitation)?.blocked.decide
  }
  expect(await decides(call)).toBe('RQ403')
  expect(await decides(acme.raw)).toBeNull()
})

test('what was due an hour ago is late, and the kinds count what is late (rules Y3)', async () => {
  const due = async (minutes: number) => {
    await raw(world, `update licenses set expires_at = now() + make_interval(mins => $2) where license_id = $1`, [
      records.key,
      minutes,
    ])
    const { items, kinds } = await acme.call(today.list, { query: { kind: 'key' } })
    return [items[0]?.urgency, kinds.find(({ kind }) => kind === 'key')?.overdue]
  }
  expect(await due(-60)).toEqual(['overdue', 1])
  expect(await due(60 * 24 * 5)).toEqual(['week', 0])
  // Ends today or tomorrow, by the time of the day; it is not late.
  expect([
    ['today', 0],
    ['week', 0],
  ]).toContainEqual(await due(60))
})

test('an import with faults is there for who sent it, and for nobody else of the account (rules Y2)', async () => {
  const id = newId()
  await raw(
    world,
    `insert into imports (tenant_id, import_id, user_id, account_id, kind, file_name, base_account_id, dry_run, keep_good, invite, status)
     values ($1, $2, $3, $4, 'users', 'file.csv', $4, false, true, false, 'failed')`,
    [world.tenantId, id, acme.userId, acme.accountId],
  )
  for (const [who, expected] of [
    [acme, [id]],
    [acmeBasic, []],
    [nordico, []],
    [vendor, []],
  ] as const) {
    const { items } = await who.call(today.list, { query: { kind: 'import' } })
    expect(items.map(({ recordId }) => recordId)).toEqual(expected)
  }
})

test('what needs a person is one statement, whatever there is, and one before it for what runs short', async () => {
  for (const [who, statements] of [
    // Who issues stock is never short.
    [vendor, 1],
    [nordico, 2],
    [acme, 2],
  ] as const) {
    await who.call(today.list)
    expect(await statementsOf(() => who.call(today.list))).toBe(statements)
  }
})
