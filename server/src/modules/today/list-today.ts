import type { Code } from '@trellis/contract/codes'
import { type Today, type TodayItem, type TodayKind, urgencies } from '@trellis/contract/today'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { certificatesNeeding } from '../certifications/index.ts'
import { dealsNeeding } from '../deals/index.ts'
import { shortageNeeding } from '../foresight/index.ts'
import { importsNeeding } from '../imports/index.ts'
import { keysNeeding } from '../licenses/index.ts'
import { ordersNeeding } from '../orders/index.ts'
import { invitationsNeeding } from '../people/index.ts'
import { stockNeeding } from '../stock/index.ts'
import { beginning, hasOpenSteps } from './first-steps.ts'

/** What a column offers about the records of it that need the actor. */
interface Need {
  kinds: readonly TodayKind[]
  /** Rows `kind, record_id, since, due, amount, currency_id`; what a record is worth is null where nothing says so. */
  waiting: Sql
  /** The JSON of a row `w (kind, record_id)`: fields of `TodayItem`, and `facts` for `whyNot`. */
  shown: Sql
  /** Why the actor may not decide it now; never when absent. */
  whyNot?(facts: never): Code | null
}

/**
 * The columns that have something for the actor; each decides by its own rules who may see it (rules Y1, Y2). What runs short is
 * worked out before, by the one text of that rule (decision 165).
 */
const needsOf = async (tx: Reader, actor: Actor): Promise<Need[]> =>
  [
    ordersNeeding(actor),
    dealsNeeding(actor),
    stockNeeding(actor),
    await shortageNeeding(tx, actor),
    keysNeeding(actor),
    certificatesNeeding(actor),
    invitationsNeeding(actor),
    importsNeeding(actor),
  ].filter((need) => need !== null)

/** Somebody asked for these, and waits. */
const asked = sql.join(
  (['order', 'signature', 'protection', 'ebid', 'ebidSignature', 'extension', 'ask'] satisfies TodayKind[]).map(
    (kind) => sql.lit(kind),
  ),
)

/** SQL: how urgent a row `n` is, as a place in `urgencies` (rules Y3). A day ends by the reader's clock. */
const urgency = ({ timeZone }: Actor): Sql => sql`case
  when n.due <= (select clock()) then 1
  when n.due < (select (date_trunc('day', clock() at time zone ${timeZone}) + interval '1 day') at time zone ${timeZone}) then 2
  when n.due < (select clock() + interval '7 days') then 3
  when n.kind in (${asked}) then 4
  else 5 end`

type Raw = Pick<TodayItem, 'kind' | 'also' | 'recordId' | 'since' | 'due'> & {
  urgency: number
  shown: Partial<TodayItem> & { facts?: unknown }
}

interface Query {
  kind?: TodayKind | undefined
  limit: number
}

/**
 * What needs the actor, in one statement after that of what runs short: the columns' rows together, each record once with its most urgent reason, and what
 * is shown of it only for the rows of the answer.
 */
export async function listToday(tx: Reader, actor: Actor, { kind, limit }: Query): Promise<Today> {
  const needs = await needsOf(tx, actor)
  const row = await tx.row<{
    items: Raw[]
    count: number
    worth: Today['worth']
    kinds: Today['kinds']
    beginning: Parameters<typeof hasOpenSteps>[1]
  }>(sql`
    with rated as materialized (
      select n.*, coalesce(n.due, n.since) as at, ${urgency(actor)} as urgency
      from (${sql.join(
        needs.map(({ waiting }) => waiting),
        sql` union all `,
      )}) n (kind, record_id, since, due, amount, currency_id)
    ), reasons as materialized (
      select r.*, row_number() over one as place, array_agg(r.kind) over (one rows between unbounded preceding and unbounded following) as all_kinds
      from rated r
      window one as (partition by r.record_id order by r.urgency, r.at nulls last, r.kind)
    ), chosen as (
      select r.*, row_number() over (partition by r.kind order by r.urgency, r.at nulls last, r.record_id) as nth
      from reasons r where ${kind === undefined ? sql`r.place = 1` : sql`r.kind = ${kind}`}
    ), page as (
      select c.*, row_number() over (order by c.urgency, c.kind <> 'ask', c.at nulls last, c.record_id) as row_no
      from chosen c where c.nth <= ${limit}
    )
    select (select coalesce(json_agg(json_build_object(
              'kind', w.kind, 'recordId', w.record_id, 'since', iso(w.since), 'due', iso(w.due), 'urgency', w.urgency,
              'also', array_to_json(array_remove(w.all_kinds, w.kind)),
              'shown', case ${sql.join(needs.map(shownCase), sql` `)} end) order by w.row_no), '[]') from page w) as items,
           (select count(*)::int from reasons where place = 1) as count,
           (select coalesce(json_agg(json_build_object('currencyCode', s.code, 'amount', s.amount) order by s.amount desc, s.code), '[]')
            from (
              select c.code, sum(r.amount) as amount
              from reasons r join offered.currencies c on c.currency_id = r.currency_id
              where r.place = 1 and r.amount is not null
              group by c.code) s) as worth,
           (select coalesce(json_agg(k), '[]') from (
              select kind, count(*)::int as count, (count(*) filter (where urgency = 1))::int as overdue
              from reasons group by kind) k) as kinds,
           ${beginning(actor)} as beginning`)
  return {
    items: (row?.items ?? []).map((item) => presented(item, needs)),
    count: row?.count ?? 0,
    worth: row?.worth ?? [],
    kinds: row?.kinds ?? [],
    hasFirstSteps: hasOpenSteps(actor, row?.beginning ?? null),
  }
}

const shownCase = ({ kinds, shown }: Need): Sql =>
  sql`when w.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) then (${shown})`

const nothing = {
  name: null,
  account: null,
  amount: null,
  currencyCode: null,
  itemsTotal: null,
  available: null,
  threshold: null,
  shortage: null,
  seats: null,
  isMaintenance: null,
  ask: null,
  holder: null,
  importKind: null,
} as const

function presented({ shown: { facts, ...shown }, urgency, ...item }: Raw, needs: Need[]): TodayItem {
  const need = needs.find(({ kinds }) => kinds.includes(item.kind))
  return {
    ...nothing,
    ...item,
    code: '',
    ...shown,
    urgency: urgencies[urgency - 1] as TodayItem['urgency'],
    blocked: { decide: need?.whyNot?.(facts as never) ?? null },
  }
}
