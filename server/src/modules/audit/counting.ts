import type { AuditSearch } from '@trellis/contract/audit'
import { equals, startOf } from '../../platform/database/search.ts'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { asked, eventsWithName, type Found } from './found-names.ts'

const tenant = sql`(select current_tenant())`

/** Adds at most `most` sealed events to the sums. Returns how many it added. */
export const sumAudit = async (tx: Tx, most: number): Promise<number> =>
  Number((await tx.row<{ summed: string }>(sql`select sum_audit(${most}::int) as summed`))?.summed ?? 0)

interface Counted {
  search: AuditSearch
  found: Found
  timeZone: string
  /** All conditions of the search on the event `e`. */
  matching: Sql
  /** The account whose sub-tree is counted; null for the whole tenant. */
  accountId: string | null
}

/**
 * The number of events that match: from the sums, if they are kept by what the search filters by, plus those of the events `fresh`
 * that are not added to the sums yet (decision 066). Null if only the events themselves can be counted.
 */
export function countFromSums({ search, found, timeZone, matching, accountId }: Counted): Sql | null {
  const fields = new Set(search.filterBy.filter(({ values }) => values.length > 0).map(({ field }) => field))
  const onlyOf = (...of: string[]) => [...fields].every((field) => of.includes(field))
  const ranges = search.filterBetweenDate.filter(({ fromDate, toDate }) => fromDate || toDate)
  const fresh = (more: Sql) => sql`(select count(*) from fresh e where ${matching} ${more})`
  const inBranch = only(
    accountId !== null,
  )`and e.account_id in (select t.account_id from accounts_at_or_below(${accountId}) t)`
  const sumOf = (grain: 't' | 'a' | 'u' | 'd', where: Sql) => sql`
    (select coalesce(sum(s.events), 0)::bigint from audit_sums s
     where s.tenant_id = ${tenant} and s.grain = ${sql.lit(grain)} and ${where})`
  const ofBranch = (grain: 'a' | 'u', where: Sql) => sql`(
    select coalesce(sum(n.events), 0)::bigint from accounts_at_or_below(${accountId}) t
    cross join lateral (
      select sum(s.events) as events from audit_sums s
      where s.tenant_id = ${tenant} and s.grain = ${sql.lit(grain)} and s.account_id = t.account_id and ${where} offset 0) n)`

  if (ranges.length > 0) {
    if (accountId !== null || !onlyOf('entity', 'action')) return null
    return fromDays()
  }
  if (onlyOf('entity', 'action')) {
    const sums = accountId === null ? sumOf('t', kinds(search)) : ofBranch('a', kinds(search))
    return sql`(${sums} + ${fresh(inBranch)})`
  }
  if (onlyOf('actorName', 'actorId')) {
    const people = byPeople(search, found)
    return sql`(${accountId === null ? sumOf('u', people) : ofBranch('u', people)} + ${fresh(inBranch)})`
  }
  const named = asked(search, 'entityName')
  if (accountId === null && onlyOf('entityName') && found.records === null && named.length === 1)
    return sql`(${eventsWithName(named[0] ?? [])} + ${fresh(sql``)})`
  return null

  /** Whole days of UTC are counted from their sums, the rest of the interval from the events. */
  function fromDays(): Sql {
    const instants = (bound: 'fromDate' | 'toDate', of: (date: string) => Sql, none: string, pick: Sql) => {
      const dates = ranges.flatMap((range) => range[bound] ?? [])
      return dates.length === 0 ? sql`${sql.lit(none)}::timestamptz` : sql`${pick}(${sql.join(dates.map(of))})`
    }
    const from = instants('fromDate', (date) => startOf(date, timeZone), '-infinity', sql`greatest`)
    const until = instants('toDate', (date) => afterEnd(date, timeZone), 'infinity', sql`least`)
    const between = (since: Sql, to: Sql) => sql`(
      select count(*) from audit_seals e where e.tenant_id = ${tenant} and ${matching} and e.at >= ${since} and e.at < ${to})`
    const isOfWholeDay = sql`b.first < b.next and e.at >= ${midnight(sql`b.first`)} and e.at < ${midnight(sql`b.next`)}`
    return sql`(
      select case when b.first < b.next then
          ${sumOf('d', sql`s.day >= b.first and s.day < b.next and ${kinds(search)}`)}
          + ${between(sql`b.since`, midnight(sql`b.first`))} + ${between(midnight(sql`b.next`), sql`b.until`)}
        else ${between(sql`b.since`, sql`b.until`)} end
        + ${fresh(sql`and (not e.is_sealed or ${isOfWholeDay})`)}
      from (
        select r.since, r.until, ((r.since - interval '1 microsecond') at time zone 'UTC')::date + 1 as first,
               (r.until at time zone 'UTC')::date as next
        from (select ${from} as since, ${until} as until) r offset 0) b)`
  }
}

const midnight = (day: Sql) => sql`(${day}::timestamp at time zone 'UTC')`

/** The first instant after an upper bound. */
const afterEnd = (date: string, timeZone: string): Sql =>
  date.includes('/')
    ? sql`((${date}::date + 1)::timestamp at time zone ${timeZone})`
    : sql`(${date}::timestamptz + interval '1 microsecond')`

/** The filters by kind and action, on the sums `s`. */
export const kinds = (search: AuditSearch): Sql =>
  sql.join(
    [
      sql`true`,
      ...asked(search, 'entity').map(equals(sql`s.entity`, 'text')),
      ...asked(search, 'action').map(equals(sql`s.action`, 'text')),
    ],
    sql` and `,
  )

const byPeople = (search: AuditSearch, { people }: Found): Sql =>
  sql.join(
    [
      ...asked(search, 'actorId').map(equals(sql`s.user_id`, 'uuid')),
      ...(people === null ? [] : [sql`(s.user_id in (select unnest(${people}::uuid[])) or false)`]),
    ],
    sql` and `,
  )
