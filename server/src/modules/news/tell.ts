import { type NewsKind, newsKinds } from '@trellis/contract/news'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/**
 * Tells the active users of the accounts concerned, each in the way they chose, and the accounts' notification
 * addresses; never the author of the transaction. Unread news of the same account, kind and record is replaced. Whether a user
 * may read the record is checked when news is listed and mailed, because roles change.
 * @param rows a query for record_id, account_id and words (JSON), one row for each side concerned
 * @param only narrows the users `u`, and the accounts whose address is told, by the rows `c` of the query
 */
export async function tell(
  tx: Tx,
  kind: NewsKind,
  rows: Sql,
  { people = sql`true`, addresses = sql`true` }: { people?: Sql; addresses?: Sql } = {},
): Promise<void> {
  const { standard } = newsKinds[kind]
  tx.later(sql`
    with concerned as materialized (${rows})
    insert into news (news_id, user_id, account_id, kind, record_id, words, mail)
    select id_at(clock()), t.user_id, t.account_id, ${kind}, t.record_id, t.words, t.mail
    from (
      select c.record_id, c.account_id, c.words, u.user_id,
             case when u.is_notification_enabled then
               case coalesce(w.way, ${standard}) when 'mail' then 'now' when 'digest' then 'daily' end
             end as mail
      from concerned c
      join offered.users u on u.tenant_id = (select current_tenant()) and u.account_id = c.account_id
        and u.status = 'user_active' and u.deleted_at is null and u.user_id is distinct from current_user_id()
      left join news_choices w on w.tenant_id = u.tenant_id and w.user_id = u.user_id and w.kind = ${kind}
      where coalesce(w.way, ${standard}) <> 'none' and ${people}
      union all
      select c.record_id, c.account_id, c.words, null, 'now'
      from concerned c
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = c.account_id
      where ${standard} = 'mail' and a.deleted_at is null and a.notification_email <> '' and ${addresses}
    ) t
    on conflict (tenant_id, user_id, account_id, kind, record_id) where read_at is null
    do update set words = excluded.words, created_at = excluded.created_at`)
}

/** News of records that are gone leads nowhere, and is mailed no more. */
export const forgetNewsOf = (tx: Tx, records: Sql): Promise<number> =>
  tx.run(sql`delete from news where tenant_id = (select current_tenant()) and record_id in (${records})`)
