import { Readable } from 'node:stream'
import {
  type ImportUpload,
  importPieceLength,
  maximumImportUpload,
  type NewImportUpload,
} from '@trellis/contract/imports'
import { sql } from '../../platform/database/sql.ts'
import { lockRequestsOf } from '../../platform/database/tries.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

/*
 * Files to import, as pieces of some megabytes: a job reads one after the other, so its memory does not grow with the file. They are
 * in the database, because they are needed for minutes and go with the import that needs them (decision 172).
 */

/** Bytes of all uploads of a tenant together, as their senders say. */
const keptBytes = 8 * maximumImportUpload
/** Uploads of one user that are kept; further ones take the place of the oldest that no import needs. */
const keptUploads = 2

type Owner = Pick<Actor, 'userId' | 'accountId'>

const isOwn = (owner: Owner) => sql`
  f.tenant_id = (select current_tenant()) and f.user_id = ${owner.userId} and f.account_id = ${owner.accountId} and f.is_upload`

/** SQL: an import that waits or runs needs the file `f`. */
const isNeeded = sql`exists (
  select from imports i
  where i.tenant_id = f.tenant_id and i.file_id = f.file_id and i.status in ('queued', 'running'))`

const countOf = (size: number): number => Math.ceil(size / importPieceLength)

/** Stores a small file, which goes with its import. Returns its id. */
export async function keepSmallFile(tx: Tx, fileName: string, content: Buffer): Promise<string> {
  const fileId = newId()
  await tx.run(sql`
    insert into import_files (file_id, is_upload, file_name, size) values (${fileId}, false, ${fileName}, ${content.length})`)
  await tx.run(sql`insert into import_pieces (file_id, number, content) values (${fileId}, 1, ${content})`)
  return fileId
}

/**
 * Begins an upload, or goes on with the one of the same file. Refuses RQ413 for a file that is too large, and RQ429 while the uploads of
 * the tenant leave no room for it (threats F12).
 */
export async function openUpload(
  tx: Tx,
  actor: Actor,
  { fileName, sizeInBytes: size, fingerprint }: Omit<NewImportUpload, 'kind'>,
): Promise<ImportUpload> {
  if (size > maximumImportUpload) throw new Refusal('RQ413', { maximum: maximumImportUpload })
  await lockRequestsOf(tx, 'imports', actor.userId)
  const known = await tx.row<{ fileId: string }>(sql`
    update import_files f set heard_at = now()
    where ${isOwn(actor)} and f.file_name = ${fileName} and f.size = ${size} and f.fingerprint = ${fingerprint}
    returning f.file_id as "fileId"`)
  const uploadId = known?.fileId ?? newId()
  if (known === undefined) {
    await tx.run(sql`
      delete from import_files d
      where d.tenant_id = (select current_tenant()) and d.file_id = any(array(
        select f.file_id from import_files f where ${isOwn(actor)} and not ${isNeeded}
        order by f.heard_at desc, f.file_id desc offset ${keptUploads - 1}))`)
    await checkRoom(tx, actor, size)
    await tx.run(sql`
      insert into import_files (file_id, is_upload, file_name, size, fingerprint)
      values (${uploadId}, true, ${fileName}, ${size}, ${fingerprint})`)
  }
  return { uploadId, pieceSize: importPieceLength, pieceCount: countOf(size), received: await listPieces(tx, uploadId) }
}

async function checkRoom(tx: Tx, actor: Actor, size: number): Promise<void> {
  await lockRequestsOf(tx, 'uploads', actor.tenantId)
  const row = await tx.row<{ held: number }>(sql`
    select coalesce(sum(size), 0)::float8 as held from import_files
    where tenant_id = (select current_tenant()) and is_upload`)
  if ((row?.held ?? 0) + size > keptBytes)
    throw new Refusal('RQ429', null, 'Other files of this portal are to be imported first', { 'retry-after': '600' })
}

const listPieces = async (tx: Reader, fileId: string): Promise<number[]> =>
  (
    await tx.rows<{ number: number }>(sql`
      select number from import_pieces
      where tenant_id = (select current_tenant()) and file_id = ${fileId} order by number`)
  ).map(({ number }) => number)

