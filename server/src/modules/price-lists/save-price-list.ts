import type { Out } from '@trellis/contract/endpoint'
import type { PriceListDraft } from '@trellis/contract/price-lists'
import { violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { insertItems } from './items.ts'
import { lockForUpdate } from './lock-price-list.ts'
import { cancelPlansOf } from './plans/save-plan.ts'
import { findSeen, findUses } from './queries.ts'
import { recordPrices } from './record-prices.ts'
import { whyNot } from './rules.ts'

/**
 * Creates a price list owned by the account `parentAccountId`, by default the actor's own.
 * Refuses RQ404 for an account out of reach and for products that the actor does not see, PR409 for a product named
 * twice.
 */
export async function createPriceList(tx: Tx, actor: Actor, draft: Out<typeof PriceListDraft>): Promise<string> {
  const accountId = await reachedId(tx, actor, draft.parentAccountId)
  const { name, currencyId } = draft
  await checkCurrency(tx, currencyId)
  const priceListId = newId()
  await orNameInUse(
    tx.run(sql`
      insert into price_lists (price_list_id, account_id, name, currency_id)
      values (${priceListId}, ${accountId}, ${name}, ${currencyId})`),
  )
  await record(tx, 'price_list.created', 'price_list', priceListId, { after: { accountId, name, currencyId } })
  await insertItems(
    tx,
    actor,
    { priceListId, currencyId },
    draft.items,
    (rows) => recordPrices(tx, rows),
    (index) => ['items', index],
  )
  return priceListId
}

/** Renames a price list or changes its currency; another currency only while the list is empty, else RQ409. */
export async function updatePriceList(
  tx: Tx,
  actor: Actor,
  priceListId: string,
  { name, currencyId }: { name: string; currencyId?: number | undefined },
): Promise<void> {
  const before = await lockForUpdate(tx, actor, priceListId)
  const after = { name, currencyId: currencyId ?? before.currencyId }
  if (after.currencyId !== before.currencyId) {
    await checkCurrency(tx, after.currencyId)
    const item = await tx.row(sql`
      select from price_list_items where tenant_id = (select current_tenant()) and price_list_id = ${priceListId}
      union all
      select from price_plans
      where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and applied_at is null
      limit 1`)
    refuse(item ? 'RQ409' : null, null, 'The currency of a price list changes only while nothing is on it or planned')
  }
  await orNameInUse(
    tx.run(sql`
      update price_lists set name = ${after.name}, currency_id = ${after.currencyId}
      where tenant_id = (select current_tenant()) and price_list_id = ${priceListId}`),
  )
  await record(tx, 'price_list.updated', 'price_list', priceListId, {
    before: { name: before.name, currencyId: before.currencyId },
    after,
  })
}

/** Deletes a price list that no account and no order line uses; otherwise PR523 with the users. */
export async function removePriceList(tx: Tx, actor: Actor, priceListId: string): Promise<void> {
  // Conflicts with the KEY SHARE locks that the foreign keys of associations and order lines take: a transaction that
  // begins to use the list waits for this one, or this one waits for it.
  await tx.run(sql`
    select from price_lists where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} for update`)
  const before = found(await findSeen(tx, priceListId, actor))
  const code = whyNot('delete', before, actor)
  refuse(code, code === 'PR523' ? await findUses(tx, priceListId) : { reason: 'side' })
  await recordPrices(
    tx,
    sql`select price_list_id, product_id, null::numeric, null, null::numeric, null::jsonb from price_list_items
        where tenant_id = (select current_tenant()) and price_list_id = ${priceListId}`,
  )
  await cancelPlansOf(tx, priceListId)
  await tx.run(sql`
    delete from price_lists where tenant_id = (select current_tenant()) and price_list_id = ${priceListId}`)
  await record(tx, 'price_list.removed', 'price_list', priceListId, {
    before: { name: before.name, currencyId: before.currencyId },
  })
}

async function checkCurrency(tx: Tx, currencyId: number): Promise<void> {
  const currency = await tx.row(sql`select from offered.currencies where currency_id = ${currencyId}::bigint`)
  if (!currency) throw invalid(['currencyId'], 'unknown', 'There is no such currency')
}

async function orNameInUse(writing: Promise<number>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!violates(error, 'price_lists_tenant_id_account_id_name_key')) throw error
    throw invalid(['name'], 'taken', 'The account already has a price list of this name')
  }
}
