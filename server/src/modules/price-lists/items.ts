import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { findProducts, findStatuses } from '../catalogue/index.ts'
import { insertPrices } from './insert-prices.ts'
import { lockForUpdate } from './lock-price-list.ts'
import { recordPrice } from './record-prices.ts'
import { type ItemDraft, refusalOf } from './rules.ts'

type PathOf = (index: number) => (string | number)[]

interface List {
  priceListId: string
  currencyId: number
}

/** The rows of drafts: list, product, price, type and amount of the discount, breaks. */
const rowsOf = (priceListId: string, drafts: ItemDraft[]): Sql => sql`
  select ${priceListId}::uuid, d."productId", d."customPrice", d."customPriceDiscountType", d."customPriceDiscountAmount",
         d."quantityBreaks"
  from jsonb_to_recordset(${json(drafts.map((draft) => ({ ...draft, quantityBreaks: storedBreaks(draft) })))}) as d (
    "productId" uuid, "customPrice" numeric(19, 4), "customPriceDiscountType" text, "customPriceDiscountAmount" numeric(19, 4),
    "quantityBreaks" jsonb)`

/** Breaks as they are stored: null for none. */
export const storedBreaks = ({ quantityBreaks }: Pick<ItemDraft, 'quantityBreaks'>) =>
  quantityBreaks.length > 0 ? quantityBreaks : null

/** Inserts products into a list that the caller has checked and locked, after `record` has put them into the audit log. */
export async function insertItems(
  tx: Tx,
  actor: Actor,
  { priceListId, currencyId }: List,
  drafts: ItemDraft[],
  record: (rows: Sql) => Promise<void>,
  pathOf: PathOf = () => [],
): Promise<void> {
  if (drafts.length === 0) return
  const productIds = drafts.map(({ productId }) => productId.toLowerCase())
  const msrps = await msrpsIn(tx, currencyId, productIds)
  for (const [index, draft] of drafts.entries())
    throwAny(refusalOf(draft, msrps.get(productIds[index] as string) ?? null, pathOf(index)))
  if (new Set(productIds).size < productIds.length) throw new Refusal('PR409')
  const statuses = await findStatuses(tx, actor, productIds)
  for (const [index, productId] of productIds.entries()) {
    if (found(statuses.get(productId)) === 'Deleted')
      throw invalid([...pathOf(index), 'productId'], 'deleted', 'The product was deleted')
  }
  const rows = rowsOf(priceListId, drafts)
  await record(rows)
  const added = await tx.run(sql`${insertPrices(rows)} on conflict do nothing`)
  refuse(added < drafts.length ? 'PR409' : null)
}

/** Adds one product. Refuses PR409 when it is already on the list, RQ404 when the actor does not see the product. */
export async function addItem(tx: Tx, actor: Actor, priceListId: string, draft: ItemDraft): Promise<void> {
  const list = await lockForUpdate(tx, actor, priceListId)
  await insertItems(tx, actor, list, [draft], (rows) => recordPrice(tx, 'price_list.product_added', rows))
}

/** Changes the price of a product on the list. Existing orders keep their prices. */
export async function updateItem(tx: Tx, actor: Actor, priceListId: string, draft: ItemDraft): Promise<void> {
  const { currencyId } = await lockForUpdate(tx, actor, priceListId)
  refuse((await isListed(tx, priceListId, draft.productId)) ? null : 'RQ404')
  const msrps = await msrpsIn(tx, currencyId, [draft.productId])
  throwAny(refusalOf(draft, msrps.get(draft.productId) ?? null))
  await recordPrice(tx, 'price_list.product_changed', rowsOf(priceListId, [draft]))
  await tx.run(sql`
    update price_list_items
    set custom_price = ${draft.customPrice}, discount_type = ${draft.customPriceDiscountType ?? null},
        discount_amount = ${draft.customPriceDiscountAmount ?? null}, quantity_breaks = nullif(${json(storedBreaks(draft))}, 'null')
    where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and product_id = ${draft.productId}`)
}

export async function removeItem(tx: Tx, actor: Actor, priceListId: string, productId: string): Promise<void> {
  await lockForUpdate(tx, actor, priceListId)
  refuse((await isListed(tx, priceListId, productId)) ? null : 'RQ404')
  await recordPrice(
    tx,
    'price_list.product_removed',
    sql`select ${priceListId}::uuid, ${productId}::uuid, null::numeric, null, null::numeric, null::jsonb`,
  )
  await tx.run(sql`
    delete from price_list_items
    where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and product_id = ${productId}`)
}

const isListed = async (tx: Tx, priceListId: string, productId: string): Promise<boolean> =>
  (await tx.row(sql`
    select from price_list_items
    where tenant_id = (select current_tenant()) and price_list_id = ${priceListId} and product_id = ${productId}`)) !==
  undefined

/** The MSRPs that a discount on a list of this currency can be compared with: those in the same one. */
export async function msrpsIn(tx: Tx, currencyId: number, productIds: string[]): Promise<Map<string, number>> {
  const products = [...(await findProducts(tx, productIds)).values()]
  return new Map(
    products
      .filter((product) => product.currencyId === currencyId)
      .map(({ productId, priceMsrp }) => [productId, priceMsrp]),
  )
}

function throwAny(fault: Refusal | null): void {
  if (fault) throw fault
}
