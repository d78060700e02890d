import type { Shortage } from '@trellis/contract/order-approvals'
import type { movementReasons } from '@trellis/contract/stock'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { findProducts } from '../catalogue/index.ts'
import { insertMovements } from './insert-movements.ts'

/** A quantity of a product, in pieces. */
export interface Line {
  productId: string
  quantity: number
}

export interface Balance {
  accountId: string
  productId: string
  quantity: number
  /** Reserved by the account's pending sell-outs. */
  held: number
  /** The root issues stock, so it is never short. */
  isRoot: boolean
}

export interface Movement {
  accountId: string
  productId: string
  /** Positive: into the account; negative: out of it. */
  quantity: number
  reason: (typeof movementReasons)[number]
  orderId?: string
  licenseId?: string
}

/** Adds up the quantities of lines with the same product. */
export function demandOf(lines: Line[]): Line[] {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

/**
 * Locks the balances until the end of the transaction, always ordered by product and account, so that concurrent
 * transactions wait for each other and never deadlock. Missing balances are inserted with zero. Every change of stock
 * starts here; a transaction calls it only once, with every balance it will change.
 */
export const lockBalances = (tx: Tx, pairs: { accountId: string; productId: string }[]): Promise<Balance[]> =>
  lockBalancesOf(
    tx,
    sql`
      select p."accountId", p."productId"
      from jsonb_to_recordset(${json(pairs.map(({ accountId, productId }) => ({ accountId, productId })))})
        as p ("accountId" uuid, "productId" uuid)`,
  )

/**
 * The same for the balances that a query finds, so that they need not be known before.
 * @param pairs a query for account and product
 */
export async function lockBalancesOf(tx: Tx, pairs: Sql): Promise<Balance[]> {
  const locked = await lockPresent(tx, pairs)
  return locked.length > 0 ? locked : lockOrInsert(tx, pairs)
}

/**
 * Locks the balances if all of them are there, as those of held stock always are, and otherwise none, because the missing ones have their
 * place in the order too. Locking a row does not write another version of it, of which the next change would check the references
 * again (decision 180).
 */
export const lockPresent = (tx: Tx, pairs: Sql): Promise<Balance[]> =>
  tx.rows<Balance>(sql`
    with wanted (account_id, product_id) as materialized (select distinct p.* from (${pairs}) p)
    select b.account_id as "accountId", b.product_id as "productId", b.quantity, b.held, b.is_root as "isRoot"
    from (select account_id, product_id from wanted order by product_id, account_id) w
    cross join lateral (
      select s.account_id, s.product_id, s.quantity, s.held, s.is_root from stock_balances s
      where s.tenant_id = (select current_tenant()) and s.account_id = w.account_id and s.product_id = w.product_id
      for no key update) b
    where not exists (select from wanted m where not exists (
      select from stock_balances o
      where o.tenant_id = (select current_tenant()) and o.account_id = m.account_id and o.product_id = m.product_id))`)

const lockOrInsert = (tx: Tx, pairs: Sql): Promise<Balance[]> =>
  tx.rows<Balance>(sql`
    insert into stock_balances as b (account_id, product_id, is_root)
    select p.account_id, p.product_id, a.parent_id is null
    from (select distinct d.* from (${pairs}) d) p (account_id, product_id)
    join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = p.account_id
    order by p.product_id, p.account_id
    on conflict (tenant_id, account_id, product_id) do update set held = b.held
    returning account_id as "accountId", product_id as "productId", quantity, held, is_root as "isRoot"`)

/** A balance as it is now, not locked, with the account's warning threshold (rules S6). */
export interface Level extends Balance {
  threshold: number | null
}

/** The balances of these accounts and products; pairs without a balance are left out. */
export const listLevels = (tx: Reader, accountIds: string[], productIds: string[]) =>
  tx.rows<Level>(sql`
    select b.account_id as "accountId", b.product_id as "productId", b.quantity, b.held, b.is_root as "isRoot", h.threshold
    from stock_balances b
    left join stock_thresholds h using (tenant_id, account_id, product_id)
    where b.tenant_id = (select current_tenant()) and b.account_id = any(${accountIds}::uuid[])
      and b.product_id = any(${productIds}::uuid[])`)

/** Appends to the ledger and updates the balances, which the transaction must have locked; without waiting for it. */
export function moveStock(tx: Tx, movements: Movement[]): void {
  if (movements.length === 0) return
  const rows = movements.map((movement) => ({ ...movement, movementId: newId() }))
  const expected = new Set(movements.map(({ accountId, productId }) => accountId + productId)).size
  tx.later(sql`
    with moved as (
      ${insertMovements(sql`
        select m."movementId", m."accountId", m."productId", m.quantity, m.reason, m."orderId", m."licenseId"
        from jsonb_to_recordset(${json(rows)}) as m (
          "movementId" uuid, "accountId" uuid, "productId" uuid, quantity int, reason text, "orderId" uuid, "licenseId" uuid)`)}
      returning account_id, product_id, quantity
    ), changed as (
      update stock_balances b set quantity = b.quantity + m.quantity, movements = b.movements + m.movements
      from (
        select account_id, product_id, sum(quantity) as quantity, count(*) as movements from moved group by 1, 2
      ) m
      where b.tenant_id = (select current_tenant()) and b.account_id = m.account_id and b.product_id = m.product_id
      returning 1
    )
    select require_rows(count(*), ${expected}) from changed`)
}

/**
 * Adds the lines of a pending sell-out to the held quantities (`sign` 1) or subtracts them (-1). The transaction must
 * have locked the balances. Does not wait for it.
 */
export function holdStock(tx: Tx, accountId: string, lines: Line[], sign: 1 | -1): void {
  const demand = demandOf(lines)
  tx.later(sql`
    with changed as (
      update stock_balances b set held = b.held + ${sign} * d.quantity
      from jsonb_to_recordset(${json(demand)}) as d ("productId" uuid, quantity bigint)
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and b.product_id = d."productId"
      returning 1
    )
    select require_rows(count(*), ${demand.length}) from changed`)
}

/** Available = on hand − held. */
export const availableOf = (balance: Pick<Balance, 'quantity' | 'held'> | undefined): number =>
  balance === undefined ? 0 : balance.quantity - balance.held

/**
 * The products of which the account has less available than the lines need, sorted by SKU. Empty when everything is
 * available, and always for the root. `balances` come from `lockBalances`.
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
