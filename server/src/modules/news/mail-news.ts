import { type NewsKind, type NewsWords, newsKinds, pathOfNews } from '@trellis/contract/news'
import type { Module } from '@trellis/contract/permissions'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import {
  type CertificatesDue,
  type DealChange,
  inBulk,
  inMails,
  type KeysDue,
  letterOfNews,
  type Mailer,
  type OrderChange,
  type OrderEvent,
  type OrderNews,
  type Recipient,
  type RenewalAsked,
} from '../mail/index.ts'
import { listRolesGiving } from '../people/index.ts'

/** Posts the mails for up to `most` news items that are mailed at once, one mail per recipient. Returns their number. */
export async function mailAtOnce(tx: Tx, mailer: Mailer, most: number): Promise<number> {
  const taken = await takeNews(
    tx,
    sql`
    select news_id from news where tenant_id = (select current_tenant()) and mail = 'now'
    order by created_at, news_id limit ${most} for update skip locked`,
  )
  await mailNews(tx, mailer, taken)
  return taken.length
}

/**
 * Posts the daily mails of up to `most` users for whom it has been 8:00, in their time zone, since the oldest news that
 * waits for it. Returns their number. A time zone that PostgreSQL does not know counts as UTC.
 */
export async function mailDaily(tx: Tx, mailer: Mailer, most: number): Promise<number> {
  const taken = await takeNews(
    tx,
    sql`
    with waiting as materialized (
      select n.news_id, n.user_id, n.created_at, coalesce(z.name, 'UTC') as zone
      from news n
      join offered.users u on u.tenant_id = n.tenant_id and u.user_id = n.user_id
      left join pg_timezone_names z on lower(z.name) = lower(u.time_zone)
      where n.tenant_id = (select current_tenant()) and n.mail = 'daily'
    ), due as (
      select news_id, user_id from waiting w
      where w.created_at < (date_trunc('day', clock() at time zone w.zone - interval '8 hours') + interval '8 hours')
        at time zone w.zone
    )
    select news_id from due where user_id in (select distinct user_id from due order by user_id limit ${most})`,
  )
  await mailNews(tx, mailer, taken)
  return new Set(taken.map(({ userId }) => userId)).size
}

interface Taken {
  kind: NewsKind
  recordId: string
  words: NewsWords
  /** When it was told. */
  at: string
  userId: string | null
  roles: number[]
  /** Whether the recipient is still there and gets mails. */
  isTold: boolean
  email: string
  name: string
  languageCode: string
  /** Of the author, in lower case: never told of the own action, not even by the account's address. */
  authorEmail: string | null
}

/** Takes these news items out of the waiting ones, so that each is mailed once. Rows for addresses are deleted. */
const takeNews = (tx: Tx, ids: Sql) =>
  tx.rows<Taken>(sql`
    with chosen as materialized (${ids}),
    taken as (
      update news n set mail = null from chosen
      where n.tenant_id = (select current_tenant()) and n.news_id = chosen.news_id and n.user_id is not null
      returning n.*
    ), addressed as (
      delete from news n using chosen
      where n.tenant_id = (select current_tenant()) and n.news_id = chosen.news_id and n.user_id is null
      returning n.*
    ), n as (select * from taken union all select * from addressed)
    select n.kind, n.record_id as "recordId", n.words, n.created_at::text as at, n.user_id as "userId",
           array(select r.role_id from offered.user_roles r where r.tenant_id = n.tenant_id and r.user_id = n.user_id) as roles,
           case when n.user_id is null then a.deleted_at is null and a.notification_email <> ''
                else u.status = 'user_active' and u.deleted_at is null and u.is_notification_enabled end as "isTold",
           coalesce(u.email::text, a.notification_email) as email,
           coalesce(u.first_name || ' ' || u.last_name, a.name) as name,
           coalesce(u.language_code, (
             select f.language_code from offered.users f
             where f.tenant_id = n.tenant_id and f.account_id = n.account_id and f.status = 'user_active' and f.deleted_at is null
             order by f.created_at, f.user_id limit 1), 'en') as "languageCode",
           (select lower(b.email) from offered.users b where b.tenant_id = n.tenant_id and b.user_id = n.by_user) as "authorEmail"
    from n
    join offered.accounts a on a.tenant_id = n.tenant_id and a.account_id = n.account_id
    left join offered.users u on u.tenant_id = n.tenant_id and u.user_id = n.user_id
    order by n.created_at, n.news_id`)

