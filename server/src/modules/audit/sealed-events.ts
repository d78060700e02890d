import type { AuditSearch } from '@trellis/contract/audit'
import { actionsByEntity } from '@trellis/contract/audit-actions'
import { named, paging } from '../../platform/database/search.ts'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import { type Found, nameOf } from './found-names.ts'

/*
 * How a page of the audit log is found by the indexes of the seals, which have what a search compares (decision 185).
 */

const tenant = sql`(select current_tenant())`

/** What is listed: conditions are on an event `e`. */
export interface Listed {
  search: AuditSearch
  /** The top of what is listed; null for the whole tenant. */
  accountId: string | null
  /** Whether the accounts below it are listed too. */
  isOfBranch: boolean
  /** All conditions of the search. */
  matching: Sql
  /** The event is of an account that is listed. */
  reached: Sql
  /** `order by` of the page. */
  order: Sql
}

type Field = AuditSearch['sortBy'][number]['field']

const sortsBy = ({ sortBy }: AuditSearch, name: Field) => sortBy.some(({ field }) => field === name)

/** Sorted by time only, as the indexes are. */
const isByTime = ({ sortBy: [first, second] }: AuditSearch) =>
  first === undefined || (first.field === 'creationDate' && second === undefined)

/** Sorted by the names of people only. */
const isByPerson = ({ sortBy: [first, second] }: AuditSearch) => first?.field === 'actorName' && second === undefined

/** Sorted by kind or action only, and filtered by nothing else. */
const isByKind = ({ sortBy: [first, second], filterBy, filterBetweenDate }: AuditSearch) =>
  (first?.field === 'action' || first?.field === 'entity') &&
  second === undefined &&
  filterBetweenDate.length === 0 &&
  filterBy.some(({ values }) => values.length > 0) &&
  filterBy.every(({ field, values }) => values.length === 0 || field === 'entity' || field === 'action')

/**
 * Whether the search is for some records or one request: there are few such events, and the log itself has indexes by which they are
 * found. All others are found by their seals, and by `fresh` those that wait for one.
 */
export const isOfLog = ({ filterBy }: AuditSearch, { records, ofProducts }: Found): boolean =>
  records !== null ||
  ofProducts !== null ||
  filterBy.some(({ field, values }) => (field === 'entityId' || field === 'requestId') && values.length > 0)

const directionOf = ({ sortBy: [first] }: AuditSearch) => sql.raw(first?.direction ?? 'asc')
const nullsOf = ({ sortBy: [first] }: AuditSearch) =>
  sql.raw(first?.direction === 'desc' ? 'nulls last' : 'nulls first')

/** Events of one kind, action or person come in the order of their time, as the indexes have them. */
export function orderOf(search: AuditSearch, ofColumns: (search: AuditSearch) => Sql): Sql {
  const direction = directionOf(search)
  // Those of people of one name too, because a page of the whole tenant is collected person by person.
  if (isByPerson(search))
    return sql`order by ${named(sql`e.actor_name`)} ${direction} ${nullsOf(search)},
      e.user_id ${direction} ${nullsOf(search)}, e.at ${direction}, e.audit_id ${direction}`
  const last = search.sortBy.at(-1)
  return last === undefined || last.field === 'entityId' || sortsBy(search, 'creationDate')
    ? ofColumns(search)
    : ofColumns({ ...search, sortBy: [...search.sortBy, { field: 'creationDate', direction: last.direction }] })
}

const people = sql`(select u.user_id, ${nameOf(sql`u`)} as name from offered.users u where u.tenant_id = ${tenant})`

/** Rows of the log, of seals or of `fresh`, with the record and the name of the person if the search sorts by them. */
export const sortable = (search: AuditSearch, rows: Sql): Sql => {
  const byRecord = only(sortsBy(search, 'entityId'))
  const byName = only(sortsBy(search, 'actorName'))
  return sql`(
    select x.* ${byRecord`, l.entity_id as record_id`} ${byName`, p.name as actor_name`} from ${rows} x
    ${byRecord`join audit_log l on l.tenant_id = ${tenant} and l.audit_id = x.audit_id`}
    ${byName`left join ${people} p on p.user_id = x.user_id`})`
}

