import { accounts } from '@trellis/contract/accounts'
import { network as endpoints } from '@trellis/contract/network'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { branches } from '../../testing/branches.ts'
import { network } from '../../testing/network.ts'
import { createAccount } from './index.ts'
import { whyNotMoveThere } from './rules.ts'

/** The levels at and next to every threshold (threats Z10). */
const levels = [29, 30, 31, 39, 40, 41, 49, 50, 51]

const groupLevels = [10, 15, 20, 30, 40, 60]
const placement = { parentLevel: 30, level: 60 }
const inside = { placement, levels: groupLevels, isRoot: false, closesACycle: false }
test.each([
  [{ ...inside, isRoot: true, currentParentLevel: null }, 'root'],
  [{ ...inside, closesACycle: true, currentParentLevel: 30 }, 'cycle'],
  [{ ...inside, currentParentLevel: 40 }, 'group'],
  [{ ...inside, currentParentLevel: 30 }, null],
  [{ ...inside, placement: { parentLevel: 30, level: 40 }, currentParentLevel: 20 }, null],
  [{ ...inside, placement: { parentLevel: 50, level: 60 }, currentParentLevel: 50 }, 'parentLevel'],
])('a move to %o: %s', (move, why) => expect(whyNotMoveThere(move)).toBe(why))

const world = await network()
const { vendor, nordico } = world
const { draft, move, open } = branches(world)
const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

/** One group per level, each with an account directly below the vendor, as an import may create them. */
const at = await world.db.administer(context, async (tx) => {
  const made = new Map<number, { groupId: number; accountId: string }>()
  for (const level of levels) {
    await tx.run(sql`
      insert into account_groups (group_id, name, level) values (${100 + level}, ${`LEVEL_${level}`}, ${level})
      on conflict do nothing`)
    const groupId = 100 + level
    const accountId = await createAccount(tx, { name: `Level ${level}`, groupId, parentId: vendor.accountId })
    made.set(level, { groupId, accountId })
  }
  return made
})
const standing = (level: number) => at.get(level) ?? { groupId: 0, accountId: '' }

/** The level that a child may have below each level: the next one that any group has, and none from 50 on. */
const allowed: Record<number, number | null> = {
  29: 30,
  30: 31,
  31: 39,
  39: 40,
  40: 41,
  41: 49,
  49: 50,
  50: null,
  51: null,
}

test.each(levels)(
  'below an account at level %i only the next level opens, and nothing below 50 (threats Z10)',
  async (level) => {
    for (const child of levels) {
      const body = draft(`Child at ${child}`, { groupId: standing(child).groupId, under: standing(level) })
      const { status, body: answer } = await vendor.raw(endpoints.create, { body })
      if (child === allowed[level]) expect(status, `${level} > ${child}`).toBe(201)
      else expect([status, (answer as { code: string }).code], `${level} > ${child}`).toEqual([422, 'AC422'])
    }
  },
)

test.each(levels)('the same rules apply to moving: level %i (threats Z10)', async (level) => {
  for (const child of levels.filter((other) => other !== level && allowed[other] !== null)) {
    const next = allowed[child]
    if (next === null || next === undefined) continue
    const moved = await open(vendor, `Moved to ${level}`, { groupId: standing(next).groupId, under: standing(child) })
    const target = standing(level)
    const { status, body } = await vendor.raw(endpoints.move, {
      params: { id: moved.accountId },
      body: { parentAccountId: target.accountId },
    })
    if (next === allowed[level]) expect(status, `${next} to below ${level}`).toBe(200)
    else expect([status, (body as { code: string }).code], `${next} to below ${level}`).toEqual([422, 'AC422'])
  }
})

test('a distributor (level 30) may assign a price list to a group with a higher level only: tested at 29, 30 and 31 (threats Z10)', async () => {
  const list = await nordico.call(priceLists.create, { body: { name: 'Of Nordico', currencyId: 978, items: [] } })
  await move(vendor, await open(vendor, 'Moved in', { groupId: standing(31).groupId, under: standing(30) }), nordico)
  for (const level of levels) {
    const accountId = await world.db.write(context, async (tx) => {
      // Only a direct change in the database can put such a senior group below a distributor.
      const id = newId()
      await tx.run(sql`
        insert into accounts (account_id, code, name, group_id, parent_id)
        values (${id}, ${`Z10-${level}`}, ${`Z10 ${level}`}, ${standing(level).groupId}, ${nordico.accountId})`)
      await tx.run(sql`
        insert into account_tree (ancestor_id, descendant_id, depth)
        select ancestor_id, ${id}::uuid, depth + 1 from account_tree where descendant_id = ${nordico.accountId}
        union all select ${id}::uuid, ${id}::uuid, 0`)
      return id
    })
    const body = { priceListId: list.id, canPropagate: false }
    const { status } = await nordico.raw(priceLists.associate, { params: { accountId }, body })
    expect(status, String(level)).toBe(level > 30 ? 200 : 403)
  }
})

test('the accounts are exactly those that the tables above allow', async () => {
  const page = await vendor.call(accounts.search, { body: { includeChildren: true, limit: 3000 } })
  const levelOf = new Map(page.items.map((account) => [account.accountId, account.level]))
  for (const { level, parents, accountName } of page.items.filter((item) => item.accountName.startsWith('Child at')))
    expect(level, accountName).toBe(allowed[levelOf.get(parents.at(-1)?.id ?? '') ?? 0])
})