async function mailNews(tx: Tx, mailer: Mailer, taken: Taken[]): Promise<void> {
  const bulk = inBulk(mailer)
  for (const { recipient, changes, asked, due, deals, certificates } of await byAddress(tx, taken)) {
    for (const [first, ...more] of inMails(changes)) {
      if (first !== undefined) await bulk(tx, recipient, letterOfNews([first, ...more]))
    }
    for (const [first, ...more] of inMails(deals)) {
      const path = more.every((change) => change.path === first?.path) ? (first?.path ?? '/deals') : '/deals'
      if (first !== undefined)
        await bulk(tx, recipient, { kind: 'deal_news', values: { path, changes: [first, ...more] } })
    }
    for (const values of asked) await bulk(tx, recipient, { kind: 'renewal_asked', values })
    // The nearest ends first; the button leads to the longest time, which includes them.
    for (const part of inMails([...due].sort((one, other) => one.days - other.days)))
      await bulk(tx, recipient, { kind: 'license_due', values: { path: part.at(-1)?.path ?? '/renewals', due: part } })
    for (const part of inMails([...certificates].sort((one, other) => one.days - other.days)))
      await bulk(tx, recipient, { kind: 'certificate_due', values: { path: part.at(-1)?.path ?? '/', due: part } })
  }
}

interface Told {
  recipient: Recipient
  changes: OrderChange[]
  asked: RenewalAsked[]
  due: KeysDue[]
  deals: DealChange[]
  certificates: CertificatesDue[]
  told: Set<string>
}

/** The news for each address, in the order of events. An address gets each of them once, however many own it. */
async function byAddress(tx: Tx, taken: Taken[]): Promise<Told[]> {
  const readers = new Map<string, Told>()
  const mayRead = await readersOf(tx, taken)
  // Users come before addresses, so that a mail to both greets the user.
  for (const item of [...taken].sort((a, b) => Number(a.userId === null) - Number(b.userId === null))) {
    const address = item.email?.toLowerCase()
    if (!item.isTold || address === item.authorEmail || !mayRead(item)) continue
    const { email, name, languageCode } = item
    const entry = readers.get(address) ?? {
      recipient: { email, name, languageCode, isAccount: item.userId === null },
      changes: [],
      asked: [],
      due: [],
      deals: [],
      certificates: [],
      told: new Set(),
    }
    readers.set(address, entry)
    // What was told to several at once has the same moment; another decision on the same record has another one.
    const told = `${item.kind} ${item.recordId} ${item.at}`
    if (!entry.told.has(told)) {
      if (item.kind === 'license_due') entry.due.push(dueOf<KeysDue>(item))
      else if (item.kind === 'certificate_due') entry.certificates.push(dueOf<CertificatesDue>(item))
      else if (item.kind === 'renewal_asked') entry.asked.push(dueOf<RenewalAsked>(item))
      else if (item.kind.startsWith('deal_')) entry.deals.push(dealOf(item))
      else entry.changes.push(changeOf(item))
    }
    entry.told.add(told)
  }
  return [...readers.values()]
}

/** Whether the recipient may read the record, by the present roles; an account's address may. */
async function readersOf(tx: Tx, taken: Taken[]): Promise<(item: Taken) => boolean> {
  const roles = new Map<Module, number[]>()
  for (const module of new Set(taken.map(({ kind }) => newsKinds[kind].module)))
    roles.set(module, await listRolesGiving(tx, module, 'r'))
  return ({ kind, userId, roles: held }) =>
    userId === null || held.some((role) => roles.get(newsKinds[kind].module)?.includes(role))
}

// What the words of a kind are is decided by the module that told the news.
const changeOf = ({ kind, recordId, words }: Taken): OrderChange => ({
  ...(words as unknown as Omit<OrderNews, 'path'>),
  event: kind.slice('order_'.length) as OrderEvent,
  path: pathOfNews(kind, recordId, words),
})

const dealOf = ({ kind, recordId, words }: Taken): DealChange => ({
  ...(words as unknown as Omit<DealChange, 'path'>),
  path: pathOfNews(kind, recordId, words),
})

const dueOf = <D extends KeysDue | CertificatesDue | RenewalAsked>({ kind, recordId, words }: Taken): D =>
  ({ ...words, path: pathOfNews(kind, recordId, words) }) as unknown as D
