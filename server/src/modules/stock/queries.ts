import type { BodyOf } from '@trellis/contract/endpoint'
import { hasPermission } from '@trellis/contract/permissions'
import { type SellableProduct, type StockRow, type stock, stockList } from '@trellis/contract/stock'
import { limitOf } from '../../platform/database/limits.ts'
import { columnsOf, contains, containsCode, equals, flag, named, notNull } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { walkable } from '../../platform/database/walking.ts'
import { everyWord, hasWord, lookUp, type Named, some, withNamed } from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import {
  accountsByWord,
  hasFewAccounts,
  isAccountByWord,
  isTallyOf,
  keysInScope,
  numberByMatches,
  recordsOf,
  type Scope,
  scopeOf,
  withMatches,
} from '../accounts/index.ts'

type Search = BodyOf<typeof stock.search>

/** The product `p` of a balance `b`, whichever tenant owns it. */
const withProducts = sql`
  join offered.product_publications f on f.tenant_id = b.tenant_id and f.product_id = b.product_id
  join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id`

/** A balance `b` joined with its product `p`, whichever tenant owns the product. */
const balancesWithProducts = sql`
  stock_balances b ${withProducts}`

const withThreshold = sql`
  left join stock_thresholds h on h.tenant_id = b.tenant_id and h.account_id = b.account_id and h.product_id = b.product_id`

/** Fewer available than the account's warning threshold (rules S6). False where there is none. */
const isScarce = sql`coalesce(b.quantity - b.held < h.threshold, false)`

/** SQL: the same of a balance `b` alone, whose threshold is looked up. */
export const isBelowThreshold = sql`exists (
  select from stock_thresholds h
  where h.tenant_id = b.tenant_id and h.account_id = b.account_id and h.product_id = b.product_id
    and b.quantity - b.held < h.threshold)`

const rowJson = sql`json_build_object(
  'accountId', b.account_id,
  'accountName', a.name,
  'productId', b.product_id,
  'productName', p.name,
  'productDescription', p.description,
  'sku', p.sku,
  'quantity', b.quantity,
  'available', b.quantity - b.held,
  'threshold', h.threshold,
  'extendedProductId', p.extended_product_id,
  'isLicense', p.is_license)`

/** The balances of an account, with those of the accounts below it on request. */
export async function listStock(tx: Reader, search: Search, accountId: string, actor: Actor) {
  const columns = columnsAfter(await lookUp(tx, search, sources))
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = columns.matching(search, actor.timeZone)
  const [first, ...further] = search.sortBy.length > 0 ? search.sortBy : [stockList.sort]
  const byProduct = further.length === 0 ? productOrders[first?.field ?? ''] : undefined
  const has = (fields: ReadonlySet<string>, asked: readonly { field: string }[]) =>
    asked.some(({ field }) => fields.has(field))
  const filters = [...search.filterBy.filter(({ values }) => values.length > 0), ...search.filterBetweenDate]
  // Without a field of the product, each balance would be joined with it for nothing.
  const filterJoins = has(productFields, filters) ? withProducts : sql``
  const isByMatches = has(unindexed, filters)
  const asked = {
    search,
    scope,
    keys: sql`b.account_id, b.product_id`,
    table: 'stock_balances',
    alias: 'b',
    account: sql`b.account_id`,
    joins: byProduct || has(productFields, search.sortBy) ? withProducts : filterJoins,
    matching,
    order: columns.order(search),
    through: first && byProduct && productsInOrder(byProduct, first.direction),
    isByMatches,
    isFew: isCollected(search, scope, byProduct !== undefined, filters.length > 0),
  }
  const page = keysInScope(asked)
  const counted = sql`select count(*) from ${recordsOf(scope, 'stock_balances', 'b', sql`b.account_id`)} ${filterJoins} where ${matching}`
  const count = isByMatches
    ? numberByMatches(counted)
    : filters.length > 0
      ? counted
      : sql`select balances from tallied`
  const matches = isByMatches ? sql`${withMatches({ ...asked, joins: filterJoins })}, ` : sql``
  const found = sql`with tallied as materialized (
      select coalesce(sum(t.balances), 0) as balances from offered.balance_tallies t
      where t.tenant_id = (select current_tenant()) and ${isTallyOf(scope, sql`t.account_id`)}
    ), ${matches}page as (select account_id, product_id, row_number() over () as row_no from (${page}) k)`
  const items = sql`
    select coalesce(json_agg(${rowJson} order by page.row_no), '[]')
    from page
    join ${balancesWithProducts} on b.tenant_id = (select current_tenant())
      and b.account_id = page.account_id and b.product_id = page.product_id
    ${withThreshold}
    join offered.accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id`
  const statement = sql`${found} select json_build_object(
    'items', (${items}), 'count', (${count}))::text`
  return tx.json<{ items: StockRow[]; count: number }>(
    walkable(statement, {
      keys: sql`${found} select account_id, product_id from page order by row_no`,
      items: (page) => sql`with page as (${page}) select (${items})::text`,
    }),
  )
}

