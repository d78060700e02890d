import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import {
  inBulk,
  inMails,
  letterOfNews,
  type Mailer,
  type OrderChange,
  type OrderEvent,
  type OrderNews,
  type Recipient,
} from '../mail/index.ts'
import { listRolesGiving } from '../people/index.ts'
import { partiesOfRow, sideOf } from './queries.ts'
import type { Standing } from './rules.ts'

/** Stores news about orders in their transaction, with its user (or the System) as the author. `tellNews` mails it. */
export const leaveNews = (tx: Tx, orderIds: string[], event: OrderEvent) =>
  tx.run(sql`
    insert into order_news (news_id, order_id, event)
    select news_id, order_id, ${event}
    from unnest(${orderIds.map(() => newId())}::uuid[], ${orderIds}::uuid[]) as n (news_id, order_id)`)

/**
 * Posts the mails for up to `most` waiting news items, one per recipient. Returns the number of items. They are deleted
 * in the same transaction, so each is mailed once.
 */
export async function tellNews(tx: Tx, mailer: Mailer, most: number): Promise<number> {
  const waiting = await takeNews(tx, most)
  const bulk = inBulk(mailer)
  for (const { recipient, news } of await byReader(tx, waiting)) {
    for (const [first, ...more] of inMails(news)) {
      if (first !== undefined) await bulk(tx, recipient, letterOfNews([first, ...more]))
    }
  }
  return waiting.length
}

interface Told {
  recipient: Recipient
  news: OrderChange[]
}

/** The news for each address, in the order of events. An address on both sides of an order gets the news once. */
async function byReader(tx: Tx, waiting: News[]): Promise<Told[]> {
  const told = new Map<string, Told>()
  const readingRoles = waiting.length > 0 ? await listRolesGiving(tx, 'Orders', 'r') : []
  const recipients = new Map<string, Promise<Recipient[]>>()
  for (const news of waiting) {
    const known = new Set<string>()
    for (const reader of readersOf(news)) {
      const accountId = reader === 'buyer' ? news.buyerId : news.vendorId
      const question = `${accountId} ${news.byUser}`
      const found = recipients.get(question) ?? recipientsOf(tx, accountId, news.byUser, readingRoles)
      recipients.set(question, found)
      for (const recipient of await found) {
        const address = recipient.email.toLowerCase()
        if (known.has(address)) continue
        known.add(address)
        const entry = told.get(address) ?? { recipient, news: [] }
        told.set(address, entry)
        entry.news.push({ event: news.event, ...valuesFor(news, reader) })
      }
    }
  }
  return [...told.values()]
}

interface News extends Omit<OrderNews, 'path' | 'reader'> {
  orderId: string
  event: OrderEvent
  byUser: string | null
  buyerId: string
  vendorId: string
  /** Null: the System, which is on neither side. */
  bySide: Standing | null
}

/** The sides to notify: the other side than the author's; nobody for an order within one account. */
function readersOf({ buyerId, vendorId, bySide }: News): OrderNews['reader'][] {
  if (buyerId === vendorId) return []
  if (bySide === null) return ['buyer', 'vendor']
  return [bySide === 'vendor' ? 'buyer' : 'vendor']
}

function valuesFor(news: News, reader: OrderNews['reader']): OrderNews {
  const { orderCode, buyerName, vendorName, by, total, currencyCode, lines } = news
  const path = `/${reader === 'buyer' ? 'sell-in' : 'sell-out'}/${news.orderId}`
  return { path, orderCode, buyerName, vendorName, reader, by, total, currencyCode, lines }
}

/** The oldest news, deleted in the same transaction. */
const takeNews = (tx: Tx, most: number) =>
  tx.rows<News>(sql`
    with taken as (
      delete from order_news where tenant_id = (select current_tenant()) and (order_id, event) in (
        select order_id, event from order_news where tenant_id = (select current_tenant())
        order by news_id limit ${most} for update skip locked)
      returning *
    )
    select n.order_id as "orderId", n.event, n.by_user as "byUser", o.code as "orderCode", o.buyer_id as "buyerId",
           o.vendor_id as "vendorId", b.name as "buyerName", v.name as "vendorName", o.total::text as total,
           c.code as "currencyCode", u.first_name || ' ' || u.last_name as by,
           (select count(*) from order_items i where i.tenant_id = o.tenant_id and i.order_id = o.order_id) as lines,
           case when u.user_id is null then null
                else ${sideOf(sql`u.account_id`, partiesOfRow)} end as "bySide"
    from taken n
    join orders o on o.tenant_id = n.tenant_id and o.order_id = n.order_id
    join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id
    join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id
    join offered.currencies c on c.currency_id = o.currency_id
    left join offered.users u on u.tenant_id = n.tenant_id and u.user_id = n.by_user
    order by n.news_id`)

/**
 * Who is notified for an account: its users with notifications on who may read orders, and its notification address, in
 * the language of the account's first user. One mail per address, and none to the author of the change.
 */
const recipientsOf = (tx: Reader, accountId: string, byUser: string | null, readingRoles: number[]) =>
  tx.rows<Recipient>(sql`
    with active as (
      select u.user_id, u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code, u.created_at,
             u.is_notification_enabled and exists (
               select from offered.user_roles ur
               where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id and ur.role_id = any(${readingRoles}::int[])
             ) as is_told
      from offered.users u
      where u.tenant_id = (select current_tenant()) and u.account_id = ${accountId} and u.status = 'user_active'
        and u.deleted_at is null
    ), told as (
      select email, name, language_code, 1 as rank from active where is_told
      union all
      select a.notification_email, a.name,
             coalesce((select language_code from active order by created_at, user_id limit 1), 'en'), 2
      from offered.accounts a
      where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
        and a.notification_email <> ''
    )
    select distinct on (lower(email)) email, name, language_code as "languageCode"
    from told
    where not exists (
      select from offered.users d
      where d.tenant_id = (select current_tenant()) and d.user_id = ${byUser}::uuid and lower(d.email) = lower(told.email))
    order by lower(email), rank`)