/** Stores a piece of the actor's own upload. Refuses RQ404 for a piece that it does not have, and RQ422 for one of another length. */
export async function takePiece(
  tx: Tx,
  actor: Actor,
  { id, number }: { id: string; number: number },
  content: Buffer,
): Promise<void> {
  const upload = found(
    await tx.row<{ size: number }>(sql`
      update import_files f set heard_at = now() where ${isOwn(actor)} and f.file_id = ${id} and not ${isNeeded}
      returning f.size::float8 as size`),
  )
  const count = countOf(upload.size)
  if (number > count) throw new Refusal('RQ404')
  const length = number < count ? importPieceLength : upload.size - (count - 1) * importPieceLength
  if (content.length !== length)
    throw invalid([], 'length', `Piece ${number} of this file has ${length} bytes, not ${content.length}`)
  await tx.run(sql`
    insert into import_pieces (file_id, number, content) values (${id}, ${number}, ${content})
    on conflict (tenant_id, file_id, number) do update set content = excluded.content`)
}

/** Refuses RQ404 for an upload that is not the actor's own, and RQ409 while an import needs it. */
export async function removeUpload(tx: Tx, actor: Actor, fileId: string): Promise<void> {
  const { isTaken } = found(
    await tx.row<{ isTaken: boolean }>(sql`
      select ${isNeeded} as "isTaken" from import_files f where ${isOwn(actor)} and f.file_id = ${fileId} for update`),
  )
  if (isTaken) throw new Refusal('RQ409', null, 'An import needs this file')
  await tx.run(sql`delete from import_files f where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId}`)
}

/** Refuses RQ404 for an upload that is not the actor's own, and RQ409 for one of which pieces are missing. */
export async function checkWhole(tx: Tx, actor: Actor, fileId: string): Promise<void> {
  const { size } = found(
    await tx.row<{ size: number }>(sql`
      update import_files f set heard_at = now() where ${isOwn(actor)} and f.file_id = ${fileId} returning f.size::float8 as size`),
  )
  const received = await listPieces(tx, fileId)
  const missing = countOf(size) - received.length
  if (missing > 0) throw new Refusal('RQ409', { missing }, 'Pieces of this file are missing')
}

/** The size of a file, and whether it is a workbook, which begins as every ZIP archive does. */
export async function factsOf(tx: Reader, fileId: string): Promise<{ size: number; format: 'csv' | 'xlsx' }> {
  const { size, isZip } = found(
    await tx.row<{ size: number; isZip: boolean }>(sql`
      select f.size::float8 as size, substr(p.content, 1, 2) = '\\x504b'::bytea as "isZip"
      from import_files f join import_pieces p on p.tenant_id = f.tenant_id and p.file_id = f.file_id and p.number = 1
      where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId}`),
  )
  return { size, format: isZip ? 'xlsx' : 'csv' }
}

/** The bytes of a file, of which one piece is in memory. */
export const openFile = (read: () => Reader, fileId: string): Readable =>
  Readable.from(
    (async function* pieces() {
      for (let number = 1; ; number++) {
        const piece = await read().row<{ content: Buffer }>(sql`
          select content from import_pieces
          where tenant_id = (select current_tenant()) and file_id = ${fileId} and number = ${number}`)
        if (piece === undefined) return
        yield piece.content
      }
    })(),
  )

/** Deletes the file when its import is over; an upload stays after a dry run, and as long as another import needs it. */
export const dropFile = (tx: Tx, fileId: string, { dryRun }: { dryRun: boolean }) =>
  tx.run(sql`
    delete from import_files f
    where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId} and not (f.is_upload and ${dryRun})
      and not ${isNeeded}`)

/** Deletes what was sent a day ago and is not needed. */
export const forgetFiles = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from import_files d
    where d.tenant_id = (select current_tenant()) and d.file_id = any(array(
      select f.file_id from import_files f
      where f.tenant_id = (select current_tenant()) and f.heard_at < now() - interval '1 day' and not ${isNeeded}
      limit ${most}))`)