/** Products are few: the word is compared with each of them once, not with that of each balance. */
const isOfProductByWord = (word: string) => sql`b.product_id in (
  select p.product_id
  from offered.product_publications f
  join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id
  where f.tenant_id = (select current_tenant()) and ${hasWord(word, sql`p.name_folded`, sql`p.sku_folded`)})`

const sources = { accounts: accountsByWord }

const columnsAfter = withNamed((found: Named<keyof typeof sources>) =>
  columnsOf(stockList, sql`b.account_id, b.product_id`, {
    anything: {
      filter: everyWord((word) =>
        some([
          isOfProductByWord(word),
          found('accounts', word, sql`b.account_id`, () => isAccountByWord(sql`b.account_id`, word)),
        ]),
      ),
    },
    sku: { sort: notNull(sql`p.sku`), filter: containsCode(sql`upper(p.sku)`) },
    productName: { sort: notNull(named(sql`p.name`)), filter: contains(sql`p.name_folded`) },
    quantity: { sort: notNull(sql`b.quantity`), filter: equals(sql`b.quantity`, 'bigint') },
    productId: { filter: equals(sql`b.product_id`, 'uuid') },
    isLicense: { filter: equals(sql`p.is_license`, 'boolean') },
    belowThreshold: { filter: flag(isBelowThreshold) },
    creationDate: { between: sql`p.created_at` },
  }),
)

/** Products are few; the balances of each are read by their accounts. */
const productsInOrder = (by: Sql, direction: 'asc' | 'desc') => ({
  rows: sql`(
    select p.product_id, p.sku, p.name, p.name_folded, p.is_license, p.created_at
    from offered.product_publications f
    join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id
    where f.tenant_id = (select current_tenant()) order by ${by} ${sql.raw(direction)}) p`,
  on: sql`b.product_id = p.product_id`,
  order: sql`order by b.account_id`,
})
/** No index finds these: a quantity would be written to it by each approval, and a word is one of the product or of the account. */
const unindexed = new Set<string>(['quantity', 'belowThreshold', 'anything'])

/**
 * Whether collecting the balances of a branch is quicker than reading those of all accounts product by product, of which each has its share:
 * a step of that costs about four times one of collecting. By a quantity nothing is read in order. How many match a filter is not known:
 * then few accounts are enough.
 */
const isCollected = (search: Search, scope: Scope, isByProduct: boolean, isFiltered: boolean): Sql => {
  if (!isByProduct) return sql`true`
  const isRare = sql`(
    select m.balances * m.balances <= ${limitOf(4) * search.limit * search.page}::numeric * (
      select coalesce(sum(t.balances), 0) from offered.balance_tallies t
      where t.tenant_id = (select current_tenant()) and ${isTallyOf({ ...scope, isWhole: true }, sql`t.account_id`)})
    from tallied m)`
  return isFiltered ? sql`(${hasFewAccounts(scope)} or ${isRare})` : isRare
}
const productFields = new Set<string>(['sku', 'productName', 'isLicense', 'creationDate'])
const productOrders: Readonly<Record<string, Sql>> = { sku: sql`p.sku`, productName: named(sql`p.name`) }

export interface Scarce {
  count: number
  items: { productId: string; sku: string; productName: string; available: number; threshold: number }[]
}

/** How many products of an account are below their warning threshold, and those that lack most (rules S6). */
export const scarcest = (tx: Reader, accountId: string, most: number) =>
  tx.json<Scarce>(sql`
    with scarce as materialized (
      select b.product_id, p.sku, p.name, b.quantity - b.held as available, h.threshold
      from ${balancesWithProducts} ${withThreshold}
      where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and ${isScarce}
    )
    select json_build_object(
      'count', (select count(*) from scarce),
      'items', (
        select coalesce(json_agg(json_build_object('productId', s.product_id, 'sku', s.sku, 'productName', s.name,
                                                   'available', s.available, 'threshold', s.threshold)), '[]')
        from (select * from scarce order by available - threshold, sku limit ${most}) s))::text`)

