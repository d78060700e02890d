import { renewals } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { type DueKey, day, renewing } from '../../../testing/renewing.ts'
import { raw, selling } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, bergen, sudvia, calabro, fjord } = world
const { give } = licensing(world)
const { keyEnding, renew } = renewing(world)
await selling(world).issue({ 'EDGE-1Y': 500 })

test('the renewal rate is what counting every term one by one gives', async () => {
  // Terms that ended in earlier months: one renewed before its end, one after it, one not at all.
  const ended = [await keyEnding(acme, -40), await keyEnding(acme, -40), await keyEnding(acme, -70)]
  await give(acme, 'EDGE-1Y', 2)
  const [early, late] = ended as [DueKey, DueKey]
  await renew(acme, [late])
  world.at(new Date(Date.now() - 60 * day).toISOString())
  try {
    await renew(acme, [early])
  } finally {
    world.at(null)
  }

  interface Row {
    owner_id: string
    end: Date
    isRenewed: boolean
  }
  const terms = [
    ...(await raw<Row>(
      world,
      `select l.owner_id, coalesce(l.expires_at, l.maintenance_expires_at) as end, false as "isRenewed" from licenses l
       join products p using (product_id) where l.tenant_id = $1 and not p.is_trial and not p.is_upgrade_right`,
      [world.tenantId],
    )),
    ...(await raw<Row>(world, `select owner_id, due_at as end, true as "isRenewed" from license_renewals`)),
  ].filter(({ end }) => end !== null && end.getTime() <= Date.now())
  const below: [Person, Person[]][] = [
    [vendor, [vendor, nordico, acme, bergen, fjord, sudvia, calabro]],
    [nordico, [nordico, acme, bergen, fjord]],
    [acme, [acme, fjord]],
    [calabro, [calabro]],
  ]
  for (const [who, owners] of below) {
    const ids = owners.map(({ accountId }) => accountId)
    const { items } = await who.call(renewals.rate, { body: { months: 24 } })
    expect(items).toHaveLength(24)
    expect(items.at(-1)?.month).toBe(`${new Date().toISOString().slice(0, 7)}-01`)
    for (const { month, ...figures } of items) {
      const own = terms.filter(
        ({ owner_id, end }) => ids.includes(owner_id) && end.toISOString().slice(0, 7) === month.slice(0, 7),
      )
      const renewed = own.filter(({ isRenewed }) => isRenewed).length
      const rate = own.length === 0 ? null : Math.round((1000 * renewed) / own.length) / 10
      expect({ month, ...figures }).toEqual({ month, due: own.length, renewed, rate })
    }
  }
  const { items } = await acme.call(renewals.rate, { body: { includeChildren: false } })
  expect(items.reduce((sum, { renewed }) => sum + renewed, 0)).toBeGreaterThan(1)
})
