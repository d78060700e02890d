import { paging } from './search.ts'
import { type Sql, sql } from './sql.ts'

/** Rows that a list has next to each other, which `by` sorts further. */
export interface Group {
  condition: Sql
  by?: Sql
  /** False only if no row is in it: looking for rows of a rare state would read them all. */
  mayHave?: Sql
}

interface ByGroup {
  table: string
  /** The alias by which the groups name the table. */
  alias: string
  key: string
  /** In ascending order. */
  groups: readonly Group[]
  direction: 'asc' | 'desc'
  search: { limit: number; page: number }
}

/**
 * The keys of a page of all rows of the tenant, sorted by groups and then by the key: no index has this order, and all rows would be sorted.
 * Within a group there is one. A group is read as far as the page needs, and only if those before it have not filled it.
 */
export function keysByGroup({ table, alias, key, groups, direction, search }: ByGroup): Sql {
  const way = sql.raw(direction)
  const id = sql.raw(`${alias}.${key}`)
  const most = search.limit * search.page
  const name = (at: number) => sql.raw(`group_${at}`)
  const isFull = (before: number) =>
    before === 0
      ? sql`false`
      : sql`${sql.join(
          Array.from({ length: before }, (_, at) => sql`(select count(*) from ${name(at)})`),
          sql` + `,
        )} >= ${most}`
  const inOrder = direction === 'asc' ? groups : groups.toReversed()
  const read = inOrder.map(
    ({ condition, by, mayHave = sql`true` }, at) => sql`${name(at)} as materialized (
      select ${id} from ${sql.ref(table)} ${sql.raw(alias)}
      where ${sql.raw(alias)}.tenant_id = (select current_tenant()) and ${condition} and ${mayHave} and not ${isFull(at)}
      order by ${by ? sql`${by} ${way}, ` : sql``}${id} ${way} ${paging({ limit: most, page: 1 })})`,
  )
  const numbered = inOrder.map(
    (_, at) => sql`select ${sql.ref(key)}, ${sql.lit(at)} as group_no, row_number() over () as row_no from ${name(at)}`,
  )
  return sql`
    select ${sql.ref(key)} from (with ${sql.join(read)} ${sql.join(numbered, sql` union all `)}) k
    order by group_no, row_no ${paging(search)}`
}
