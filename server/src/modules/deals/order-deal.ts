import type { DealBuyer } from '@trellis/contract/deal-answers'
import type { OrderDraft } from '@trellis/contract/orders'
import { plainVatId } from '@trellis/contract/vat-ids'
import { violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { createOrder } from '../orders/index.ts'
import { atQuantity, type EffectivePrice, effectivePrices, listsToGive, piecesByProduct } from '../price-lists/index.ts'
import { findProspect, type ProspectRow } from './prospects.ts'
import { type DealFacts, findDeal } from './queries.ts'
import { refusalInfo, whyNot } from './rules.ts'
import { type PricedLine, shareAmount, totalOf } from './share-amount.ts'
import { dealToChange } from './update-deal.ts'

const tenant = sql`(select current_tenant())`

const listItems = (tx: Reader, dealId: string) =>
  tx.rows<PricedLine>(sql`
    select product_id as "productId", qt as quantity, price::float8 as price from deal_items
    where tenant_id = ${tenant} and deal_id = ${dealId} order by line`)

/** What the vendor's purchase costs now. */
export interface Purchase {
  lines: PricedLine[]
  /** The sum of the lines. */
  amount: number
  /** What the same would cost without the deal: the vendor's effective prices. */
  ownAmount: number
  currencyId: number
  /** The prices were agreed in the deal; false: they are the vendor's effective prices. */
  isAgreed: boolean
  /** The vendor can buy every item by now. */
  isForSale: boolean
}

/**
 * The vendor's purchase: at the approved amount, or for each line at the vendor's effective price where that is lower by
 * now. Without an approved amount, or when the vendor has got a list in another currency, at the effective prices.
 */
export async function readPurchase(tx: Reader, deal: PurchasedDeal): Promise<Purchase> {
  const items = await listItems(tx, deal.dealId)
  const prices = await pricesFor(tx, deal.vendorId, items)
  const own = items.map((item) => ({ ...item, price: Number(prices.get(item.productId)?.price ?? item.price) }))
  const currencyId = prices.values().next().value?.currencyId ?? deal.currencyId
  const isAgreed = deal.eBidApprovedValue !== null && currencyId === deal.currencyId
  const lines = isAgreed ? lowerOf(shareAmount(items, deal.eBidApprovedValue ?? 0, deal.minorUnits), own, deal) : own
  const sum = (of: PricedLine[]) => totalOf(of, deal.minorUnits)
  return {
    lines,
    amount: sum(lines),
    ownAmount: sum(own),
    currencyId,
    isAgreed,
    isForSale: items.every(({ productId }) => prices.has(productId)),
  }
}

/** What an account pays for these items; absent: what it cannot buy. */
async function pricesFor(
  tx: Reader,
  accountId: string,
  items: readonly PricedLine[],
): Promise<Map<string, EffectivePrice>> {
  const ids = items.map(({ productId }) => productId)
  const pieces = piecesByProduct(items)
  const prices = await effectivePrices(tx, accountId, ids)
  return new Map([...prices].map(([id, price]) => [id, atQuantity(price, pieces.get(id) ?? 1)]))
}

type PurchasedDeal = Pick<DealFacts, 'dealId' | 'vendorId' | 'currencyId' | 'minorUnits' | 'eBidApprovedValue'>

/** Of each item its share of the approved amount, or its effective price, whichever costs less. */
const lowerOf = (shares: PricedLine[][], own: PricedLine[], { minorUnits }: PurchasedDeal): PricedLine[] =>
  shares.flatMap((share, index) => {
    const line = own[index]
    return line && totalOf([line], minorUnits) < totalOf(share, minorUnits) ? [line] : share
  })

/** The lines of the purchase that the vendor of a deal in reach makes. */
export const purchaseOf = async (tx: Reader, actor: Actor, dealId: string): Promise<PricedLine[]> =>
  (await readPurchase(tx, found(await findDeal(tx, actor, dealId)))).lines

/** The VAT id without grouping characters and without the code of its country. */
const plain = (vatId: string, countryCode: string): string => {
  const text = plainVatId(vatId)
  return text.startsWith(countryCode) ? text.slice(countryCode.length) : text
}

/** The living accounts below the deal's vendor that are the prospect's company (rules J14), the oldest first. */
async function listBuyers(tx: Reader, deal: DealFacts, prospect: ProspectRow): Promise<string[]> {
  const { name, vatId, countryCode } = prospect
  const number = plain(vatId, countryCode)
  const vatIdThere = sql`regexp_replace(upper(d.vat_id), '[\\s./-]', '', 'g')`
  const isCompany = number
    ? sql`exists (
        select from offered.addresses d
        where d.tenant_id = a.tenant_id and d.account_id = a.account_id and ${countryCode} in (d.country_code, '')
          and (${number} in (${vatIdThere}, d.country_code || ${vatIdThere}) or ${countryCode + number} = ${vatIdThere}))`
    : sql`a.name_folded = fold(${name})`
  const rows = await tx.rows<{ accountId: string }>(sql`
    select a.account_id as "accountId"
    from accounts_at_or_below(${deal.vendorId}) t
    join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = t.account_id and a.deleted_at is null
    where t.depth > 0 and ${isCompany}
    order by a.created_at, a.account_id`)
  return rows.map(({ accountId }) => accountId)
}

/** The senior group below the vendor's, of which a new buyer would be. */
const groupBelow = async (tx: Reader, vendorId: string): Promise<number> =>
  found(
    await tx.row<{ groupId: number }>(sql`
      select g.group_id as "groupId"
      from offered.accounts a
      join offered.account_groups own on own.tenant_id = a.tenant_id and own.group_id = a.group_id
      join offered.account_groups g on g.tenant_id = a.tenant_id and g.level > own.level
      where a.tenant_id = ${tenant} and a.account_id = ${vendorId}
      order by g.level, g.group_id desc limit 1`),
  ).groupId

/** The payload of POST /accounts; null where an import left out what an account must have. */
async function newAccountFor(tx: Reader, actor: Actor, vendorId: string, prospect: ProspectRow) {
  const { name, email, legalName, vatId, street, city, locality, region, postalCode, countryCode, coordinates } =
    prospect
  if (!(vatId && street && city && postalCode && countryCode)) return null
  const lists = await listsToGive(tx, actor, vendorId)
  return {
    accountName: name,
    groupId: await groupBelow(tx, vendorId),
    parentAccountId: vendorId,
    ...(lists.required && { priceListId: lists.items[0]?.priceListId }),
    notificationReceiverEmail: email,
    address: {
      legalName: legalName ?? name,
      vatId,
      street,
      city,
      locality,
      region,
      postalCode,
      countryCode,
      coordinates,
    },
  }
}

/**
 * The sale by the price list that serves its buyer; of a buyer that there is not yet, by the one that its vendor passes on. Null
 * without one. An order is in the currency of that list, whatever the deal is in.
 */
async function readSale(tx: Reader, deal: DealFacts, accountId: string | null): Promise<DealBuyer['sale']> {
  const currency = await tx.row<{ currencyId: number; currencyCode: string }>(sql`
    select c.currency_id as "currencyId", c.code as "currencyCode"
    from nearest_price_list(${accountId ?? deal.vendorId}::uuid, ${accountId === null}, null) e
    join offered.price_lists l on l.tenant_id = ${tenant} and l.price_list_id = e.price_list_id
    join offered.currencies c on c.currency_id = l.currency_id`)
  if (currency === undefined) return null
  if (accountId === null) return { ...currency, items: [] }
  const wanted = await listItems(tx, deal.dealId)
  const prices = await pricesFor(tx, accountId, wanted)
  const items = wanted.flatMap((item) => {
    const found = prices.get(item.productId)
    return found === undefined ? [] : [{ ...item, price: Number(found.price) }]
  })
  return { ...currency, items }
}

/** What a deal is ordered with. */
export async function presentBuyer(tx: Reader, actor: Actor, deal: DealFacts): Promise<DealBuyer> {
  const standing = whyNot('order', deal, actor)
  if (standing === 'DL524' || standing === 'RQ403') refuse(standing, refusalInfo(standing, 'order', deal))
  const prospect = await findProspect(tx, deal.dealId)
  const newAccount = await newAccountFor(tx, actor, deal.vendorId, prospect)
  const [accountId = null] = await listBuyers(tx, deal, prospect)
  const { lines, currencyId } = await readPurchase(tx, deal)
  const sale = await readSale(tx, deal, accountId)
  return { accountId, newAccount, items: lines, currencyId, currencyCode: await codeOf(tx, currencyId), sale }
}

/** The code of a currency. */
export const codeOf = async (tx: Reader, currencyId: number): Promise<string> =>
  found(await tx.row<{ code: string }>(sql`select code from offered.currencies where currency_id = ${currencyId}`)).code

/** Quantity by product, as text to be compared. */
const quantities = (lines: readonly { productId: string; quantity: number }[]): string => {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return JSON.stringify([...sums].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Makes the vendor's purchase of a won deal, or with `buyerAccountId` the sale to the prospect, each once (rules J14). Refuses
 * OC522 for a deal that is not won or was ordered, OC529 for another amount than that of its purchase, RQ422 for other items or
 * for a buyer that is not the prospect's company.
 */
export async function orderDeal(
  tx: Tx,
  actor: Actor,
  dealId: string,
  draft: OrderDraft,
): Promise<{ id: string; orderCode: string }> {
  const deal = await dealToChange(tx, actor, dealId, 'order')
  if (draft.parentAccountId && draft.parentAccountId !== deal.vendorId)
    throw invalid(['parentAccountId'], 'contradicts', "Only the deal's vendor orders it")
  try {
    const order = await makeOrder(tx, actor, deal, { ...draft, parentAccountId: deal.vendorId })
    await record(tx, 'deal.ordered', 'deal', dealId, { after: order })
    return order
  } catch (error) {
    if (violates(error, 'orders_of_deal')) throw new Refusal('OC522')
    throw error
  }
}

const isOrdered = async (tx: Reader, dealId: string, origin: string): Promise<boolean> =>
  (await tx.row(sql`
    select from offered.orders o
    where o.tenant_id = ${tenant} and o.deal_id = ${dealId} and o.origin = ${origin}
      and o.status in ('pending', 'approved') limit 1`)) !== undefined

async function makeOrder(tx: Tx, actor: Actor, deal: DealFacts, draft: OrderDraft) {
  const { dealId } = deal
  // What waits of a purchase or sale that was approved in part is not seen by the unique index.
  const origin = draft.buyerAccountId ? 'sell-out' : 'sell-in'
  if (await isOrdered(tx, dealId, origin)) throw new Refusal('OC522')
  if (draft.buyerAccountId) {
    const buyers = await listBuyers(tx, deal, await findProspect(tx, dealId))
    if (!buyers.includes(draft.buyerAccountId))
      throw invalid(
        ['buyerAccountId'],
        'contradicts',
        "The buyer is not the deal's prospect: it has another VAT id or name",
      )
    return createOrder(tx, actor, draft, { dealId })
  }
  if (quantities(draft.items) !== quantities(await listItems(tx, dealId)))
    throw invalid(['items'], 'contradicts', 'The items are not those of the deal')
  const { lines, amount, isAgreed } = await readPurchase(tx, deal)
  if (!isAgreed) return createOrder(tx, actor, draft, { dealId })
  if (totalOf(draft.items, deal.minorUnits) !== amount)
    refuse('OC529', { items: lines.map(({ productId, price }) => ({ productId, price })) })
  return createOrder(tx, actor, { ...draft, items: lines }, { dealId, agreedIn: deal.currencyId })
}
