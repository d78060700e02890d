import type { Shortage } from '@trellis/contract/orders'
import type { movementReasons } from '@trellis/contract/stock'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { findProducts } from '../catalogue/index.ts'

/** Pieces of a product. */
export interface Line {
  productId: string
  quantity: number
}

export interface Balance {
  accountId: string
  productId: string
  quantity: number
  /** Promised by the account's pending sell-outs. */
  held: number
  /** The root issues stock: it is never short. */
  isRoot: boolean
}

export interface Movement {
  accountId: string
  productId: string
  /** Positive into the account, negative out of it. */
  quantity: number
  reason: (typeof movementReasons)[number]
  orderId?: string
  licenseId?: string
}

/** Quantities of the same product added up. */
export function demandOf(lines: Line[]): Line[] {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

/**
 * Locks the balances until the end of the transaction, always in the order of product and account, so that whoever
 * locks the same ones waits and never deadlocks; a balance that does not exist yet is begun with nothing.
 * Every change of stock starts here. A transaction calls it once, with all that it will touch.
 */
export const lockBalances = (tx: Tx, pairs: { accountId: string; productId: string }[]): Promise<Balance[]> =>
  tx.rows<Balance>(sql`
    insert into stock_balances as b (account_id, product_id, is_root)
    select p.account_id, p.product_id, a.parent_id is null
    from (
      select distinct account_id, product_id
      from unnest(${pairs.map((pair) => pair.accountId)}::uuid[], ${pairs.map((pair) => pair.productId)}::uuid[])
        as p (account_id, product_id)
    ) p
    join accounts a on a.tenant_id = (select current_tenant()) and a.account_id = p.account_id
    order by p.product_id, p.account_id
    on conflict (tenant_id, account_id, product_id) do update set held = b.held
    returning account_id as "accountId", product_id as "productId", quantity, held, is_root as "isRoot"`)

/** Writes the ledger and carries it into balances that the transaction has locked. */
export async function moveStock(tx: Tx, movements: Movement[]): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map((movement) => ({ ...movement, movementId: newId() }))
  const expected = new Set(movements.map(({ accountId, productId }) => accountId + productId)).size
  const changed = await tx.run(sql`
    with moved as (
      insert into stock_movements (movement_id, account_id, product_id, quantity, reason, order_id, license_id)
      select m."movementId", m."accountId", m."productId", m.quantity, m.reason, m."orderId", m."licenseId"
      from jsonb_to_recordset(${json(rows)}) as m (
        "movementId" uuid, "accountId" uuid, "productId" uuid, quantity int, reason text, "orderId" uuid, "licenseId" uuid)
      returning account_id, product_id, quantity
    )
    update stock_balances b set quantity = b.quantity + m.quantity, movements = b.movements + m.movements
    from (
      select account_id, product_id, sum(quantity) as quantity, count(*) as movements from moved group by 1, 2
    ) m
    where b.tenant_id = (select current_tenant()) and b.account_id = m.account_id and b.product_id = m.product_id`)
  if (changed !== expected) throw new Error('Stock was moved without its balances being locked')
}

/** Holds what a pending sell-out promises (`sign` 1), or lets go of it (-1). The balances are locked by the transaction. */
export async function holdStock(tx: Tx, accountId: string, lines: Line[], sign: 1 | -1): Promise<void> {
  const demand = demandOf(lines)
  const changed = await tx.run(sql`
    update stock_balances b set held = b.held + ${sign} * d.quantity
    from unnest(${demand.map((line) => line.productId)}::uuid[], ${demand.map((line) => line.quantity)}::bigint[])
      as d (product_id, quantity)
    where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and b.product_id = d.product_id`)
  if (changed !== demand.length) throw new Error('Stock was held without its balances being locked')
}

/** What is to be had of a balance: what is there less what is promised. */
export const availableOf = (balance: Pick<Balance, 'quantity' | 'held'> | undefined): number =>
  balance === undefined ? 0 : balance.quantity - balance.held

/**
 * Every product of which the account has less available than the lines ask for, by SKU; none when all is there, and
 * none for the root. `balances` come from `lockBalances`.
 */
export async function shortagesOf(tx: Tx, balances: Balance[], accountId: string, lines: Line[]): Promise<Shortage[]> {
  const own = new Map(balances.filter((b) => b.accountId === accountId).map((b) => [b.productId, b]))
  const short = demandOf(lines).filter(({ productId, quantity }) => {
    const balance = own.get(productId)
    return !balance?.isRoot && availableOf(balance) < quantity
  })
  if (short.length === 0) return []
  const products = await findProducts(
    tx,
    short.map((line) => line.productId),
  )
  return short
    .map(({ productId, quantity }) => {
      const available = availableOf(own.get(productId))
      const { name: productName = '', sku = '' } = products.get(productId) ?? {}
      return { productId, productName, sku, quantity, available, missing: quantity - available }
    })
    .sort((one, other) => (one.sku < other.sku ? -1 : 1))
}
