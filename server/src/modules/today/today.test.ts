import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { foresight } from '@trellis/contract/foresight'
import { imports } from '@trellis/contract/imports'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { stock } from '@trellis/contract/stock'
import { type TodayKind, today } from '@trellis/contract/today'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { dealing } from '../../testing/dealing.ts'
import { dice } from '../../testing/dice.ts'
import { roleIds } from '../../testing/inviting.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const everybody = { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord }
const parents = new Map<string, string>([
  [nordico.accountId, vendor.accountId],
  [sudvia.accountId, vendor.accountId],
  [acme.accountId, nordico.accountId],
  [bergen.accountId, nordico.accountId],
  [calabro.accountId, sudvia.accountId],
  [fjord.accountId, acme.accountId],
])
const { request, offer, change, issue } = selling(world)
const deal = dealing(world)
const { give, key, product } = licensing(world)
const day = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString()
const all = { limit: 3000 }

const needs = (who: Person, query: { kind?: TodayKind; limit?: number } = {}) =>
  who.call(today.list, { query: { limit: 50, ...query } })

/** Random records of every kind, in the past and the future. */
async function fill(seed: number) {
  const { below, chance, one } = dice(seed)
  await issue({ BOX: 60, 'EDGE-1Y': 60 })
  await give(nordico, 'BOX', 30)
  for (let n = 0; n < 16; n++) {
    const buyer = one([nordico, sudvia, acme, bergen, calabro, fjord, vendor])
    const order = await (buyer === acme && chance(0.5)
      ? offer(nordico, acme, { BOX: 1 })
      : request(buyer, { BOX: 1 + below(3) }))
    if (chance(0.25)) await change(vendor, order.id, 'canceled')
    await raw(world, `update orders set created_at = $2 where order_id = $1`, [order.id, daysFromNow(-below(20))])
  }
  for (let n = 0; n < 16; n++) {
    const owner = one([acme, acmeBasic, bergen, calabro, nordico, vendor])
    const id = await deal.register(owner, { 'EDGE-1Y': 2 })
    const [boss] = [owner === calabro ? sudvia : owner === nordico || owner === vendor ? vendor : nordico]
    if (chance(0.5)) await deal.ask(owner, id, 150)
    if (chance(0.4)) await deal.protect(boss, id, one(['Approved', 'Refused'] as const))
    if (chance(0.3)) await owner.call(deals.requestExtension, { params: { id }, body: { reason: 'More time' } })
    if (chance(0.2)) await raw(world, `update deals set status = $2 where deal_id = $1`, [id, one(['Won', 'Lost'])])
    await raw(
      world,
      `update deals set protection_since = $2, ebid_since = $3, expires_at = $4,
         extension_asked_at = case when extension_asked_at is not null then $5::timestamptz end where deal_id = $1`,
      [id, ...[-below(9), -below(9), below(30) - 3, -below(9)].map(daysFromNow)],
    )
  }
  for (const person of [vendor, nordico, acme, fjord])
    for (const sku of ['BOX', 'EDGE-1Y']) {
      const params = { accountId: person.accountId }
      const body = { productId: product(sku).productId, threshold: 1 + below(200) }
      if (await person.stockOf(sku)) await person.call(stock.setThreshold, { params, body })
    }
  for (let n = 0; n < 14; n++) {
    const serialKey = await key(one([nordico, acme, bergen, fjord, sudvia]), one(['EDGE-1Y', 'CORE-PERP']))
    await raw(
      world,
      `update licenses set activated_at = now(), expires_at = case when license_is_perpetual then null else $2::timestamptz end,
         maintenance_expires_at = $2 where serial_key = $1`,
      [serialKey, daysFromNow(below(70) - 25)],
    )
  }
  await renewOne()
  const kinds = await vendor.call(certificates.search, { body: {} })
  for (const person of [nordico, acme, acmeBasic, bergen, calabro, fjord, manager])
    for (const { certificateId, kind } of kinds.items.filter(() => chance(0.7))) {
      const { id } = await (kind === 'User'
        ? vendor.call(userCertificates.create, { body: { certificateId, userId: person.userId } })
        : vendor
            .call(accountCertificates.create, { body: { certificateId, accountId: person.accountId } })
            .catch(() => ({ id: newId() })))
      await raw(
        world,
        `update issued_certificates set created_at = now() - interval '1 year', expires_at = $2 where issued_id = $1`,
        [id, daysFromNow(below(70) - 25)],
      )
    }
  for (let n = 0; n < 12; n++) {
    const inviter = one([vendor, nordico, acme])
    const account = one([
      inviter,
      inviter,
      ...{ vendor: [nordico], nordico: [acme, bergen], acme: [fjord] }[
        inviter.email.includes('verdant') ? 'vendor' : inviter === nordico ? 'nordico' : 'acme'
      ],
    ])
    const { id } = await inviter.call(users.create, {
      body: {
        parentAccountId: account.accountId,
        user: { userName: `u${n}-${seed}@new.example`, firstName: 'U', lastName: String(n), roles: [roleIds.Basic] },
      },
    })
    const at = daysFromNow(-below(9))
    await raw(world, `update users set created_at = $2 where user_id = $1`, [id, at])
    await raw(
      world,
      `update one_time_tokens set created_at = $2, expires_at = $2::timestamptz + interval '7 days' where user_id = $1`,
      [id, at],
    )
  }
  for (let n = 0; n < 14; n++)
    await addImport(one([vendor, nordico, acmeBasic]), {
      kind: one(['accounts', 'users']),
      at: daysFromNow(-below(6)),
      dryRun: chance(0.2),
      status: chance(0.2) ? 'failed' : 'done',
      outcome: one(['imported', 'refused']),
      bad: one([0, 0, 2]),
    })
}

