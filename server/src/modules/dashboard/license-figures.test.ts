import { dashboard } from '@trellis/contract/dashboard'
import { type LicenseState, licenses as licenseCalls } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import { sumInvariants } from '../../cli/check/sums.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Context } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { sumLicenses } from './jobs.ts'
import { licenseStatistics } from './license-statistics.ts'

/*
 * Compares the answer with a simple second implementation, which looks at every license, seat and renewal on its own. Days
 * are those of the reader; instants lie around the starts of days and months and around daylight saving changes. The
 * answer is computed from single licenses, and from sums with and without changes that are not folded yet.
 */

const world = await network()
const { vendor, nordico, acme, bergen, sudvia, canary } = world
const root = vendor.accountId
const parents = new Map([
  [nordico.accountId, root],
  [sudvia.accountId, root],
  [acme.accountId, nordico.accountId],
  [bergen.accountId, nordico.accountId],
])
const owners = [root, ...parents.keys()]
const products = Object.values(world.products).map(({ productId }) => productId)
/** The licenses of this product never expire, though some have dates from before. */
let upgradeRight = ''
const { below, chance, one } = dice(20261123)
const context: Context = { tenantId: world.tenantId, userId: null, reach: root, clock: null, requestId: null }

const hour = 3_600_000
const day = 24 * hour
const beginning = Date.UTC(2025, 0, 1)
const changes = [Date.UTC(2025, 2, 30), Date.UTC(2025, 9, 26), Date.UTC(2025, 10, 2), Date.UTC(2026, 2, 8)]
const randomInstant = () =>
  chance(0.4)
    ? beginning + below(450 * 24) * hour
    : one([Date.UTC(2025, below(15), 1), ...changes]) + (below(60) - 30) * (hour / 2)
/** Dates are good to the last instant of their day in UTC; some of other systems end at any hour. */
const endOfDay = (at: number) => (chance(0.7) ? Math.floor(at / day) * day + day - 1 : at)

interface Seat {
  from: number
  until: number | null
}
interface License {
  id: string
  ownerId: string
  productId: string
  created: number
  seats: number
  activated: number | null
  /** Both ends, each with the instant since when it is so; the first since ever. */
  ends: { since: number; expires: number | null; maintenance: number | null }[]
  held: Seat[]
}

async function license(): Promise<License> {
  const created = randomInstant()
  const activated = chance(0.8) ? created + below(40) * 12 * hour : null
  const ends: License['ends'] = []
  if (activated !== null) {
    const endsAfter = () => (chance(0.15) ? null : endOfDay(activated + (10 + below(300)) * day))
    ends.push({ since: 0, expires: endsAfter(), maintenance: endsAfter() })
    for (let since = activated; chance(0.3); ) {
      since += (1 + below(150)) * day + below(24) * hour
      const { expires, maintenance } = ends.at(-1) as License['ends'][number]
      ends.push({
        since,
        expires: expires === null ? null : Math.max(expires, endOfDay(since)) + 90 * day,
        maintenance: maintenance === null ? null : maintenance + below(3) * 100 * day,
      })
    }
  }
  const seats = 1 + below(4)
  const held =
    activated === null
      ? []
      : Array.from({ length: below(seats + 2) }, () => {
          const from = activated + below(200) * 13 * hour
          return { from, until: chance(0.4) ? from + below(100) * 17 * hour : null }
        })
  const made = { ownerId: one(owners), productId: one(products), created, seats, activated, ends, held }
  const [id, first] = [newId(), ends[0]]
  const at = (time: number | null | undefined) => (time == null ? null : new Date(time).toISOString())
  await world.db.write(context, async (tx) => {
    await tx.run(sql`
      insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, starts_at, expires_at,
                            maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual)
      values (${id}, ${`RAW-${id}`}, ${made.productId}, ${made.ownerId}, ${seats}, ${at(created)}, ${at(activated)}, ${at(activated)},
              ${at(first?.expires)}, ${at(first?.maintenance)}, ${first?.expires === null}, ${first?.maintenance === null})`)
    for (const [index, { from, until }] of held.entries()) {
      await tx.run(sql`
        insert into license_seats (license_seat_id, license_id, device_uuid, suspended, created_at, revoked_at)
        values (${newId()}, ${id}, ${`device ${index}`}, ${chance(0.2)}, ${at(from)}, ${at(until)})`)
    }
    for (const [index, { since, expires, maintenance }] of ends.slice(1).entries()) {
      const [detailId, before] = [newId(), ends[index]]
      await tx.run(sql`
        insert into license_details (license_detail_id, license_id, position, product_id, license_years, license_months, license_days,
          license_is_perpetual, maintenance_years, maintenance_months, maintenance_days, maintenance_is_perpetual)
        values (${detailId}, ${id}, ${index + 2}, ${made.productId}, 0, 0, 90, false, 0, 0, 0, false)`)
      await tx.run(sql`
        update licenses set expires_at = ${at(expires)}, maintenance_expires_at = ${at(maintenance)} where license_id = ${id}`)
      await tx.run(sql`
        insert into license_renewals (license_id, due_at, owner_id, license_detail_id, expires_before, expires_after,
                                      maintenance_before, maintenance_after, renewed_at)
        values (${id}, ${at(beginning + index * day)}, ${made.ownerId}, ${detailId}, ${at(before?.expires)}, ${at(expires)},
                ${at(before?.maintenance)}, ${at(maintenance)}, ${at(since)})`)
    }
  })
  return { id, ...made }
}

