import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { type Dice, dice } from '../../testing/dice.ts'
import { network } from '../../testing/network.ts'
import { effectivePrices } from './index.ts'

const { db } = await network()

/** A second implementation of rules R2 and R3, without a database. */
interface Model {
  currencyId: number
  accounts: { id: string; parent: string | null }[]
  products: { id: string; msrp: number; currencyId: number; active: boolean }[]
  lists: { id: string; currencyId: number; prices: Map<string, number> }[]
  given: Map<string, { listId: string; canPropagate: boolean }>
}

function expectedPrices(
  model: Model,
  accountId: string,
): Map<string, { price: number; currencyId: number; priceListId: string | null }> {
  const active = model.products.filter((product) => product.active)
  const list = servingList(model, accountId)
  if (list)
    return new Map(
      active.flatMap(({ id }) => {
        const price = list.prices.get(id)
        return price === undefined ? [] : [[id, { price, currencyId: list.currencyId, priceListId: list.id }]]
      }),
    )
  if (model.accounts.find(({ id }) => id === accountId)?.parent !== null) return new Map()
  return new Map(
    active
      .filter(({ currencyId }) => currencyId === model.currencyId)
      .map(({ id, msrp, currencyId }) => [id, { price: msrp, currencyId, priceListId: null }]),
  )
}

function servingList(model: Model, accountId: string) {
  for (
    let at: string | null = accountId;
    at !== null;
    at = model.accounts.find(({ id }) => id === at)?.parent ?? null
  ) {
    const given = model.given.get(at)
    if (given && (at === accountId || given.canPropagate)) return model.lists.find(({ id }) => id === given.listId)
  }
  return undefined
}

const euro = 978
const currencies = [euro, euro, euro, 840]

/** Creates a tenant with a random tree, catalogue and price lists, in the database and in the model. */
async function grow(tx: Tx, tenantId: string, roll: Dice): Promise<Model> {
  const model: Model = { currencyId: euro, accounts: [], products: [], lists: [], given: new Map() }
  await tx.run(
    sql`insert into tenants (tenant_id, code, name, currency_id) values (${tenantId}, ${tenantId}, 'Random', ${euro})`,
  )
  await tx.run(sql`insert into account_groups (group_id, name, level) values (1, 'ANY', 20)`)
  for (let n = 0; n < 18; n++) {
    // Mostly deep trees, sometimes wide ones.
    const parent =
      n === 0 ? null : (model.accounts[Math.max(0, n - 1 - roll.below(roll.chance(0.3) ? n : 2))]?.id ?? null)
    const id = newId()
    model.accounts.push({ id, parent })
    await tx.run(
      sql`insert into accounts (account_id, code, name, group_id, parent_id) values (${id}, ${`A${n}`}, ${`Account ${n}`}, 1, ${parent})`,
    )
    await tx.run(sql`
      insert into account_tree (ancestor_id, descendant_id, depth)
      select ancestor_id, ${id}::uuid, depth + 1 from account_tree where tenant_id = ${tenantId} and descendant_id = ${parent}
      union all select ${id}::uuid, ${id}::uuid, 0`)
  }
  for (let n = 0; n < 6; n++) {
    const product = {
      id: newId(),
      msrp: roll.below(10000) / 100,
      currencyId: roll.one(currencies),
      active: roll.chance(0.8),
    }
    model.products.push(product)
    await tx.run(sql`
      insert into products (product_id, sku, name, price_msrp, currency_id, status)
      values (${product.id}, ${`P${n}`}, ${`Product ${n}`}, ${product.msrp}, ${product.currencyId}, ${product.active ? 'Active' : 'Pending'})`)
    await tx.run(
      sql`insert into product_publications (product_id, owner_tenant_id) values (${product.id}, ${tenantId})`,
    )
  }
  for (let n = 0; n < 5; n++) {
    const list = { id: newId(), currencyId: roll.one(currencies), prices: new Map<string, number>() }
    model.lists.push(list)
    await tx.run(sql`
      insert into price_lists (price_list_id, account_id, name, currency_id)
      values (${list.id}, ${roll.one(model.accounts).id}, ${`List ${n}`}, ${list.currencyId})`)
  }
  return model
}

/** Makes one random change that affects prices, in the database and in the model. */
async function change(tx: Tx, model: Model, roll: Dice): Promise<string> {
  const account = roll.one(model.accounts)
  const product = roll.one(model.products)
  const list = roll.one(model.lists)
  switch (roll.below(6)) {
    case 0:
    case 1: {
      const canPropagate = roll.chance(0.5)
      model.given.set(account.id, { listId: list.id, canPropagate })
      await tx.run(sql`
        insert into price_list_accounts (account_id, price_list_id, can_propagate) values (${account.id}, ${list.id}, ${canPropagate})
        on conflict (tenant_id, account_id) do update
        set price_list_id = excluded.price_list_id, can_propagate = excluded.can_propagate`)
      return `give ${account.id} the list ${list.id}, ${canPropagate}`
    }
    case 2:
      model.given.delete(account.id)
      await tx.run(sql`delete from price_list_accounts where account_id = ${account.id}`)
      return `take the list from ${account.id}`
    case 3:
      product.active = !product.active
      await tx.run(
        sql`update products set status = ${product.active ? 'Active' : 'Deleted'} where product_id = ${product.id}`,
      )
      return `turn ${product.id}`
    case 4:
      list.prices.delete(product.id)
      await tx.run(sql`delete from price_list_items where price_list_id = ${list.id} and product_id = ${product.id}`)
      return `remove ${product.id} from ${list.id}`
    default: {
      const price = roll.below(100000) / 10000
      list.prices.set(product.id, price)
      await tx.run(sql`
        insert into price_list_items (price_list_id, product_id, custom_price) values (${list.id}, ${product.id}, ${price})
        on conflict (tenant_id, price_list_id, product_id) do update set custom_price = excluded.custom_price`)
      return `price ${product.id} on ${list.id}`
    }
  }
}

test('after any changes to associations, prices and products in any tree, every account pays the price of the rules', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const roll = dice(seed)
    const tenantId = newId()
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    await db.administer(context, async (tx) => {
      const model = await grow(tx, tenantId, roll)
      const story: string[] = []
      for (let step = 0; step < 40; step++) {
        story.push(await change(tx, model, roll))
        const rows = await tx.rows<{
          account_id: string
          product_id: string
          price: string
          currency_id: number
          price_list_id: string | null
        }>(sql`
          select a.account_id, e.product_id, e.price, e.currency_id, e.price_list_id
          from accounts a cross join lateral effective_prices(a.account_id) e where a.tenant_id = ${tenantId}`)
        for (const { id } of model.accounts) {
          const paid = rows
            .filter((row) => row.account_id === id)
            .map(
              (row) =>
                [
                  row.product_id,
                  { price: Number(row.price), currencyId: row.currency_id, priceListId: row.price_list_id },
                ] as const,
            )
          expect(new Map(paid), `seed ${seed}: ${story.join('; ')}`).toEqual(expectedPrices(model, id))
        }
        const somebody = roll.one(model.accounts).id
        const asked = model.products.slice(0, 3).map((product) => product.id)
        const prices = await effectivePrices(tx, somebody, [...asked, newId()])
        const wanted = [...expectedPrices(model, somebody)].filter(([id]) => asked.includes(id))
        expect(new Map([...prices].map(([id, { price }]) => [id, Number(price)]))).toEqual(
          new Map(wanted.map(([id, { price }]) => [id, price])),
        )
      }
    })
  }
})
