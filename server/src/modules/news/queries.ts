import type { Out } from '@trellis/contract/endpoint'
import { type NewsKind, type NewsWay, type news, newsKindNames, newsKinds } from '@trellis/contract/news'
import { hasPermission } from '@trellis/contract/permissions'
import { paging } from '../../platform/database/search.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** The actor's news `n` for the account in use, of records that they may read by role (rules P62). */
const readableBy = (actor: Actor): Sql => {
  const kinds = newsKindNames.filter((kind) => hasPermission(actor.permissions, newsKinds[kind].module, 'r'))
  return sql`n.tenant_id = (select current_tenant()) and n.user_id = ${actor.userId} and n.kind = any(${kinds}::text[])
    and n.account_id = ${actor.accountId}`
}

const unreadOf = (actor: Actor): Sql =>
  sql`select count(*) from news n where ${readableBy(actor)} and n.read_at is null`

export const countUnread = (tx: Reader, actor: Actor) =>
  tx.json<Out<typeof news.unread.answer>>(sql`select json_build_object('unread', (${unreadOf(actor)}))::text`)

export interface NewsQuery {
  limit: number
  page: number
  isRead?: 'true' | 'false' | undefined
  unreadFirst?: 'true' | 'false' | undefined
}

export function listNews(tx: Reader, actor: Actor, { isRead, unreadFirst, ...page }: NewsQuery) {
  const chosen =
    isRead === undefined ? sql`true` : isRead === 'true' ? sql`n.read_at is not null` : sql`n.read_at is null`
  const first = unreadFirst === 'true' ? sql`n.read_at is not null, ` : sql``
  return tx.json<Out<typeof news.list.answer>>(sql`
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'newsId', n.news_id, 'kind', n.kind, 'recordId', n.record_id, 'words', n.words,
          'creationDate', iso(n.created_at), 'isRead', n.read_at is not null
        ) order by n.place), '[]')
        from (
          select n.*, row_number() over (order by ${first}n.created_at desc, n.news_id desc) as place
          from news n where ${readableBy(actor)} and ${chosen}
          order by place ${paging(page)}) n),
      'count', (select count(*) from news n where ${readableBy(actor)} and ${chosen}),
      'unread', (${unreadOf(actor)}))::text`)
}

/** Marks news as read, and takes it out of the next daily mail. `ids` null: all. */
export const markRead = (tx: Tx, actor: Actor, ids: string[] | null) =>
  tx.run(sql`
    update news n set read_at = clock(), mail = nullif(n.mail, 'daily')
    where ${readableBy(actor)} and n.read_at is null and ${ids === null ? sql`true` : sql`n.news_id = any(${ids}::uuid[])`}`)

export const listChoices = (tx: Reader, actor: Actor) =>
  tx.rows<{ kind: NewsKind; way: NewsWay }>(sql`
    select kind, way from news_choices where tenant_id = (select current_tenant()) and user_id = ${actor.userId}`)

export const saveChoices = (tx: Tx, actor: Actor, choices: { kind: NewsKind; way: NewsWay }[]) =>
  tx.run(sql`
    insert into news_choices (user_id, kind, way)
    select ${actor.userId}::uuid, c.kind, c.way from jsonb_to_recordset(${json(choices)}) as c (kind text, way text)
    on conflict (tenant_id, user_id, kind) do update set way = excluded.way`)

/** Deletes read news after 90 days and unread news after 180. Their ids are of the time when they were first told, so the key finds old ones. */
export const sweepNews = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from news
    where tenant_id = (select current_tenant()) and news_id = any(array(
      select news_id from news
      where tenant_id = (select current_tenant()) and news_id < (select id_at(clock() - interval '90 days'))
        and created_at < (select clock() - interval '90 days') and (read_at < (select clock() - interval '90 days') or created_at < (select clock() - interval '180 days'))
      limit ${most}))`)