const formats = new Map<string, Intl.DateTimeFormat>()
function dayOf(at: number, zone: string): string {
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', options)
  formats.set(zone, format)
  return format.format(at)
}
/** Days are dates of the reader, instants are times of UTC; both are compared as text. */
const isInstant = (date: string) => date.includes('T')
const momentOf = (at: number, zone: string, like: string) =>
  isInstant(like) ? new Date(at).toISOString() : dayOf(at, zone)
const plus = (date: string, days: number) =>
  new Date(Date.parse(date) + days * day).toISOString().slice(0, isInstant(date) ? 24 : 10)

/** The first day of the sample that contains a day. */
function bucketOf(date: string, frequency: string): string {
  if (frequency === 'd') return date
  if (frequency === 'm') return `${date.slice(0, 8)}01`
  return plus(date, -((new Date(date).getUTCDay() + 6) % 7))
}

interface Case {
  accountId: string
  includeChildren: boolean
  zone: string
  from: string
  to: string
  chosen: string[]
}

const isBelow = (accountId: string, scope: string): boolean =>
  accountId === scope || (parents.has(accountId) && isBelow(parents.get(accountId) as string, scope))

/** The figures of one period, and the day of each license created in it. */
function of(licenses: License[], { accountId, includeChildren, zone, chosen }: Case, from: string, to: string) {
  const scoped = licenses.filter(
    ({ ownerId, productId }) =>
      (includeChildren ? isBelow(ownerId, accountId) : ownerId === accountId) &&
      (chosen.length === 0 || chosen.includes(productId)),
  )
  const isUntil = (at: number | null | undefined, last = to): at is number =>
    at != null && momentOf(at, zone, last) <= last
  const created = scoped.filter((each) => isUntil(each.created) && momentOf(each.created, zone, from) >= from)
  const active = scoped.filter((each) => isUntil(each.activated))
  const endsOf = (each: License) =>
    each.productId === upgradeRight ? undefined : each.ends.filter(({ since }, i) => i === 0 || isUntil(since)).at(-1)
  const overdue = active.filter((each) => isUntil(endsOf(each)?.expires))
  const expired = overdue.length
  const living = scoped.filter((each) => isUntil(each.created) && !overdue.includes(each))
  const unmaintained = active.filter((each) => isUntil(endsOf(each)?.maintenance)).length
  return {
    keys: created.map((each) => dayOf(each.created, zone)),
    totalCreated: created.length,
    createdSeats: created.reduce((sum, { seats }) => sum + seats, 0),
    totalSeats: living.reduce((sum, { seats }) => sum + seats, 0),
    totalActive: active.length - expired,
    totalExpired: expired,
    totalExpiredMaintenance: unmaintained,
    totalNearMaintenanceExpiration:
      active.filter((each) => isUntil(endsOf(each)?.maintenance, plus(to, 60))).length - unmaintained,
    totalSeatActive: living.flatMap(({ held }) => held).filter((seat) => isUntil(seat.from) && !isUntil(seat.until))
      .length,
  }
}

