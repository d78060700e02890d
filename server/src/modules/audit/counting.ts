import type { AuditSearch } from '@trellis/contract/audit'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { asked, eventsWithName, type Found } from './found-names.ts'
import { type Listed, sealed, valuesIn } from './sealed-events.ts'

/*
 * How many sealed events match. The chain says how many there are altogether, so of what one index tells apart the smaller side is
 * counted, and the whole tenant never by much more than half of its events (decision 189).
 */

const tenant = sql`(select current_tenant())`

/** The links of the chain are numbered from 1. */
export const allSealed = sql`(select coalesce(max(s.seq), 0) from audit_seals s where s.tenant_id = ${tenant})`

/** Of how many events, spread evenly over the chain, it is asked whether most match. */
const sample = 64

const mostMatch = (matching: Sql): Sql => sql`(
  select count(*) > ${sql.lit(sample / 2)}
  from (select ${allSealed} as last offset 0) c
  cross join generate_series(1, ${sql.lit(sample)}) n
  cross join lateral (
    select x.* from audit_seals x where x.tenant_id = ${tenant} and x.seq = 1 + c.last * n / ${sql.lit(sample + 1)} offset 0) e
  where ${matching})`

/** `within` are the conditions of the date ranges of a search on the event `e`. */
export function countSealed(listed: Listed, found: Found, within: (search: AuditSearch) => Sql): Sql {
  const { search, accountId, isOfBranch, matching, reached } = listed
  if (isOfBranch)
    return sql`(
      select coalesce(sum(n.events), 0)::bigint from accounts_at_or_below(${accountId}) t
      cross join lateral (select count(*) as events from ${sealed(listed)} and e.account_id = t.account_id) n)`
  const filters = search.filterBy.filter(({ values }) => values.length > 0)
  const ranges = search.filterBetweenDate.filter(({ fromDate, toDate }) => fromDate || toDate)
  const [filter] = filters
  const [range] = ranges
  if (accountId === null && filters.length + ranges.length === 1) {
    if (range) return smaller(count(matching), count(...outside(range)))
    if (filter?.field === 'entity' || filter?.field === 'action')
      return ofValues(filter.field, filter.values.map(String))
    if (filter?.field === 'actorName') return ofValues('user_id', found.people ?? [])
    if (filter?.field === 'entityName' && found.records === null)
      return eventsWithName(asked(search, 'entityName')[0] ?? [])
  }
  return count(sql`${matching} and ${reached}`)

  function count(...conditions: Sql[]): Sql {
    const numbers = conditions.map(
      (where) => sql`(select count(*) from audit_seals e where e.tenant_id = ${tenant} and ${where})`,
    )
    return sql.join(numbers, sql` + `)
  }

  function smaller(inside: Sql, others: Sql): Sql {
    return sql`(case when ${mostMatch(matching)} then ${allSealed} - (${others}) else ${inside} end)`
  }

  /** What lies before a range, and what lies after it. */
  function outside({ field, fromDate, toDate }: (typeof ranges)[number]): Sql[] {
    const bounds = [...(fromDate ? [{ field, fromDate }] : []), ...(toDate ? [{ field, toDate }] : [])]
    return bounds.map((bound) => sql`not (${within({ ...search, filterBetweenDate: [bound] })})`)
  }

  /** Value by value, so that each is a range of the index whatever the planner believes. */
  function ofValues(column: 'entity' | 'action' | 'user_id', values: string[]): Sql {
    const among = sql`${values}::text[]::${sql.raw(column === 'user_id' ? 'uuid' : 'text')}[]`
    const eventsOf = (these: Sql) => sql`(
      select coalesce(sum(n.events), 0)::bigint from (${these}) v
      cross join lateral (
        select count(*) as events from audit_seals e where e.tenant_id = ${tenant} and e.${sql.ref(column)} = v.value) n)`
    const others = sql`select o.value from ${valuesIn(column)} o where o.value not in (select unnest(${among}))`
    return smaller(
      eventsOf(sql`select distinct unnest(${among}) as value`),
      sql`${eventsOf(others)} + ${count(sql`e.${sql.ref(column)} is null`)}`,
    )
  }
}
