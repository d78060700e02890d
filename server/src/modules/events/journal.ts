import { type FeedKind, kindsOfTypes, refinements } from '@trellis/contract/events'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

const tenant = sql`(select current_tenant())`

/** An event of the journal that may be for the reader. */
export interface Entry {
  seq: number
  mark: string
  id: string
  type: string
  creationDate: string
  entity: FeedKind
  entityId: string
  entityName: string | null
  actor: { id: string; name: string } | null
  /** The record belongs to an account in reach, or is an account that has left it by this event. */
  isInReach: boolean
}

/** A place in the journal: the number of its last event that was read, and the beginning of its hash. */
export interface Place {
  seq: number
  mark: string
}

/** SQL: the type of the event `j`: its action, or the name that the field has for what came of it. */
const typeOf: Sql = sql`case j.action ${sql.join(
  Object.entries(refinements).map(
    ([action, { types }]) =>
      sql`when ${sql.lit(action)} then case ${sql.join(
        types.map(({ type, field, value }) => {
          const name = sql.lit(field)
          return sql`when j.after ->> ${name} = ${sql.lit(value)} and j.before ->> ${name} is distinct from ${sql.lit(value)}
          then ${sql.lit(type)}`
        }),
        sql.raw(' '),
      )} else j.action end`,
  ),
  sql.raw(' '),
)} else j.action end`

/** SQL: the event `j` is a move out of the reach: the account hung below one in reach. Whoever loses a branch is told so. */
const hasLeft: Sql = sql`case when j.action = 'account.moved' then (j.before ->> 'parentId')::uuid = any(reached.ids) end`

/** Events that one call looks at, so that a reader of few records does not make it long. */
export const looked = 5_000

interface Asked {
  after: number
  until: number
  limit: number
  types: readonly string[]
  /** The kinds of record that the reader reads. */
  kinds: readonly FeedKind[]
  /** Of these, the kinds that the reader reads in the whole tenant. */
  everywhere: readonly FeedKind[]
}

/** Where the journal ends. */
export const endOf = (tx: Reader) =>
  tx.row<Place>(
    sql`select j.seq, j.mark from offered.journal j where j.tenant_id = ${tenant} order by j.seq desc limit 1`,
  )

/** The mark of an event; undefined when there is none with this number. */
export const markOf = async (tx: Reader, seq: number) =>
  (
    await tx.row<Place>(
      sql`select j.seq, j.mark from offered.journal j where j.tenant_id = ${tenant} and j.seq = ${seq}`,
    )
  )?.mark

/** The number of the last event before the first ones that happened at or after a moment; undefined when there are none. */
export const placeBefore = async (tx: Reader, from: string) =>
  (
    await tx.row<{ seq: number | null }>(sql`
      select min(f.seq) - 1 as seq from (
        select j.seq from offered.journal j
        where j.tenant_id = ${tenant} and j.at >= ${from}::timestamptz order by j.at limit 1000) f`)
  )?.seq ?? undefined

/**
 * Events after a place, oldest first, that may be for the reader: of records of accounts in reach, of accounts that left it, of sales to
 * accounts outside of it, and of records that belong to no account, or that are read beyond the reach: whether one is read says its own call.
 */
export const listEntries = (tx: Reader, { after, until, limit, types, kinds, everywhere }: Asked) =>
  tx.rows<Entry>(sql`
    with reached as materialized (select array(select account_id from reachable_accounts()) as ids)
    select j.seq, j.mark, j.audit_id as id, t.type, iso(j.at) as "creationDate", j.entity, j.entity_id as "entityId",
           j.entity_name as "entityName",
           (select json_build_object('id', u.user_id, 'name', concat_ws(' ', u.first_name, u.last_name))
            from offered.users u where u.tenant_id = j.tenant_id and u.user_id = j.user_id) as actor,
           coalesce(j.entity = any(${everywhere}::text[]) or j.account_id = any(reached.ids) or ${hasLeft}, false) as "isInReach"
    from reached, offered.journal j cross join lateral (select ${typeOf} as type) t
    where j.tenant_id = ${tenant} and j.seq > ${after} and j.seq <= ${until}
      and j.entity = any(${kinds}::text[]) and t.type = any(${types}::text[])
      and (j.account_id is null or j.account_id = any(reached.ids) or j.entity in ('price_list', 'file')
        or j.entity = any(${everywhere}::text[]) or ${hasLeft}
        or j.entity = 'order' and exists (
          select from offered.orders o
          where o.tenant_id = j.tenant_id and o.order_id = j.entity_id::uuid and o.vendor_id = any(reached.ids)))
    order by j.seq limit ${limit}`)

/** Every type of the feed. */
export const allTypes: readonly string[] = [...kindsOfTypes.keys()]
