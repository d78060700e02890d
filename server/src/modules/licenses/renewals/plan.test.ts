import type { Duration } from '@trellis/contract/durations'
import { expect, test } from 'vitest'
import { dice } from '../../../testing/dice.ts'
import { type Candidate, pieceKey, planRenewals } from './plan.ts'
import { dueOf, endsAfter } from './rules.ts'

const now = new Date('2026-11-23T10:00:00Z')
const day = 86_400_000
const rootId = 'root'
const accounts = [rootId, 'nord', 'sud'].map((accountId) => ({
  accountId,
  accountCode: accountId,
  accountName: accountId,
}))
const lasting = (years: number, months = 0, days = 0): Duration => ({ years, months, days, perpetual: years === 255 })
const durations = [lasting(0), lasting(1), lasting(0, 1), lasting(0, 0, 45), lasting(2, 6), lasting(255)]
const product = (productId: string, license: Duration, maintenance: Duration) =>
  ({ productId, sku: productId, name: productId, license, maintenance }) as NonNullable<Candidate['product']>

/** A network's keys with random ends, products, seats and stock. */
function situationOf(seed: number) {
  const { below, chance, one } = dice(seed)
  const products = ['a', 'b'].map((id) => product(id, one(durations), one(durations)))
  const end = () => (chance(0.15) ? null : new Date(now.getTime() + (below(800) - 400) * day))
  const keys = Array.from({ length: 1 + below(12) }, (_, n): Candidate => {
    const choices = products.filter(() => chance(0.8))
    const ends = { expiresAt: end(), maintenanceExpiresAt: end() }
    const due = ends.expiresAt ?? ends.maintenanceExpiresAt
    return {
      ...ends,
      licenseId: String(n),
      serialKey: String(n),
      seats: 1 + below(5),
      owner: one(accounts) as Candidate['owner'],
      licenseIsPerpetual: ends.expiresAt === null,
      maintenanceIsPerpetual: ends.maintenanceExpiresAt === null,
      isStarted: chance(0.95),
      isTrial: chance(0.05),
      isUpgradeRight: chance(0.05),
      given: { startsAt: new Date(now.getTime() - 800 * day), terms: [] },
      seen: chance(0.9) ? due : new Date(now.getTime() + below(900) * day),
      choices,
      product: choices[0],
      order: chance(0.1) ? { orderId: 'o', orderCode: 'O' } : null,
    }
  })
  const pairs = accounts.flatMap(({ accountId }) => products.map(({ productId }) => pieceKey(accountId, productId)))
  return {
    keys,
    situation: {
      available: new Map(pairs.filter(() => chance(0.8)).map((pair) => [pair, below(15)] as const)),
      prices: new Map(
        pairs.filter(() => chance(0.8)).map((pair) => [pair, { price: 10, currencyCode: 'EUR', breaks: [] }] as const),
      ),
      rootAccountId: rootId,
      orderMissing: chance(0.5),
      now,
    },
  }
}

test('whatever the keys and the stock are, what is extended was there, and what is ordered is what lacks', {
  tags: ['long'],
}, () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 3000; seed++) {
    const { keys, situation } = situationOf(seed)
    const plan = planRenewals(keys, situation)
    const hint = `seed ${seed}`
    expect(
      plan.keys.map(({ candidate }) => candidate),
      hint,
    ).toEqual(keys)
    for (const { candidate, outcome, reason, ends } of plan.keys) {
      seen.add(reason ?? outcome)
      expect(reason !== null, hint).toBe(outcome === 'refused')
      expect(ends !== null, hint).toBe(outcome === 'extended')
      if (outcome === 'ordered') expect(situation.orderMissing, hint).toBe(true)
      if (outcome === 'short') expect(situation.orderMissing, hint).toBe(false)
      if (outcome === 'waiting') expect(candidate.order, hint).not.toBeNull()
    }
    for (const { account, product, quantity, missing } of plan.pieces) {
      const pair = pieceKey(account.accountId, product.productId)
      const seatsOf = (...outcomes: string[]) =>
        plan.keys
          .filter(({ candidate, outcome }) => outcomes.includes(outcome) && candidate.product !== undefined)
          .filter(({ candidate }) => pieceKey(candidate.owner.accountId, candidate.product?.productId ?? '') === pair)
          .reduce((sum, { candidate }) => sum + candidate.seats, 0)
      const has = situation.available.get(pair) ?? 0
      expect(quantity, hint).toBe(seatsOf('extended'))
      if (account.accountId === rootId) expect(missing, hint).toBe(0)
      else {
        expect(quantity, hint).toBeLessThanOrEqual(has)
        // With the order, the stock is exactly enough for all.
        expect(missing, hint).toBe(Math.max(0, seatsOf('ordered', 'short') - (has - quantity)))
        if (seatsOf('ordered', 'short') > 0) expect(missing, hint).toBeGreaterThan(0)
      }
    }
  }
  expect([...seen].sort()).toEqual([
    ...['changed', 'extended', 'no_product', 'not_for_sale', 'not_started', 'ordered', 'perpetual', 'short'],
    ...['trial', 'upgrade_right', 'waiting'],
  ])
})

test('no renewal shortens a term, and one that prolongs what is due moves its end beyond now', {
  tags: ['long'],
}, () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const { keys } = situationOf(seed)
    for (const key of keys) {
      const { below, one } = dice(seed + 1)
      const grant = { license: one(durations), maintenance: one(durations) }
      const after = endsAfter(key, grant, now)
      const hint = `seed ${seed}, ${JSON.stringify([key.expiresAt, key.maintenanceExpiresAt, grant])}`
      for (const [before, end, duration, isForGood] of [
        [key.expiresAt, after.expiresAt, grant.license, after.licenseIsPerpetual],
        [key.maintenanceExpiresAt, after.maintenanceExpiresAt, grant.maintenance, after.maintenanceIsPerpetual],
      ] as const) {
        if (before === null || isForGood) expect(end, hint).toBeNull()
        else if (duration.years + duration.months + duration.days === 0) expect(end, hint).toEqual(before)
        else {
          expect(end?.getTime(), hint).toBeGreaterThan(Math.max(before.getTime(), now.getTime()))
          // Renewing later never ends earlier.
          const later = endsAfter(key, grant, new Date(now.getTime() + below(500) * day))
          const [a, b] = before === key.expiresAt ? [end, later.expiresAt] : [end, later.maintenanceExpiresAt]
          expect(b?.getTime(), hint).toBeGreaterThanOrEqual(a?.getTime() ?? Number.NaN)
        }
      }
      if (dueOf(key) !== null && dueOf(after) !== null)
        expect(dueOf(after)?.getTime(), hint).toBeGreaterThanOrEqual(Math.min(...endsOf(key)))
    }
  }
})

const endsOf = ({ expiresAt, maintenanceExpiresAt }: Candidate) =>
  [expiresAt, maintenanceExpiresAt].flatMap((end) => end?.getTime() ?? [])
