import { type AuditEvent, type AuditSearch, auditEventsOfPage, auditList } from '@trellis/contract/audit'
import { maximumManagerLevel } from '@trellis/contract/deal-states'
import { hasPermission } from '@trellis/contract/permissions'
import { columnsOf, contains, equals, named, notNull, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { JsonText, Reader } from '../../platform/database/tx.ts'
import { walkable } from '../../platform/database/walking.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { allSealed, countSealed } from './counting.ts'
import { type Found, findNamed, fresh, isByPeople, isOfProducts, isOfRecords, nameOf } from './found-names.ts'
import { isOfLog, orderOf, sealedPage, sortable, sortedColumns } from './sealed-events.ts'

const tenant = sql`(select current_tenant())`

/** Whether the actor reads the events of the whole tenant, also of records that belong to no account (rules G18). */
export const readsTenant = (actor: Actor): boolean =>
  actor.accountId === actor.rootAccountId || hasPermission(actor.permissions, 'Audit', 'ra')

/** The events `e` that the actor may read: of records of accounts in reach (rules G18). */
const isReached = (actor: Actor): Sql =>
  readsTenant(actor) ? sql`true` : sql`e.account_id = any(array(select account_id from reachable_accounts()))`

/**
 * A license key is shown in full only to who reads licenses (rules G19).
 */
const masked = (key: Sql): Sql => sql`'…' || right(${key}, 5)`

const facts = (actor: Actor, column: Sql): Sql =>
  hasPermission(actor.permissions, 'Licenses', 'r')
    ? column
    : sql`case when e.entity = 'license' and ${column} ? 'serialKey'
        then ${column} || jsonb_build_object('serialKey', ${masked(sql`(${column} ->> 'serialKey')`)}) else ${column} end`

/**
 * What a decision on a deal says of a rival: its reason is for managers, its id for those of them who reach it (rules J9).
 */
const decided = (actor: Actor): Sql => sql`case when e.entity = 'deal' and e.after ? 'rival' then
    case when not exists (
      select from deal_managers(e.account_id, ${sql.lit(maximumManagerLevel)}) m where m.account_id = ${actor.accountId})
    then e.after - 'rival' - 'reason'
    when not exists (
      select from offered.deals r
      where r.tenant_id = ${tenant} and r.deal_id::text = e.after ->> 'rival'
        and r.vendor_id in (select account_id from reachable_accounts()))
    then e.after - 'rival' else e.after end
  else ${facts(actor, sql`e.after`)} end`

/** The currency of the amounts of the record of an event; null for a deleted record. */
export const currencyOf = sql`(
  select c.code from offered.currencies c where c.currency_id = case e.entity
    when 'price_list' then (
      select l.currency_id from offered.price_lists l where l.tenant_id = ${tenant} and l.price_list_id = e.entity_id::uuid)
    when 'order' then (
      select o.currency_id from offered.orders o where o.tenant_id = ${tenant} and o.order_id = e.entity_id::uuid)
    when 'deal' then (
      select d.currency_id from offered.deals d where d.tenant_id = ${tenant} and d.deal_id = e.entity_id::uuid)
    when 'product' then (
      select p.currency_id from offered.products p where p.tenant_id = ${tenant} and p.product_id = e.entity_id::uuid)
  end)`

const eventJson = (actor: Actor): Sql => sql`json_build_object(
  'id', e.audit_id,
  'creationDate', iso(e.at),
  'actor', (
    select json_build_object('id', u.user_id, 'name', ${nameOf(sql`u`)})
    from offered.users u where u.tenant_id = e.tenant_id and u.user_id = e.user_id),
  'action', e.action,
  'entity', e.entity,
  'entityId', e.entity_id,
  'entityName', ${
    hasPermission(actor.permissions, 'Licenses', 'r')
      ? sql`e.entity_name`
      : sql`case when e.entity = 'license' then ${masked(sql`e.entity_name`)} else e.entity_name end`
  },
  'currency', ${currencyOf},
  'before', ${facts(actor, sql`e.before`)},
  'after', ${decided(actor)},
  'requestId', e.request_id)`

const columnsWith = (found: Found) =>
  columnsOf(auditList, sql`e.audit_id`, {
    entity: { sort: notNull(sql`e.entity`), filter: equals(sql`e.entity`, 'text') },
    entityId: { sort: notNull(sql`e.record_id`), filter: equals(sql`e.entity_id`, 'text') },
    entityName: { filter: (values) => isOfRecords(found, contains(sql`e.name_folded`)(values)) },
    product: { filter: (values) => isOfProducts(found, values) },
    action: { sort: notNull(sql`e.action`), filter: equals(sql`e.action`, 'text') },
    actorName: {
      sort: named(sql`e.actor_name`),
      filter: () => isByPeople(found),
    },
    actorId: { filter: equals(sql`e.user_id`, 'uuid') },
    requestId: { filter: equals(sql`e.request_id`, 'text') },
    creationDate: { sort: notNull(sql`e.at`), between: sql`e.at` },
  })

const isUnfiltered = ({ filterBy, filterBetweenDate }: AuditSearch) =>
  filterBy.every(({ values }) => values.length === 0) && filterBetweenDate.length === 0

type Page = { items: AuditEvent[]; count: number }

/**
 * A page of events. `accountId` is the top of what is listed, null for the whole tenant.
 *
 * Sealed events are found by the indexes of their seals, as many as the page needs, and those that wait for their seal are added
 * (decision 185). Names are found before (decision 066).
 */
export async function listEvents(
  tx: Reader,
  actor: Actor,
  search: AuditSearch,
  accountId: string | null,
): Promise<JsonText<Page> | undefined> {
  const found = await findNamed(tx, search)
  const columns = columnsWith(found)
  const matching = columns.matching(search, actor.timeZone)
  const reached = ofAccount(actor, search, accountId)
  const isOfBranch = accountId !== null && search.includeChildren !== false
  const log = (rows: Sql) => sql`${rows} e where e.tenant_id = ${tenant} and ${matching} and ${reached}`
  const waiting = (rows: Sql) => sql`${rows} e where ${matching} and ${reached}`
  const listed = { search, accountId, isOfBranch, matching, reached, order: orderOf(search, columns.order) }
  const page = isOfLog(search, found)
    ? sql`select e.audit_id from ${log(sortable(search, sql`audit_log`))} ${listed.order} ${paging(search)}`
    : sql`
      select e.audit_id from (
        (${sealedPage(listed)})
        union all
        select ${sortedColumns(search)} from ${waiting(sortable(search, sql`fresh`))}) e
      ${listed.order} ${paging(search)}`
  const items = sql`
    select coalesce(json_agg(${eventJson(actor)} order by page.row_no), '[]')
    from page join audit_log e on e.tenant_id = ${tenant} and e.audit_id = page.audit_id`
  const statement = sql`
    with ${fresh}, page as (select p.audit_id, row_number() over () as row_no from (${page}) p)
    select json_build_object('items', (${items}), 'count', ${countOf()})::text`
  const walk = {
    keys: sql`with ${fresh} ${page}`,
    items: (some: Sql) => sql`with page as (${some}) select (${items})::text`,
  }
  return tx.json<Page>(walkable(statement, walk))

  function countOf(): Sql {
    if (accountId === null && isUnfiltered(search))
      return sql`${allSealed} + (select count(*) from audit_unsealed w where w.tenant_id = ${tenant})`
    if (isOfLog(search, found)) return sql`(select count(*) from ${log(sql`audit_log`)})`
    const within = (some: AuditSearch) => columns.ranges(some, actor.timeZone)
    return sql`(${countSealed(listed, found, within)} + (select count(*) from ${waiting(sql`fresh`)}))`
  }
}

/** The events `e` of the account that is listed, and of those below it. */
function ofAccount(actor: Actor, { includeChildren }: AuditSearch, accountId: string | null): Sql {
  if (accountId === null) return sql`true`
  if (includeChildren !== false)
    return sql`e.account_id = any(array(select account_id from accounts_at_or_below(${accountId})))`
  return accountId === actor.rootAccountId
    ? sql`(e.account_id = ${accountId} or e.account_id is null)`
    : sql`e.account_id = ${accountId}`
}

/** One event in reach. */
export const findEvent = async (tx: Reader, actor: Actor, id: string): Promise<AuditEvent | undefined> =>
  (
    await tx.row<{ event: AuditEvent }>(sql`
      select ${eventJson(actor)} as event from audit_log e
      where e.tenant_id = ${tenant} and e.audit_id = ${id} and ${isReached(actor)}`)
  )?.event

/** The events of a record in reach before a given one, newest first; one more than a page has, to know if there are more. */
export const listHistory = async (
  tx: Reader,
  actor: Actor,
  { entity, entityId }: { entity: string; entityId: string },
  before: string | undefined,
): Promise<AuditEvent[]> =>
  (
    await tx.rows<{ event: AuditEvent }>(sql`
      select ${eventJson(actor)} as event from audit_log e
      where e.tenant_id = ${tenant} and e.entity = ${entity} and e.entity_id = ${entityId} and ${isReached(actor)}
        ${before === undefined ? sql`` : sql`and e.audit_id < ${before}`}
      order by e.audit_id desc limit ${sql.lit(auditEventsOfPage + 1)}`)
  ).map(({ event }) => event)