/** A key whose renewal is ordered already. */
async function renewOne() {
  const { items } = await nordico.call(renewals.search, { body: { ...all, includeChildren: false } })
  const item = items.find(({ dueDate }) => new Date(dueDate) > new Date())
  if (item)
    await nordico.call(renewals.renew, { body: { items: [{ serialKey: item.serialKey, dueDate: item.dueDate }] } })
}

interface Imported {
  kind: string
  at: string
  dryRun: boolean
  status: 'done' | 'failed'
  outcome: 'imported' | 'refused'
  bad: number
}
const addImport = (by: Person, { kind, at, dryRun, status, outcome, bad }: Imported) =>
  raw(
    world,
    `insert into imports (tenant_id, import_id, user_id, account_id, kind, file_name, base_account_id, dry_run, keep_good, invite, status, result, created_at)
     values ($1, $2, $3, $5, $4, 'file.csv', $5, $6, true, false, $7, $8, $9)`,
    [
      world.tenantId,
      newId(),
      by.userId,
      kind,
      by.accountId,
      dryRun,
      status,
      status === 'failed'
        ? null
        : JSON.stringify({
            outcome,
            counts: { new: 0, changed: 0, unchanged: 0, bad, invited: 0, removed: 0 },
          }),
      at,
    ],
  )

type Ids = Record<TodayKind, string[]>

