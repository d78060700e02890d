import { type OrderSearch, orderList, orderStatuses } from '@trellis/contract/orders'
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
import { keptFor, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { everyWord, hasWord, lookUp, type Named, recordsNamed, some } from '../../platform/database/words.ts'
import { accountsByWord, isAccountByWord } from '../accounts/index.ts'
import { modifiedOf, modifiedWithin } from '../audit/index.ts'
import { byExternalId, hasExternalId, isByExternalId } from '../tenants/index.ts'
import { isToDecide } from './needs.ts'

/** A subquery finds the accounts with that name first: they are few, and an index finds their orders. */
const partyNamed =
  (party: Sql) =>
  (values: Value[]): Sql =>
    sql`${party} in (
      select a.account_id from offered.accounts a
      where a.tenant_id = (select current_tenant()) and ${contains(sql`a.name_folded`)(values)})`

/** Complete codes are looked up in an index; a part of a code is searched in all orders. */
const hasCode = (values: Value[]): Sql =>
  values.every((value) => /^SO-\d{4}-\d{6,}$/i.test(String(value)))
    ? equals(sql`o.code`, 'text')(values.map((value) => String(value).toUpperCase()))
    : containsCode(sql`o.code`)(values)

/** Literals instead of parameters, so that the planner can use the partial index of pending orders. */
function hasStatus(values: Value[]): Sql {
  const known = orderStatuses.filter((status) => values.includes(status))
  return known.length === 0 ? sql`false` : sql`o.status in (${sql.join(known.map((status) => sql.lit(status)))})`
}

/** The texts and names by which a word finds an order. */
const sources = { orders: recordsNamed('order'), parties: accountsByWord, outside: byExternalId('order') }

export const lookUpOrders = (tx: Reader, search: OrderSearch) => lookUp(tx, search, sources)
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
export const orderColumnsOf = keptFor((found: OrdersNamed) =>
  columnsOf(orderList, sql`o.order_id`, {
    orderId: { sort: notNull(sql`o.order_id`), filter: equals(sql`o.order_id`, 'uuid') },
    after: { filter: following(sql`o.order_id`) },
    anything: { filter: byWords(found) },
    orderCode: { sort: notNull(sql`o.code`), filter: hasCode },
    orderRefCode: { sort: sql`o.ref_code`, filter: contains(sql`o.ref_code_folded`) },
    externalId: { filter: hasExternalId('order', sql`o.order_id`) },
    buyerName: { sort: notNull(named(sql`b.name`)), filter: partyNamed(sql`o.buyer_id`) },
    vendorName: { sort: notNull(named(sql`v.name`)), filter: partyNamed(sql`o.vendor_id`) },
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

/** The joins for sorting by a party's name, `b` the buyer and `v` the vendor, and by the last change, `m`. */
export const namesFor = ({ sortBy }: Pick<OrderSearch, 'sortBy'>): Sql => {
  const sorts = (name: 'buyerName' | 'vendorName' | 'modifiedDate') => sortBy.some(({ field }) => field === name)
  return sql`
    ${sorts('buyerName') ? sql`join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id` : sql``}
    ${sorts('vendorName') ? sql`join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id` : sql``}
    ${sorts('modifiedDate') ? modifiedOf(sql`o.order_id`, sql`o.created_at`) : sql``}`
}
