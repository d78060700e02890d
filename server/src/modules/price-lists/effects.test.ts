import { network as endpoints } from '@trellis/contract/network'
import { priceLists } from '@trellis/contract/price-lists'
import { type PriceEffect, pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord, products, db } = world
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

const skus = ['BOX', 'EDGE-1Y', 'CORE-3Y', 'DRAFT', 'HIDDEN']
const idOf = (sku: string) => products[sku]?.productId ?? ''

/** Pseudo-random numbers from a seed, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    chance: (p: number) => next() < p,
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
const roll = dice(20_261)

type Paid = Map<string, string>

/** What every account pays for every product: account and product → price and currency. */
async function paid(): Promise<Paid> {
  const rows = await db.read(inVerdant).rows<{ key: string; price: string }>(sql`
    select a.name || ' ' || p.sku as key, e.price::float8 || ' ' || c.code as price
    from accounts a
    cross join lateral effective_prices(a.account_id) e
    join products p on p.product_id = e.product_id
    join currencies c on c.currency_id = e.currency_id
    where a.tenant_id = current_tenant()`)
  return new Map(rows.map(({ key, price }) => [key, price]))
}

function differences(before: Paid, after: Paid): Record<string, [string | undefined, string | undefined]> {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
  return Object.fromEntries(
    keys.filter((key) => before.get(key) !== after.get(key)).map((key) => [key, [before.get(key), after.get(key)]]),
  )
}

/** The same, computed from the preview's answer. */
function foretold(effect: PriceEffect): Record<string, [string | undefined, string | undefined]> {
  const said = (price: number | null, code: string | null) => (price === null ? undefined : `${price} ${code}`)
  const all = effect.groups.flatMap(({ accounts, differences }) =>
    accounts.flatMap(({ name }) =>
      differences.map(
        (each) =>
          [
            `${name} ${each.sku}`,
            [said(each.before, each.beforeCurrencyCode), said(each.after, each.afterCurrencyCode)],
          ] as const,
      ),
    ),
  )
  expect(new Set(all.map(([key]) => key)).size).toBe(all.length)
  return Object.fromEntries([...all].sort(([one], [other]) => (one < other ? -1 : 1)) as [string, [string, string]][])
}

const price = () => roll.below(400_000) / 10_000
const rows = () =>
  skus.filter(() => roll.chance(0.6)).map((sku) => ({ sku, customPrice: roll.chance(0.2) ? 0 : price() }))

test('the preview of every change equals what the change then does', { tags: ['long'] }, async () => {
  const lists: string[] = []
  for (const [index, currencyId] of [978, 978, 840, 392].entries()) {
    const items = skus.slice(0, 3 + (index % 3)).map((sku) => ({ productId: idOf(sku), customPrice: price() }))
    lists.push((await vendor.call(priceLists.create, { body: { name: `List ${index}`, currencyId, items } })).id)
  }
  const givers: [Person, Person][] = [
    [vendor, nordico],
    [vendor, sudvia],
    [vendor, acme],
    [vendor, bergen],
    [vendor, calabro],
    [vendor, fjord],
  ]
  for (let step = 0; step < 60; step++) {
    const before = await paid()
    const [giver, taker] = roll.of(givers)
    const params = { accountId: taker.accountId }
    let effect: PriceEffect
    let story: string
    if (roll.chance(0.55)) {
      const takes = roll.chance(0.3)
      const body = { priceListId: takes ? null : roll.of(lists), canPropagate: roll.chance(0.6) }
      story = `${step}: ${taker.email} ${JSON.stringify(body)}`
      effect = await giver.call(pricing.associationEffect, { params, body })
      const { priceListId, canPropagate } = body
      if (priceListId !== null) await giver.call(priceLists.associate, { params, body: { priceListId, canPropagate } })
      else await giver.raw(priceLists.dissociate, { params })
    } else {
      const id = roll.of(lists)
      const body = {
        items: rows(),
        removeOthers: roll.chance(0.3),
        remove: roll.chance(0.3) ? [idOf(roll.of(skus))] : [],
      }
      story = `${step}: ${id} ${JSON.stringify(body)}`
      const told = await vendor.call(pricing.setProducts, { params: { id }, body: { ...body, dryRun: true } })
      expect(await paid(), story).toEqual(before)
      expect(await vendor.call(pricing.setProducts, { params: { id }, body }), story).toEqual(told)
      effect = told.effect
    }
    expect(foretold(effect), story).toEqual(differences(before, await paid()))
  }
})

test('accounts moved out of the list owner’s reach are not named to the owner, although the list still serves them', async () => {
  const items = [{ productId: idOf('BOX'), customPrice: 4 }]
  const { id } = await nordico.call(priceLists.create, { body: { name: 'Left behind', currencyId: 978, items } })
  for (const { accountId } of [acme, bergen])
    await nordico.call(priceLists.associate, {
      params: { accountId },
      body: { priceListId: id, canPropagate: true },
    })
  const fjords = { params: { accountId: fjord.accountId } }
  await acme.raw(priceLists.dissociate, fjords)
  const effect = async (who: Person) => {
    const body = { items: [{ sku: 'BOX', customPrice: 5 }], dryRun: true }
    const told = await who.call(pricing.setProducts, { params: { id }, body })
    return told.effect.groups.flatMap(({ accounts }) => accounts.map(({ name }) => name)).sort()
  }
  expect(await effect(nordico)).toEqual(['Acme', 'Bergen', 'Fjord'])

  await vendor.call(endpoints.move, {
    params: { id: acme.accountId },
    body: { parentAccountId: sudvia.accountId },
  })
  expect(await vendor.call(priceLists.association, { params: { accountId: acme.accountId } })).toMatchObject({
    priceListId: id,
  })
  expect(await effect(nordico)).toEqual(['Bergen'])
  expect(await nordico.call(pricing.uses, { params: { id } })).toMatchObject({ served: 1 })
  // The vendor reaches both branches and is told of all affected accounts.
  expect(await effect(vendor)).toEqual(['Acme', 'Bergen', 'Fjord'])
})
