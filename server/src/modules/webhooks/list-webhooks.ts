import type { Out } from '@trellis/contract/endpoint'
import { type Webhook, webhookList } from '@trellis/contract/webhooks'
import { columnsOf, contains, equals, named, notNull, paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isOfScope, scopeOf } from '../accounts/index.ts'
import { actsFor } from '../people/index.ts'

type Asker = Pick<Actor, 'accountId' | 'rootAccountId' | 'timeZone'>
type Listed = Omit<Webhook, 'blocked'> & { isReached: boolean; row_no: number; count: number }
type Row = Listed | { webhookId: null; count: number }

/** The webhooks of an account, on request with those of the accounts below it. Tenants have few, so they are sorted at each search. */
export async function listWebhooks(
  tx: Reader,
  search: Out<typeof webhookList.search>,
  accountId: string,
  actor: Asker,
): Promise<{ items: Webhook[]; count: number }> {
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const rows = await tx.rows<Row>(rowsOf(search, isOfScope(scope, sql`w.account_id`), actor))
  return { items: rows.flatMap(presented), count: rows[0]?.count ?? 0 }
}

/** Refuses RQ404 out of reach, or when it has ended. */
export async function readWebhook(tx: Reader, webhookId: string, actor: Asker): Promise<Webhook> {
  const search = webhookList.search.parse({ limit: 1 })
  const row = await tx.row<Row>(rowsOf(search, sql`w.webhook_id = ${webhookId} and ${isReachedBy(actor)}`, actor))
  return found(row && presented(row)[0])
}

const isReachedBy = ({ accountId }: Pick<Actor, 'accountId'>) =>
  sql`exists (select from accounts_at_or_above(w.account_id) t where t.account_id = ${accountId})`

/** SQL of a page; of one row without a webhook when there is none, with the count. */
function rowsOf(search: Out<typeof webhookList.search>, which: Sql, actor: Asker): Sql {
  const matching = sql`
    from webhooks w join offered.accounts a on a.tenant_id = w.tenant_id and a.account_id = w.account_id
    where w.tenant_id = (select current_tenant()) and w.ended_at is null and a.deleted_at is null and ${which}
      and ${columns.matching(search, actor.timeZone)}`
  return sql`
    with page as (
    select w.webhook_id as "webhookId", w.account_id as "accountId", a.name as "accountName", w.url, w.types, w.description,
           ${status} as status, iso(w.failing_since) as "failingSince",
           case when w.old_secret_until > machine_clock() then iso(w.old_secret_until) end as "oldSecretUntil",
           (select count(*)::int from webhook_deliveries d
            where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.status = 'waiting') as waiting,
           (select iso(max(d.tried_at)) from webhook_deliveries d
            where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.status = 'delivered') as "lastDeliveryDate",
           iso(w.created_at) as "creationDate", ${nameOf(sql`w.created_by`)} as "createdBy", ${nameOf(sql`w.set_by`)} as "setBy",
           ${isReachedBy(actor)} as "isReached",
           row_number() over (${columns.order(search)}) as row_no
    ${matching} ${columns.order(search)} ${paging(search)}
    )
    select page.*, total.count
    from (select count(*)::int as count ${matching}) total left join page on true
    order by page.row_no`
}

function presented(row: Row): Webhook[] {
  if (row.webhookId === null) return []
  const { isReached, row_no: _, count: __, ...shown } = row
  const why = isReached ? null : 'RQ404'
  return [{ ...shown, blocked: { update: why, end: why } }]
}

const nameOf = (userId: Sql) => sql`(
  select concat_ws(' ', u.first_name, u.last_name) from offered.users u where u.tenant_id = w.tenant_id and u.user_id = ${userId})`

/** SQL: who wrote the webhook `w` last may still make it. As `eyesOf` decides. */
const setterMay = sql`exists (
  select from offered.users u
  join offered.accounts ua on ua.tenant_id = u.tenant_id and ua.account_id = w.set_as_account_id and ua.deleted_at is null
  join offered.user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.user_id
  join offered.roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
  cross join lateral jsonb_array_elements(r.permissions) p
  where u.tenant_id = w.tenant_id and u.user_id = w.set_by and ${actsFor(sql`u`, sql`ua.account_id`)} and u.status = 'user_active' and u.deleted_at is null
    and p ->> 'module' = 'Users' and 'c' = any(string_to_array(p ->> 'flags', '-'))
    and exists (select from accounts_at_or_above(w.account_id) t where t.account_id = ua.account_id))`

const status = sql`case
  when w.paused_because = 'user' then 'paused'
  when w.paused_because is not null then w.paused_because
  when not ${setterMay} then 'orphaned'
  else 'active' end`

const columns = columnsOf(webhookList, sql`w.webhook_id`, {
  anything: { filter: hasWords(sql`fold(concat_ws(' ', w.url, w.description))`, sql`a.name_folded`) },
  webhookId: { filter: equals(sql`w.webhook_id`, 'uuid') },
  url: { sort: notNull(named(sql`w.url`)), filter: contains(sql`fold(w.url)`) },
  description: { sort: notNull(named(sql`w.description`)), filter: contains(sql`fold(w.description)`) },
  accountName: { sort: notNull(named(sql`a.name`)), filter: contains(sql`a.name_folded`) },
  status: { sort: notNull(status), filter: equals(status, 'text') },
  creationDate: { sort: notNull(sql`w.created_at`), between: sql`w.created_at` },
})
