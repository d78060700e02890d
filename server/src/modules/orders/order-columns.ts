import { type OrderSearch, orderList, orderStatuses } from '@trellis/contract/orders'
import type { Group } from '../../platform/database/grouped.ts'
import {
  columnsOf,
  contains,
  containsCode,
  equals,
  flag,
  following,
  named,
  notNull,
  type Value,
} from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import {
  everyWord,
  hasWord,
  lookUp,
  lookUpParts,
  type Named,
  partOf,
  recordsNamed,
  some,
  withNamed,
} from '../../platform/database/words.ts'
import { accountsByWord, isAccountByWord, isAccountNamed } from '../accounts/index.ts'
import { modifiedOf, modifiedWithin } from '../audit/index.ts'
import { byExternalId, hasExternalId, isByExternalId } from '../tenants/index.ts'
import { isToDecide } from './needs.ts'

const areWhole = (values: Value[]) => values.every((value) => /^SO-\d{4}-\d{6,}$/i.test(String(value)))

/** Complete codes are looked up in an index of orders, parts of codes in that of texts. */
const hasCode =
  (parts: Named<'orders'>) =>
  (values: Value[]): Sql =>
    areWhole(values)
      ? equals(sql`o.code`, 'text')(values.map((value) => String(value).toUpperCase()))
      : partOf(parts, 'orders', sql`o.order_id`, containsCode(sql`o.code`))(values)

/** Literals instead of parameters, so that the planner can use the partial index of pending orders. */
function hasStatus(values: Value[]): Sql {
  const known = orderStatuses.filter((status) => values.includes(status))
  return known.length === 0 ? sql`false` : sql`o.status in (${sql.join(known.map((status) => sql.lit(status)))})`
}

/** Filters by what few orders may have among many, each served by an index. */
const narrow = new Set<string>([
  ...['anything', 'orderId', 'orderCode', 'orderRefCode', 'externalId'],
  ...['buyerName', 'vendorName', 'buyerAccountId', 'vendorAccountId'],
])
export const isNarrow = ({ filterBy }: OrderSearch) =>
  filterBy.some(({ field, values }) => narrow.has(field) && values.length > 0)

/** The texts and names by which a word finds an order. */
const sources = { orders: recordsNamed('order'), parties: accountsByWord, outside: byExternalId('order') }

/** What the texts of a search name: its words, parts of codes, and parts of the names of parties. */
export async function lookUpOrders(tx: Reader, search: OrderSearch) {
  const filterBy = search.filterBy.filter(({ field, values }) => field !== 'orderCode' || !areWhole(values))
  return [
    await lookUp(tx, search, sources),
    await lookUpParts(tx, { filterBy }, ['orderCode', 'orderRefCode'], { orders: sources.orders }),
    await lookUpParts(tx, search, ['buyerName', 'vendorName'], { parties: sources.parties }),
  ] as const
}
type OrdersNamed = Named<keyof typeof sources>

const byWords = (found: OrdersNamed) =>
  everyWord((word) => {
    const party = (column: Sql) => found('parties', word, column, () => isAccountByWord(column, word))
    const text = () => hasWord(word, sql`lower(o.code)`, sql`o.ref_code_folded`)
    const outside = () => isByExternalId('order', sql`o.order_id`, word)
    return some([
      found('orders', word, sql`o.order_id`, text),
      found('outside', word, sql`o.order_id`, outside),
      party(sql`o.buyer_id`),
      party(sql`o.vendor_id`),
    ])
  })

/** How the list of orders filters and sorts rows `o` with the joins of `namesFor`. Its words must have been looked up before. */
export const orderColumnsOf = withNamed((words: OrdersNamed, codes: Named<'orders'>, parties: Named<'parties'>) =>
  columnsOf(orderList, sql`o.order_id`, {
    orderId: { sort: notNull(sql`o.order_id`), filter: equals(sql`o.order_id`, 'uuid') },
    after: { filter: following(sql`o.order_id`) },
    anything: { filter: byWords(words) },
    orderCode: { sort: notNull(sql`o.code`), filter: hasCode(codes) },
    orderRefCode: {
      sort: sql`o.ref_code`,
      filter: partOf(codes, 'orders', sql`o.order_id`, contains(sql`o.ref_code_folded`)),
    },
    externalId: { filter: hasExternalId('order', sql`o.order_id`) },
    buyerName: { sort: notNull(named(sql`b.name`)), filter: isAccountNamed(parties, sql`o.buyer_id`) },
    vendorName: { sort: notNull(named(sql`v.name`)), filter: isAccountNamed(parties, sql`o.vendor_id`) },
    creationDate: { sort: notNull(sql`o.created_at`), between: sql`o.created_at` },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('order', sql`o.order_id`) },
    approvalDate: { between: sql`o.approved_at` },
    status: { sort: notNull(sql`o.status`), filter: hasStatus },
    invoiced: { sort: notNull(sql`o.invoiced`), filter: equals(sql`o.invoiced`, 'boolean') },
    paid: { sort: notNull(sql`o.paid`), filter: equals(sql`o.paid`, 'boolean') },
    orderTotal: { sort: notNull(sql`o.total`), filter: equals(sql`o.total`, 'numeric') },
    buyerAccountId: { filter: equals(sql`o.buyer_id`, 'uuid') },
    vendorAccountId: { filter: equals(sql`o.vendor_id`, 'uuid') },
    needsMe: { filter: flag(isToDecide) },
  }),
)
export type OrderColumns = ReturnType<typeof orderColumnsOf>

/** Sorts of the whole tenant for which there is no index: the orders of each state by their id, and those without a reference. */
export const orderGroups: Record<string, readonly Group[]> = {
  status: [...orderStatuses].sort().map((status) => ({ condition: sql`o.status = ${sql.lit(status)}` })),
  invoiced: [{ condition: sql`not o.invoiced` }, { condition: sql`o.invoiced` }],
  paid: [{ condition: sql`not o.paid` }, { condition: sql`o.paid` }],
  orderRefCode: [
    { condition: sql`o.ref_code is null` },
    { condition: sql`o.ref_code is not null`, by: sql`o.ref_code` },
  ],
}

/** The joins for sorting by a party's name, `b` the buyer and `v` the vendor, and by the last change, `m`. */
export const namesFor = ({ sortBy }: Pick<OrderSearch, 'sortBy'>): Sql => {
  const sorts = (name: 'buyerName' | 'vendorName' | 'modifiedDate') => sortBy.some(({ field }) => field === name)
  return sql`
    ${sorts('buyerName') ? sql`join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id` : sql``}
    ${sorts('vendorName') ? sql`join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id` : sql``}
    ${sorts('modifiedDate') ? modifiedOf(sql`o.order_id`, sql`o.created_at`) : sql``}`
}