/** The columns that sort events, and nothing else: an index has them. */
export const sortedColumns = (search: AuditSearch): Sql => sql`e.audit_id, e.at
  ${only(sortsBy(search, 'entity'))`, e.entity`} ${only(sortsBy(search, 'action'))`, e.action`}
  ${only(sortsBy(search, 'entityId'))`, e.record_id`} ${only(sortsBy(search, 'actorName'))`, e.user_id, e.actor_name`}`

export const sealed = ({ matching }: Listed, rows = sql`audit_seals`): Sql =>
  sql`${rows} e where e.tenant_id = ${tenant} and ${matching}`

/** The values that sealed events have in a column, each found by one step in its index; null is none. */
export const valuesIn = (column: 'entity' | 'action' | 'user_id'): Sql => {
  const next = (where: Sql) => sql`
    select s.${sql.ref(column)} as value from audit_seals s
    where s.tenant_id = ${tenant} and ${where} order by s.${sql.ref(column)} limit 1`
  return sql`(
    with recursive found as (
      (${next(sql`s.${sql.ref(column)} is not null`)})
      union all
      select n.value from found f cross join lateral (${next(sql`s.${sql.ref(column)} > f.value`)}) n)
    select value from found)`
}

/** Kinds or actions that no event of the search has, because an action is of one kind. */
function impossible({ filterBy }: AuditSearch, field: 'entity' | 'action'): string[] {
  const pairs = Object.entries(actionsByEntity).flatMap(([entity, actions]) =>
    actions.map((action: string) => ({ entity, action })),
  )
  const possible = pairs.filter((pair) =>
    filterBy.every(
      ({ field: by, values }) => values.length === 0 || values.includes(pair[by === 'action' ? 'action' : 'entity']),
    ),
  )
  const left = new Set(possible.map((pair) => pair[field]))
  return [...new Set(pairs.map((pair) => pair[field]))].filter((value) => !left.has(value))
}

/**
 * The first sealed events, as many as there are until the end of the page. An event belongs to one account, unlike an order, and is
 * read seldom, so it has no rows for the accounts above (decision 053): those of a branch are collected account by account.
 */
export function sealedPage(listed: Listed): Sql {
  const { search, accountId, isOfBranch, order } = listed
  const columns = sortedColumns(search)
  const first = paging({ limit: search.limit * search.page, page: 1 })
  const direction = directionOf(search)
  const inTime = sql`order by e.at ${direction}, e.audit_id ${direction} ${first}`
  if (isOfBranch)
    return sql`
      select e.* from accounts_at_or_below(${accountId}) t cross join lateral (
        select ${columns} from ${sealed(listed, sortable(search, sql`audit_seals`))} and e.account_id = t.account_id
        ${isByTime(search) ? sql`${order} ${first}` : sql`offset 0`}) e
      ${order} ${first}`
  if (accountId === null && isByPerson(search))
    // Person by person until there are enough. The portal itself has no name, and stands where nulls stand.
    return sql`
      select e.* from (
        (select e.audit_id, e.at, p.user_id, p.name as actor_name
         from (
           select * from ${people} p
           order by ${named(sql`p.name`)} ${direction} ${nullsOf(search)}, p.user_id ${direction} ${nullsOf(search)}) p
         cross join lateral (select e.audit_id, e.at from ${sealed(listed)} and e.user_id = p.user_id ${inTime}) e
         ${first})
        union all
        (select e.audit_id, e.at, null, null from ${sealed(listed)} and e.user_id is null ${inTime})) e
      ${order} ${first}`
  if (accountId === null && isByKind(search)) {
    // The same kind by kind, or action by action, without walking through those that cannot match.
    const field = search.sortBy[0]?.field === 'action' ? 'action' : 'entity'
    return sql`
      select e.* from (
        select o.value from ${valuesIn(field)} o where not (o.value = any(${impossible(search, field)}::text[]))
        order by 1 ${direction}) v
      cross join lateral (select ${columns} from ${sealed(listed)} and e.${sql.ref(field)} = v.value ${inTime}) e
      ${first}`
  }
  return sql`select ${columns} from ${sealed(listed, sortable(search, sql`audit_seals`))} and ${listed.reached} ${order} ${first}`
}