/** What the lists show the person as theirs to do: said a second time, from the fields of the rows. */
async function fromLists(who: Person): Promise<Ids> {
  const isBasic = who === acmeBasic
  const isManager = who === manager
  const isBuyer = who === fjord
  const own = who.accountId
  const cares = (accountId: string) => accountId === own || parents.get(accountId) === own
  const within = (date: string | null, before: number, after: number) =>
    date !== null && Date.parse(date) >= Date.now() + before * day && Date.parse(date) <= Date.now() + after * day
  const scope = { ...all, includeChildren: true }

  const sales = (await who.call(orders.sellOut, { body: scope })).items
  const decides = [vendor, manager, nordico, sudvia].includes(who)
  const queue = decides ? (await who.call(deals.search, { body: scope })).items : []
  const ofKind = (kind: string) =>
    queue
      .filter((item) => item.decidedBy?.accountId === own && item.waiting.some((decision) => decision.kind === kind))
      .map((item) => item.dealId)
  const ownDeals = isBuyer ? [] : (await who.call(deals.search, { body: all })).items
  const ownStock = await who.call(stock.ofAccount, { params: { accountId: own } })
  const keys = isManager ? [] : (await who.call(renewals.search, { body: scope })).items
  const certified = isBasic
    ? []
    : [
        ...(await who.call(userCertificates.search, { body: scope })).items.map((one) => ({
          ...one,
          id: one.userCertificateId,
        })),
        ...(
          await Promise.all(
            [own, ...parents.keys()]
              .filter(cares)
              .map((accountId) => who.call(accountCertificates.list, { query: { accountId } })),
          )
        )
          .flat()
          .map((one) => ({ ...one, id: one.accountCertificateId })),
      ]
  const people = isBasic || isManager ? [] : (await who.call(users.search, { body: scope })).items
  const sent = (await who.call(imports.list)).filter(({ isOwn }) => isOwn)
  const isWhole = (one: { status: string; outcome: string | null; importId: string }) =>
    one.status === 'done' && one.outcome === 'imported' && bads.get(one.importId) === 0
  const bads = new Map<string, number>()
  for (const one of sent)
    bads.set(one.importId, (await who.call(imports.read, { params: { id: one.importId } })).counts.bad)

  const short = isManager ? [] : (await who.call(foresight.list, { query: {} })).items

  return {
    order:
      isBasic || isManager
        ? []
        : sales
            .filter((o) => o.status === 'pending' && o.vendorAccountId === own && o.blocked.approve === null)
            .map((o) => o.orderId),
    protection: ofKind('protection'),
    ebid: ofKind('ebid'),
    extension: ofKind('extension'),
    protectionEnd: ownDeals
      .filter((d) => !['Won', 'Lost'].includes(d.status) && !['Refused', 'Duplicated'].includes(d.protectionStatus))
      .filter((d) => within(d.expirationDate, 0, 14) && d.waiting.every(({ kind }) => kind !== 'extension'))
      .map((d) => d.dealId),
    stock: isManager
      ? []
      : ownStock.filter((s) => s.threshold !== null && s.available < s.threshold).map((s) => s.productId),
    // Nobody has approval rules here: approvals/signatures.test.ts has those.
    signature: [],
    ebidSignature: [],
    // One line for all of it, unless it is below its threshold already.
    shortage: short.some(
      ({ date, isScarce }) => date !== null && Date.parse(date) <= Date.now() + 35 * day && !isScarce,
    )
      ? [own]
      : [],
    // What is asked for on pages is tested with them.
    ask: [],
    key: keys
      .filter((k) => cares(k.ownerAccount.accountId) && within(k.dueDate, -14, 30) && k.order === null)
      .map((k) => k.licenseId),
    certificate: certified
      .filter((c) => c.blocked.renew === null && within(c.expirationDate, -14, 30))
      .filter((c) => parents.get(c.accountId) === own || (c.accountId === own && who.accountId === vendor.accountId))
      .map((c) => c.id),
    invitation: people
      .filter(
        (u) =>
          u.status === 'user_pending' &&
          cares(u.account.accountId) &&
          Date.parse(u.creationDate) <= Date.now() - 3 * day,
      )
      .map((u) => u.userId),
    import: sent
      .filter((one) => !one.dryRun && !isWhole(one))
      .filter(
        (one) =>
          !sent.some(
            (later) =>
              later.kind === one.kind && !later.dryRun && isWhole(later) && later.creationDate > one.creationDate,
          ),
      )
      .map((one) => one.importId),
  }
}

const kindsOf = (ids: Ids) => (Object.keys(ids) as TodayKind[]).filter((kind) => ids[kind].length > 0)

test('what needs a person is what the lists show them as theirs to do, over random records (rules Y1, Y2)', async () => {
  await fill(20)
  const found = new Set<TodayKind>()
  for (const [name, who] of Object.entries(everybody)) {
    const expected = await fromLists(who)
    const answer = await needs(who)
    const wanted = kindsOf(expected).map((kind) => ({ kind, count: expected[kind].length }))
    expect(sorted(answer.kinds.map(({ kind, count }) => ({ kind, count }))), name).toEqual(sorted(wanted))
    const records = new Set(Object.values(expected).flat())
    expect(answer.count, name).toBe(records.size)
    expect(answer.items.map(({ recordId }) => recordId).sort(), name).toEqual([...records].sort())
    for (const kind of kindsOf(expected)) {
      found.add(kind)
      const { items } = await needs(who, { kind })
      expect(items.map(({ recordId }) => recordId).sort(), `${name} ${kind}`).toEqual([...expected[kind]].sort())
      expect(new Set(items.map((item) => item.kind))).toEqual(new Set([kind]))
    }
  }
  expect([...found].sort()).toEqual([
    'certificate',
    'ebid',
    'extension',
    'import',
    'invitation',
    'key',
    'order',
    'protection',
    'protectionEnd',
    'shortage',
    'stock',
  ])
})

const sorted = <T extends { kind: string }>(rows: T[]) => rows.sort((a, b) => (a.kind < b.kind ? -1 : 1))

test('each record is there once, at its most urgent reason, and the others are named (rules Y1)', async () => {
  const id = await deal.register(bergen, { 'EDGE-1Y': 2 })
  await deal.ask(bergen, id, 120)
  await raw(world, `update deals set protection_since = $2, ebid_since = $3 where deal_id = $1`, [
    id,
    daysFromNow(-2),
    daysFromNow(-7),
  ])
  const { items } = await needs(nordico)
  expect(items.filter(({ recordId }) => recordId === id)).toMatchObject([
    { kind: 'ebid', also: ['protection'], urgency: 'overdue', amount: 120, itemsTotal: 200, blocked: { decide: null } },
  ])
  const { items: protections } = await needs(nordico, { kind: 'protection' })
  expect(protections.find(({ recordId }) => recordId === id)).toMatchObject({ kind: 'protection', also: ['ebid'] })
  const found = items.map(({ recordId }) => recordId)
  expect(new Set(found).size).toBe(found.length)
})