const percent = (now: number, before: number) => {
  if (before === 0) return null
  const tenths = Math.floor((Math.abs(now - before) * 2000 + before) / (2 * before))
  return tenths === 0 ? 0 : (Math.sign(now - before) * tenths) / 10
}

const licenses: License[] = []

async function answerTo({ accountId, includeChildren, zone, from, to, chosen }: Case, hasStart: boolean) {
  const wire = (date: string) => (isInstant(date) ? date : date.replaceAll('-', '/'))
  const answer = await licenseStatistics(
    world.db.read(context),
    { accountId, includeChildren, isRoot: accountId === root },
    { ...(hasStart && { currentFrom: wire(from) }), currentTo: wire(to), products: chosen },
    zone,
  )
  const { totalCreated, ...figures } = JSON.parse(answer?.text ?? 'null')
  const { createdSeats, ...created } = totalCreated
  return { ...figures, totalCreated: created, createdSeats }
}

function randomCase(): Case {
  const scope = { accountId: one([root, ...owners]), includeChildren: chance(0.7) }
  const chosen = chance(0.3) ? products.slice(below(2), 1 + below(3)) : []
  if (chance(0.25)) {
    const at = randomInstant() + one([-1, 0, 1])
    const from = new Date(at).toISOString()
    return { ...scope, chosen, zone: 'UTC', from, to: new Date(at + below(300) * 13 * hour).toISOString() }
  }
  const from = plus('2025-01-01', below(420))
  return {
    ...scope,
    chosen,
    zone: one(['UTC', 'Europe/Rome', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati']),
    from,
    to: plus(from, one([0, 6, 30, 31, 181, 182, 300])),
  }
}

async function compareRandomCases(rounds: number): Promise<void> {
  for (let round = 0; round < often(rounds / 2, 5 * rounds); round++) {
    const asked = randomCase()
    const shift = Math.floor((Date.parse(asked.to) - Date.parse(asked.from)) / day) + 1
    const { keys, ...now } = of(licenses, asked, asked.from, asked.to)
    const before = of(licenses, asked, plus(asked.from, -shift), plus(asked.to, -shift))
    const answer = await answerTo(asked, true)
    for (const [name, current] of Object.entries(now)) {
      const previous = before[name as keyof typeof now]
      const figure = { current, previous, trend: percent(current, previous) }
      expect({ ...asked, name, ...answer[name] }).toEqual({ ...asked, name, ...figure })
    }
    const { current, samplingFrequency } = answer.statisticsResponse
    expect(current.total).toEqual({ qt: now.totalCreated, amount: now.createdSeats })
    for (const { key, value } of current.samples)
      expect({ ...asked, key, qt: value.qt }).toEqual({
        ...{ ...asked, key },
        qt: keys.filter((each) => bucketOf(each, samplingFrequency) === key).length,
      })
  }
  const whole = { ...randomCase(), from: '0000-01-01', to: '2026-12-31' }
  const { keys, ...ever } = of(licenses, whole, whole.from, whole.to)
  const allTime = await answerTo(whole, false)
  for (const [name, current] of Object.entries(ever))
    expect({ ...whole, name, current: allTime[name].current }).toEqual({ ...whole, name, current })
}

/** Ordinary business after the sums were computed: new licenses, first activations, freed and deleted seats. */
async function continueBusiness(): Promise<void> {
  for (let n = 0; n < 25; n++) licenses.push(await license())
  for (const each of licenses.filter(() => chance(0.15))) {
    const [from, until] = [each.activated, randomInstant() + 500 * day]
    if (from === null) {
      const [activated, expires, maintenance] = [each.created + 7 * hour, endOfDay(until), endOfDay(until + 30 * day)]
      Object.assign(each, { activated, ends: [{ since: 0, expires, maintenance }] })
      await write(sql`
        update licenses set activated_at = ${iso(activated)}, starts_at = ${iso(activated)}, expires_at = ${iso(expires)},
          maintenance_expires_at = ${iso(maintenance)} where license_id = ${each.id}`)
    } else if (chance(0.5)) {
      each.held = []
      await write(sql`delete from license_seats where license_id = ${each.id}`)
    } else {
      const freed = { until: Math.max(until, ...each.held.map(({ from: taken }) => taken)) }
      for (const seat of each.held.filter((held) => held.until === null)) Object.assign(seat, freed)
      await write(sql`
        update license_seats set revoked_at = ${iso(freed.until)} where license_id = ${each.id} and revoked_at is null`)
    }
  }
}
const iso = (at: number) => new Date(at).toISOString()
const write = (statement: Sql) => world.db.write(context, (tx) => tx.run(statement))

async function changeUpgradeRight(to = one(products.slice(0, 3))): Promise<void> {
  upgradeRight = to
  await write(sql`update products set is_upgrade_right = product_id::text = ${upgradeRight}`)
}

/** What `portal check` says about the sums. */
async function findings(): Promise<string[]> {
  const found = await Promise.all(
    sumInvariants.map(({ broken }) => world.db.write(context, (tx) => tx.rows<{ what: string }>(broken))),
  )
  return found.flat().map(({ what }) => what)
}

const titled = 'every figure of licenses is that of the single licenses, in every zone and period'
test(`${titled}, while they are counted one by one (rules D10, D11, D12)`, async () => {
  await changeUpgradeRight()
  for (let n = 0; n < 200; n++) licenses.push(await license())
  await compareRandomCases(30)
})

test(`${titled}, from sums (rules D10, D11, D12)`, async () => {
  // Half of the changes are folded before the sums are computed, and half after.
  await runJob(world, 'dashboard:fold')
  await continueBusiness()
  while ((await world.db.write(context, (tx) => sumLicenses(tx, 1))) > 0);
  const { rows } = await world.db.write(context, async (tx) => ({
    rows: await tx.rows(sql`select from summed_accounts`),
  }))
  expect(rows).toHaveLength(owners.length)
  await compareRandomCases(20)
  await runJob(world, 'dashboard:fold')
  await compareRandomCases(40)
  // Without an upgrade right the sums by hour are read.
  await changeUpgradeRight('')
  await compareRandomCases(40)
  await continueBusiness()
  await compareRandomCases(40)
  await changeUpgradeRight()
  await compareRandomCases(40)
  await runJob(world, 'dashboard:fold')
  await compareRandomCases(20)
  expect(await findings()).toEqual([])
})

test('each figure of licenses is the count of the list behind it, for every reader, period and product (rules D17)', async () => {
  const readers = [
    { who: vendor, zone: 'America/St_Johns', scopes: owners },
    { who: nordico, zone: 'Europe/Rome', scopes: [nordico.accountId, acme.accountId] },
    { who: acme, zone: 'Pacific/Kiritimati', scopes: [acme.accountId] },
  ]
  for (const { who, zone } of readers)
    await write(sql`update users set time_zone = ${zone} where user_id = ${who.userId}`)
  for (let round = 0; round < 12; round++) {
    const { who, scopes } = readers[round % 3] as (typeof readers)[number]
    const from = plus('2025-01-01', below(420))
    const to = plus(from, one([0, 6, 30, 181]))
    const chosen = chance(0.4) ? products.slice(0, 2) : []
    const scope = { parentAccountId: one(scopes), includeChildren: chance(0.7) }
    const days = { currentFrom: from.replaceAll('-', '/'), currentTo: to.replaceAll('-', '/') }
    const figures = await who.call(dashboard.licenses, { body: { ...scope, ...days, products: chosen } })
    const ofProducts = chosen.length > 0 ? [{ field: 'productId' as const, values: chosen }] : []
    const counted = async (state?: LicenseState) => {
      const filterBy = [...ofProducts, ...(state ? [{ field: 'state' as const, values: [`${state}@${to}`] }] : [])]
      const created = { field: 'creationDate' as const, fromDate: days.currentFrom, toDate: days.currentTo }
      const filterBetweenDate = state ? [] : [created]
      return (await who.call(licenseCalls.search, { body: { ...scope, limit: 1, filterBy, filterBetweenDate } })).count
    }
    expect({ from, to, scope, chosen, created: await counted(), active: await counted('active') }).toEqual({
      ...{ from, to, scope, chosen },
      created: figures.totalCreated.current,
      active: figures.totalActive.current,
    })
    expect([await counted('expired'), await counted('maintenanceExpired'), await counted('maintenanceEnding')]).toEqual(
      [
        figures.totalExpired.current,
        figures.totalExpiredMaintenance.current,
        figures.totalNearMaintenanceExpiration.current,
      ],
    )
  }
})

test('a state without a day is that of now, and a day that does not exist finds nothing', async () => {
  const found = async (...values: string[]) =>
    (
      await vendor.call(licenseCalls.search, {
        body: { includeChildren: true, filterBy: [{ field: 'state', values }] },
      })
    ).count
  world.at('2026-03-31T12:00:00Z')
  const isExpired = (each: License) =>
    each.productId !== upgradeRight &&
    (each.activated ?? Number.POSITIVE_INFINITY) < Date.parse('2026-03-31T12:00:00Z') &&
    (each.ends.filter(({ since }) => since < Date.parse('2026-03-31T12:00:00Z')).at(-1)?.expires ??
      Number.POSITIVE_INFINITY) < Date.parse('2026-03-31T12:00:00Z')
  expect(await found('expired')).toBe(licenses.filter(isExpired).length)
  world.at(null)
  expect(await found('expired@2026-02-30', 'expired@tomorrow', 'asleep', '')).toBe(0)
})

test('a stranger finds no licenses of others', async () => {
  for (const who of [acme, sudvia, canary]) {
    const refusal = await who.refused(dashboard.licenses, { body: { parentAccountId: nordico.accountId } })
    expect(refusal).toMatchObject({ status: 404, code: 'RQ404' })
  }
  const own = await canary.call(dashboard.licenses, { body: { includeChildren: true } })
  expect(own).toMatchObject({
    totalCreated: { current: 0 },
    totalActive: { current: 0 },
    totalSeatActive: { current: 0 },
  })
})

test('an invalid period is refused, and the error names the field', async () => {
  const body = { currentFrom: '2026/05/31', currentTo: '2026/05/01' }
  for (const call of [dashboard.licenses, dashboard.deals]) {
    const refusal = await nordico.refused(call, { body })
    expect(refusal).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'currentTo' }] } })
  }
})

