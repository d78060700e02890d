import type { UploadRequest } from '@trellis/contract/files'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { minimumPace } from '../../platform/http/server.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { fileTypeOf } from './file-type.ts'

/** Minutes in which the bytes must begin to arrive: until then they cost nothing but hold a part of the quota. */
const minutesToBegin = 3
/** Minutes in which stored bytes must be committed, and an interrupted upload must be tried again. */
const minutesPerStep = 15

interface NewUpload extends Omit<UploadRequest, 'parentAccountId'> {
  fileId: string
  sessionId: string
  accountId: string
}

export const insertUpload = (tx: Tx, upload: NewUpload) =>
  tx.run(sql`
    insert into file_uploads (file_id, session_id, account_id, category, name, size, note, reserved, expires_at)
    values (${upload.fileId}, ${upload.sessionId}, ${upload.accountId}, ${upload.fileCategory}, ${upload.fileName},
            ${upload.fileSizeInBytes}, ${upload.fileNote ?? null}, ${upload.fileSizeInBytes},
            machine_clock() + make_interval(mins => ${minutesToBegin}))`)

/** Bytes that a user, and the users of an account together, hold by uploads that are not committed. */
export const findReserved = async (tx: Tx, { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>) =>
  (await tx.row<{ ofUser: number; ofAccount: number }>(sql`
    select coalesce(sum(f.reserved) filter (where f.uploaded_by = ${userId}), 0)::float8 as "ofUser",
           coalesce(sum(f.reserved), 0)::float8 as "ofAccount"
    from file_uploads f
    where f.tenant_id = (select current_tenant()) and f.uploaded_by_account = ${accountId}
      and f.state <> 'expired' and f.expires_at > machine_clock()`)) ?? { ofUser: 0, ofAccount: 0 }

/** Between two reports of a process that receives bytes; one that has not reported for three of them has died. */
export const reportMilliseconds = 3_000

/**
 * Begins to receive: not while another connection does, nor after the end (threats F5), but again when that connection or its server
 * has died (threats X6). The bytes have the time that they need at the minimum pace. Undefined when it is refused.
 */
export const claimUpload = (tx: Tx, fileId: string) =>
  tx.row<{ size: number; attempt: number }>(sql`
    update file_uploads
    set state = 'receiving', attempt = attempt + 1, heard_at = now(),
        expires_at = machine_clock() + make_interval(mins => ${minutesPerStep}, secs => size::float8 / ${minimumPace})
    where tenant_id = (select current_tenant()) and file_id = ${fileId} and expires_at > machine_clock()
      and (state = 'open' or state = 'receiving' and heard_at < now() - make_interval(secs => ${(3 * reportMilliseconds) / 1000}))
    returning size, attempt`)

const ofAttempt = (fileId: string, attempt: number) => sql`
  tenant_id = (select current_tenant()) and file_id = ${fileId} and state = 'receiving' and attempt = ${attempt}`

export const reportReceiving = (tx: Tx, fileId: string, attempt: number) =>
  tx.run(sql`update file_uploads set heard_at = now() where ${ofAttempt(fileId, attempt)}`)

/** Whether other bytes have begun to arrive for the same upload since. */
export const isSuperseded = async (tx: Reader, fileId: string, attempt: number): Promise<boolean> =>
  (await tx.row(sql`
    select from file_uploads where tenant_id = (select current_tenant()) and file_id = ${fileId} and attempt > ${attempt}`)) !==
  undefined

/** False when the upload has ended meanwhile. */
export const markStored = async (tx: Tx, fileId: string, attempt: number, hash: Buffer): Promise<boolean> =>
  (await tx.run(sql`
    update file_uploads set state = 'stored', hash = ${hash}, expires_at = machine_clock() + make_interval(mins => ${minutesPerStep})
    where ${ofAttempt(fileId, attempt)}`)) === 1

/** Allows the same URL again, because the store did not answer or the connection broke. */
export const reopenUpload = (tx: Tx, fileId: string, attempt: number) =>
  tx.run(sql`
    update file_uploads set state = 'open', expires_at = machine_clock() + make_interval(mins => ${minutesPerStep})
    where ${ofAttempt(fileId, attempt)}`)

/** Ends an upload whose bytes did not fit, and gives its part of the quota back. */
export const failUpload = (tx: Tx, fileId: string, attempt: number) =>
  tx.run(sql`
    with failed as (
      update file_uploads u set state = 'failed', reserved = 0
      from (select reserved from file_uploads
            where ${ofAttempt(fileId, attempt)} for update) old
      where u.tenant_id = (select current_tenant()) and u.file_id = ${fileId}
      returning old.reserved
    )
    update file_usage set bytes = bytes - failed.reserved from failed where tenant_id = (select current_tenant())`)

interface Session {
  fileId: string
  sessionId: string
  accountId: string
}

const isOf = (actor: Actor, { fileId, sessionId, accountId }: Session) => sql`
  tenant_id = (select current_tenant()) and file_id = ${fileId} and session_id = ${sessionId}
  and account_id = ${accountId} and uploaded_by = ${actor.userId} and uploaded_by_account = ${actor.accountId}`

/** The actor's own upload for the account in use; undefined when there is none, or when it was committed. */
export const findUpload = (tx: Reader, actor: Actor, session: Session) =>
  tx.row<{ size: number; isStored: boolean }>(sql`
    select size, state = 'stored' and expires_at > machine_clock() as "isStored"
    from file_uploads where ${isOf(actor, session)}`)

/** Whether this session was committed, so that a repeated commit is answered like the first. */
export const isCommitted = async (tx: Reader, actor: Actor, session: Session): Promise<boolean> =>
  (await tx.row(sql`select from files where ${isOf(actor, session)}`)) !== undefined

/** The upload becomes a file; its part of the quota stays. Undefined when it is no longer there to be committed. */
export async function commitRow(tx: Tx, actor: Actor, session: Session) {
  const upload = await tx.row<{ category: string; name: string; size: number; note: string | null; hash: Buffer }>(sql`
    delete from file_uploads where ${isOf(actor, session)} and state = 'stored' and expires_at > machine_clock()
    returning category, name, size, note, hash`)
  if (upload === undefined) return undefined
  await tx.run(sql`
    insert into files (file_id, account_id, category, name, type, size, hash, note, session_id, uploaded_by_account)
    values (${session.fileId}, ${session.accountId}, ${upload.category}, ${upload.name}, ${fileTypeOf(upload.name)},
            ${upload.size}, ${upload.hash}, ${upload.note}, ${session.sessionId}, ${actor.accountId})`)
  return upload
}