/** Products of which the actor's own account has too few; null for who orders none. Late once there is none left. */
export const stockNeeding = ({ accountId, permissions }: Actor) =>
  hasPermission(permissions, 'Stocks', 'r') && hasPermission(permissions, 'Orders', 'c')
    ? ({
        kinds: ['stock'],
        waiting: sql`
          select 'stock' as kind, b.product_id as record_id, null::timestamptz as since,
                 case when b.quantity <= b.held then clock() end as due,
                 null::numeric as amount, null::int as currency_id
          from ${balancesWithProducts} ${withThreshold}
          where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and ${isScarce}`,
        shown: sql`
          select json_build_object(
            'code', p.sku, 'name', p.name, 'available', b.quantity - b.held, 'threshold', h.threshold,
            'account', json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name))
          from ${balancesWithProducts} ${withThreshold}
          join offered.accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id
          where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and b.product_id = w.record_id`,
      } as const)
    : null

/** All balances of one account, sorted by SKU (rules S5). */
export const listStockOf = (tx: Reader, accountId: string) =>
  tx.json<StockRow[]>(sql`
    select coalesce(json_agg(${rowJson} order by p.sku), '[]')::text
    from ${balancesWithProducts} ${withThreshold}
    join offered.accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id
    where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId}`)

/** One balance, as in the list. */
export const presentStock = (tx: Reader, accountId: string, productId: string) =>
  tx.json<StockRow>(sql`
    select ${rowJson}::text
    from ${balancesWithProducts} ${withThreshold}
    join offered.accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id
    where b.tenant_id = (select current_tenant()) and b.account_id = ${accountId} and b.product_id = ${productId}`)

/**
 * The products of the buyer's effective price list at its prices. The vendor of each is the nearest account between buyer
 * and actor that has any available; when none has, it is the actor's account with what it has available. Empty when the
 * buyer is not below the actor's account, because nobody sells to themselves.
 */
export const listSellable = (tx: Reader, actor: Actor, buyerId: string) =>
  tx.json<SellableProduct[]>(sql`
    select coalesce(json_agg(json_build_object(
      'productId', p.product_id,
      'sku', p.sku,
      'productName', p.name,
      'isLicense', p.is_license,
      'price', e.price,
      'currencyId', e.currency_id,
      'priceListId', e.price_list_id,
      'priceListName', e.price_list_name,
      'quantityBreaks', coalesce(e.quantity_breaks, '[]'),
      'vendorAccountId', coalesce(near.account_id, ${actor.accountId}::uuid),
      'available', coalesce(near.quantity - near.held, own.quantity - own.held, 0)) order by p.sku), '[]')::text
    from effective_prices(${buyerId}) e
    join offered.product_publications f on f.tenant_id = (select current_tenant()) and f.product_id = e.product_id
    join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id
    left join lateral nearest_vendor(${buyerId}, ${actor.accountId}, array[e.product_id]) v on true
    left join stock_balances near on near.tenant_id = (select current_tenant()) and near.account_id = v.account_id
      and near.product_id = e.product_id
    left join stock_balances own on own.tenant_id = (select current_tenant()) and own.account_id = ${actor.accountId}
      and own.product_id = e.product_id
    where ${isBelow(buyerId, actor.accountId)}`)

/** Which of these products the account has or has had in stock. */
export async function listEverHeld(tx: Reader, accountId: string, productIds: string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ productId: string }>(sql`
    select product_id as "productId" from stock_balances
    where tenant_id = (select current_tenant()) and account_id = ${accountId}
      and product_id = any(${productIds}::uuid[]) and movements > 0`)
  return new Set(rows.map(({ productId }) => productId))
}

/** Does the buyer lie below the selling account (rules O3)? */
const isBelow = (buyerId: string, sellerId: string) => sql`exists (
  select from accounts_at_or_above(${buyerId}) t where t.account_id = ${sellerId} and t.depth > 0)`

/**
 * The nearest account above the buyer, within the sub-tree of `actingId`, that has any of these products available (null
 * when none has), and whether the buyer is below `actingId`.
 */
export const findNearestVendor = async (
  tx: Reader,
  buyerId: string,
  actingId: string,
  productIds: string[],
): Promise<{ vendor: string | null; isBelow: boolean }> =>
  (await tx.row<{ vendor: string | null; isBelow: boolean }>(sql`
    select ${isBelow(buyerId, actingId)} as "isBelow",
           (select account_id from nearest_vendor(${buyerId}, ${actingId}, ${productIds}::uuid[])) as vendor`)) ?? {
    vendor: null,
    isBelow: false,
  }
