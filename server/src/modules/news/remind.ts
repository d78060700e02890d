import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type Ending, type EndingKind, tellOfEnds } from './tell-of-ends.ts'

interface Reminders {
  /** The records for which a reminder is due: `record_id, account_id, due_at, days`. */
  waiting: Sql
  /** Inserts these rows (`record_id, due_at, days`) as sent and returns the `record_id` of those that had not been sent. */
  noted: (rows: Sql) => Sql
  /** The time zone of the days that are told. */
  zone: Sql
}

/**
 * Sends reminders for records of at most `most` accounts that are near their end: one for each record and number of days
 * (rules K25, Q11). Accounts with the same parent are processed together, because the parent is told too. Returns the number
 * of accounts.
 */
export async function remindOfEnds(tx: Tx, kind: EndingKind, most: number, { waiting, noted, zone }: Reminders) {
  const endings = await tx.rows<Ending>(sql`
    with waiting as materialized (${waiting}),
    reminded as (
      select w.account_id from (select distinct account_id from waiting) w
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = w.account_id
      order by a.parent_id, w.account_id limit ${most}
    ), noted as (${noted(sql`
      select record_id, due_at, days from waiting where account_id in (select account_id from reminded)`)}
    )
    select w.account_id as "accountId", w.days, count(*)::int as count,
           to_char(min(w.due_at) at time zone ${zone}, 'YYYY-MM-DD') as "firstDate"
    from waiting w join noted n on n.record_id = w.record_id
    group by w.account_id, w.days`)
  await tellOfEnds(tx, kind, endings)
  return new Set(endings.map(({ accountId }) => accountId)).size
}
