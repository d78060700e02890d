import type { AuditSearch } from '@trellis/contract/audit'
import { limitOf } from '../../platform/database/limits.ts'
import { contains, literal } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { textsWith } from '../../platform/database/words.ts'

const tenant = sql`(select current_tenant())`

/** Maximum number of records that are looked up one by one. */
const mostRecords = 2000
/** Maximum number of people whose events are merged from the index of each. */
const mostPeople = 100

/**
 * The events that wait for their seal, as a CTE `fresh` of what a search compares, which are the columns of the seal (decision 185). They
 * are few. Reading them one by one prevents the planner from estimating a third of the log.
 */
export const fresh: Sql = sql`fresh as materialized (
    select l.audit_id, l.at, l.user_id, l.account_id, l.entity, l.action, l.name_folded
    from audit_unsealed w
    cross join lateral (
      select e.* from audit_log e where e.tenant_id = ${tenant} and e.audit_id = w.audit_id offset 0) l
    where w.tenant_id = ${tenant})`

/** The people and records that a search names. They are looked up before the events, because names have an index of their own. */
export interface Found {
  /** The records that have had such a name; null if there are too many, or if the search names none. */
  records: string[] | null
  people: string[] | null
  /** The events about products of the name. */
  ofProducts: string[] | null
}

export const nameOf = (user: Sql) => sql`${user}.first_name || ' ' || ${user}.last_name`

/** The filters of a field, each with its alternative values. */
export const asked = ({ filterBy }: Pick<AuditSearch, 'filterBy'>, field: AuditSearch['filterBy'][number]['field']) =>
  filterBy.filter((filter) => filter.field === field && filter.values.length > 0).map(({ values }) => values)

export async function findNamed(tx: Reader, search: AuditSearch): Promise<Found> {
  const [ofRecords] = asked(search, 'entityName')
  const ofPeople = asked(search, 'actorName')
  const [ofProducts, otherProducts] = asked(search, 'product')
  return {
    records: ofRecords ? await recordsNamed(tx, ofRecords) : null,
    people: ofPeople.length > 0 ? await peopleNamed(tx, ofPeople) : null,
    ofProducts: ofProducts && otherProducts === undefined ? await eventsNamed(tx, ofProducts) : null,
  }
}

type Values = Parameters<ReturnType<typeof contains>>[0]

/** The names `t` that contain one of these values, for each value, as items of a FROM list. */
const textsOf = (values: Values, most?: Sql): Sql => sql`
  unnest(${values.map((value) => `%${literal(value)}%`)}::text[]) p
  cross join lateral ${textsWith('audit', sql`array[fold(p)]`, most)} t`

/** How many events of the whole tenant have a name that contains one of these values. */
export const eventsWithName = (values: Values): Sql => sql`(
  select coalesce(sum(d.times), 0)::bigint from (select distinct t.text_id, t.times from ${textsOf(values)}) d)`

async function recordsNamed(tx: Reader, values: Values): Promise<string[] | null> {
  const rows = await tx.rows<{ id: string }>(sql`
    with ${fresh}
    select t.record as id from ${textsOf(values, sql.lit(mostRecords + 1))}
    union all
    select l.entity_id from fresh e join audit_log l on l.tenant_id = ${tenant} and l.audit_id = e.audit_id
    where ${contains(sql`e.name_folded`)(values)}`)
  // A record has one row for each of its names. If the limit is reached, some records may be missing.
  return rows.length > mostRecords ? null : [...new Set(rows.map(({ id }) => id))]
}

async function eventsNamed(tx: Reader, values: Values): Promise<string[] | null> {
  const rows = await tx.rows<{ id: string }>(
    sql`with ${fresh} select audit_id as id from (${eventsOfProducts(values)}) x limit ${sql.lit(mostRecords + 1)}`,
  )
  return rows.length > mostRecords ? null : rows.map(({ id }) => id)
}

const peopleNamed = async (tx: Reader, filters: Values[]): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select u.user_id as id from offered.users u
      where u.tenant_id = ${tenant} and ${sql.join(filters.map(contains(sql`fold(${nameOf(sql`u`)})`)), sql` and `)}`)
  ).map(({ id }) => id)

/** The condition that an event is about one of the records; an index has the events of a record together. */
export const isOfRecords = ({ records }: Found, named: Sql): Sql =>
  records === null ? named : sql`(e.entity_id = any(${records}::text[]) and ${named})`

/**
 * The condition that one of the people did it. Many people are put into a hash table, in which each event is looked up: `or`
 * prevents the planner from joining instead, and comparing with an array would take time in proportion to its length.
 */
export function isByPeople({ people }: Found): Sql {
  if (people === null) return sql`true`
  return people.length <= limitOf(mostPeople)
    ? sql`e.user_id = any(${people}::uuid[])`
    : sql`(e.user_id in (select unnest(${people}::uuid[])) or false)`
}

/** Events about products with this name or SKU, and about price lists that mention them (rules G23). Column: audit_id. Reads `fresh`. */
const eventsOfProducts = (values: Values): Sql => sql`
  with named as materialized (
    select p.product_id::text from offered.products p
    where ${contains(sql`p.name_folded`)(values)} or ${contains(sql`p.sku_folded`)(values)})
  select x.audit_id from audit_log x
  where x.tenant_id = ${tenant} and x.entity = 'product' and x.entity_id = any(array(select n.product_id from named n))
  union
  select x.audit_id from audit_products x
  where x.tenant_id = ${tenant} and x.product_id = any(array(select n.product_id from named n))
  union
  select x.audit_id from fresh f join audit_log x on x.tenant_id = ${tenant} and x.audit_id = f.audit_id
  where f.entity = 'price_list' and exists (
    select from jsonb_path_query(jsonb_build_array(x.before, x.after), '$[*].**.productId') as said (id)
    where said.id #>> '{}' = any(array(select n.product_id from named n)))`

/** The condition that an event is one of them: compares a few by their ids, and many by a hash table. */
export const isOfProducts = ({ ofProducts }: Found, values: Values): Sql =>
  ofProducts === null
    ? sql`(e.audit_id in (${eventsOfProducts(values)}) or false)`
    : sql`e.audit_id = any(${ofProducts}::uuid[])`
