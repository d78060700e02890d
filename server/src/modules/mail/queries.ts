import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { isAtRest, isSandbox } from '../tenants/index.ts'
import type { Kind } from './letters.ts'
import { enqueueMail } from './tasks.ts'

export interface MailRow {
  mailId: string
  kind: Kind
  recipient: string
  recipientName: string
  languageCode: string
  contentSealed: Buffer | null
  messageId: string
  status: 'queued' | 'sent' | 'kept' | 'failed'
  tries: number
  createdAt: Date
}

const mailColumns: Sql = sql`
  mail_id as "mailId", kind, recipient, recipient_name as "recipientName", language_code as "languageCode",
  content_sealed as "contentSealed", message_id as "messageId", status, tries, created_at as "createdAt"`

/** The newest mails, to one address or to all, and before one of them. */
export const listMails = (tx: Reader, to: string | undefined, limit: number, before: string | null = null) =>
  tx.rows<MailRow>(sql`
    select ${mailColumns} from mails
    where tenant_id = (select current_tenant()) and (${to ?? null}::text is null or lower(recipient) = lower(${to ?? null}))
      and (${before}::uuid is null or (created_at, mail_id) < (
        select b.created_at, b.mail_id from mails b where b.tenant_id = (select current_tenant()) and b.mail_id = ${before}))
    order by created_at desc, mail_id desc limit ${limit}`)

export const findMail = (tx: Reader, mailId: string) =>
  tx.row<MailRow>(sql`
    select ${mailColumns} from mails where tenant_id = (select current_tenant()) and mail_id = ${mailId}`)

const here = (mailId: string) => sql`tenant_id = (select current_tenant()) and mail_id = ${mailId}`
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`

/**
 * Claims the mail for a try (for `lease` seconds), so that no other worker sends it. Undefined when there is nothing to
 * send. The mail of a tenant at rest keeps waiting and gets a job again when it is back (rules G22, G49).
 */
export const claimMail = (tx: Tx, mailId: string, lease: number) =>
  tx.row<MailRow & { isExpired: boolean; isSandbox: boolean }>(sql`
    update mails set tries = tries + 1, next_try_at = ${inSeconds(lease)}
    where ${here(mailId)} and status = 'queued' and next_try_at <= now() and not ${isAtRest}
    returning ${mailColumns}, coalesce(expires_at <= now(), false) as "isExpired", ${isSandbox} as "isSandbox"`)

/** Moves the next try without counting one, because nothing was tried. */
export const postponeMail = (tx: Tx, mailId: string, seconds: number) =>
  tx.run(sql`
    with waiting as (
      update mails set next_try_at = ${inSeconds(seconds)}
      where ${here(mailId)} and status = 'queued' and next_try_at <= now()
      returning mail_id, priority)
    ${enqueueAll('waiting', inSeconds(seconds))}`)

export const retryMail = (tx: Tx, mailId: string, reason: string, seconds: number) =>
  tx.run(sql`
    with waiting as (
      update mails set last_error = ${reason}, next_try_at = ${inSeconds(seconds)}
      where ${here(mailId)} and status = 'queued'
      returning mail_id, priority)
    ${enqueueAll('waiting', inSeconds(seconds))}`)

/** SQL that adds one job for each mail of a CTE. */
const enqueueAll = (mails: string, at: Sql): Sql => sql`
  select job.* from ${sql.ref(mails)} m
  cross join lateral (${enqueueMail(sql`m.mail_id`, sql`m.priority`, at)}) job`

export const markSent = (tx: Tx, mailId: string, forget: boolean) =>
  tx.run(sql`
    update mails set status = 'sent', sent_at = machine_clock(), last_error = null,
           content_sealed = case when ${forget} then null else content_sealed end
    where ${here(mailId)} and status = 'queued'`)

export const failMail = (tx: Tx, mailId: string, reason: string, forget: boolean) =>
  tx.run(sql`
    update mails set status = 'failed', last_error = ${reason},
           content_sealed = case when ${forget} then null else content_sealed end
    where ${here(mailId)} and status = 'queued'`)

/** For a queued mail when no mail server is configured any more. */
export const keepMail = (tx: Tx, mailId: string) =>
  tx.run(sql`update mails set status = 'kept' where ${here(mailId)} and status = 'queued' and not ${isAtRest}`)

/**
 * Adds a new job for queued mails whose job was lost or whose worker died. A mail whose job still exists keeps its place.
 */
export const rescueMails = (tx: Tx) =>
  tx.run(sql`
    with lost as (
      select mail_id, priority, next_try_at from mails
      where tenant_id = (select current_tenant()) and status = 'queued' and next_try_at < now() - interval '1 minute'
      order by priority, next_try_at limit 1000)
    ${enqueueAll('lost', sql`m.next_try_at`)}`)

/** The mail to which a recipient's news is added and which has not been tried yet, locked. */
export const findGathering = (tx: Tx, digestKey: string) =>
  tx.row<MailRow>(sql`
    select ${mailColumns} from mails
    where tenant_id = (select current_tenant()) and digest_key = ${digestKey} and status = 'queued' and tries = 0
    for no key update`)

export const replaceLetter = (tx: Tx, mailId: string, kind: Kind, contentSealed: Buffer) =>
  tx.run(sql`update mails set kind = ${kind}, content_sealed = ${contentSealed} where ${here(mailId)}`)

/** The mail is full: later news starts another one. */
export const closeGathering = (tx: Tx, mailId: string) =>
  tx.run(sql`update mails set digest_key = null where ${here(mailId)}`)

/** Deletes the content of mails after a week and their rows after a month; at most this many of each. */
export async function forgetMails(tx: Tx, most: number): Promise<number> {
  const gone = await tx.run(sql`
    delete from mails
    where tenant_id = (select current_tenant()) and mail_id = any(array(
      select mail_id from mails
      where tenant_id = (select current_tenant()) and status <> 'queued' and created_at < (select machine_clock() - interval '30 days')
      limit ${most}))`)
  const emptied = await tx.run(sql`
    update mails set content_sealed = null
    where tenant_id = (select current_tenant()) and mail_id = any(array(
      select mail_id from mails
      where tenant_id = (select current_tenant()) and status <> 'queued' and content_sealed is not null
        and created_at < (select machine_clock() - interval '7 days')
      limit ${most}))`)
  return gone + emptied
}