test('overdue comes first, then today, the week, what somebody asked for, and the rest (rules Y3)', async () => {
  const places = ['overdue', 'today', 'week', 'asked', 'later']
  for (const who of [vendor, nordico, acme]) {
    const { items } = await needs(who)
    const rank = items.map(({ urgency, due, since }) => [places.indexOf(urgency), due ?? since ?? '9999'] as const)
    expect(rank).toEqual([...rank].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : x > y ? 1 : 0)))
    for (const { urgency, due, kind } of items) {
      const days = due === null ? null : (Date.parse(due) - Date.now()) / day
      // The end is a whole number of days after some instant of this test, so it can be just before or after a week from now.
      if (days !== null && days > 6.9 && days < 7.1) continue
      if (days !== null && days <= 0) expect(urgency).toBe('overdue')
      else if (days !== null && days < 6.9) expect(['today', 'week']).toContain(urgency)
      else expect(urgency).toBe(['order', 'protection', 'ebid', 'extension'].includes(kind) ? 'asked' : 'later')
    }
  }
})

test('of each kind a few rows are shown, and the counts say how many there are', async () => {
  const whole = await needs(vendor)
  const some = await needs(vendor, { limit: 1 })
  expect(some.items).toHaveLength(new Set(whole.items.map(({ kind }) => kind)).size)
  expect([some.count, some.kinds, some.worth]).toEqual([whole.count, whole.kinds, whole.worth])
})

test('what waits is worth the sum of its amounts, each record once, for each currency (rules Y4)', async () => {
  const { tenantId } = world
  const [dollars] = await raw<{ currency_id: number }>(world, `select currency_id from currencies where code = 'USD'`)
  const { id } = await request(acme, { BOX: 3 })
  await raw(world, `update orders set currency_id = $3 where tenant_id = $1 and order_id = $2`, [
    tenantId,
    id,
    dollars?.currency_id,
  ])
  const all = await needs(nordico)
  expect(all.items).toHaveLength(all.count)
  const sums = new Map<string, number>()
  for (const { amount, currencyCode } of all.items)
    if (amount !== null && currencyCode !== null) sums.set(currencyCode, (sums.get(currencyCode) ?? 0) + amount)
  expect(sums.size).toBe(2)
  expect(all.worth).toEqual(
    [...sums]
      .map(([currencyCode, amount]) => ({ currencyCode, amount: Math.round(amount * 100) / 100 }))
      .sort((one, other) => other.amount - one.amount),
  )
  // One kind alone is a choice of rows, not of what waits.
  expect((await needs(nordico, { kind: 'order' })).worth).toEqual(all.worth)
})

test('the counts are those of the lists behind them', async () => {
  const flag = { ...all, includeChildren: true, filterBy: [{ field: 'needsMe' as const, values: [true] }] }
  for (const who of [vendor, nordico, acme]) {
    const { kinds } = await needs(who)
    const counts = Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]))
    expect((await who.call(orders.sellOut, { body: flag })).count).toBe(counts.order ?? 0)
    expect((await who.call(deals.search, { body: flag })).count).toBe(counts.protectionEnd ?? 0)
    expect((await who.call(renewals.search, { body: flag })).count).toBe(counts.key ?? 0)
    expect((await who.call(users.search, { body: flag })).count).toBe(counts.invitation ?? 0)
  }
})

test('a stranger sees nothing of it, and an invitation that was sent again waits for its answer', async () => {
  expect(await needs(canary)).toMatchObject({ items: [], count: 0, worth: [], kinds: [] })
  const before = (await needs(nordico, { kind: 'invitation' })).items
  const [first] = before
  await nordico.call(users.resend, { params: { id: first?.recordId ?? '' } })
  expect((await needs(nordico, { kind: 'invitation' })).items).toHaveLength(before.length - 1)
})

test('a kind, a limit or a parameter that does not exist is refused', async () => {
  for (const query of [{ kind: 'license' }, { limit: 0 }, { limit: 51 }, { page: 2 }])
    expect(await nordico.raw(today.list, { query }), JSON.stringify(query)).toMatchObject({
      status: 422,
      body: { code: 'RQ422' },
    })
})