test('keys activated around the end of a day are near their end of maintenance or not, where clocks change within sixty days', async () => {
  await write(sql`update users set time_zone = 'Europe/Rome' where user_id = ${nordico.userId}`)
  const near = async (day: string) =>
    (await nordico.call(dashboard.licenses, { body: { includeChildren: true, currentFrom: day, currentTo: day } }))
      .totalNearMaintenanceExpiration.current
  const activate = (at: string, maintenance: string) =>
    write(sql`
      insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, starts_at, expires_at,
                            maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual)
      values (${newId()}, ${`NEAR-${at}`}, ${products.find((id) => id !== upgradeRight)}, ${acme.accountId}, 1, ${at}, ${at}, ${at},
              null, ${maintenance}, true, false)`)
  const days = ['2026/02/20', '2025/09/20', '2025/09/21']
  const before = await Promise.all(days.map(near))
  // Half an hour before midnight, with 1,439 hours to come; half an hour after it, with 1,441.
  await activate('2026-02-20T22:30:00Z', '2026-03-31T12:00:00Z')
  await activate('2025-09-20T22:30:00Z', '2025-10-15T12:00:00Z')
  for (const _ of ['noted', 'folded']) {
    const [spring = 0, autumn = 0, dayAfter = 0] = await Promise.all(days.map(near))
    expect([spring, autumn, dayAfter]).toEqual([(before[0] ?? 0) + 1, before[1], (before[2] ?? 0) + 1])
    await runJob(world, 'dashboard:fold')
  }
})
