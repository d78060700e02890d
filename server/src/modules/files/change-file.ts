import type { FileUpdate } from '@trellis/contract/files'
import type { Tx } from '../../platform/database/tx.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { fileTypeOf } from './file-type.ts'
import { deleteFile, listOrdersWith, lockFile, renameFile } from './queries.ts'
import { whyNotDelete } from './rules.ts'
import { release } from './usage.ts'

export async function updateFile(tx: Tx, fileId: string, { fileName, fileNote }: FileUpdate): Promise<void> {
  const file = found(await lockFile(tx, fileId))
  const before = { fileName: file.fileName, fileNote: file.fileNote }
  const after = { fileName, fileNote: fileNote === undefined ? file.fileNote : fileNote }
  if (before.fileName === after.fileName && before.fileNote === after.fileNote) return
  await renameFile(tx, fileId, { ...after, fileType: fileTypeOf(fileName) })
  await record(tx, 'file.updated', 'file', fileId, { before, after })
}

/** Refuses RQ409 with `info.orders` while the file is attached. Deletes the file; its object goes an hour later, so that a backup that is running still finds it. */
export async function removeFile(tx: Tx, actor: Actor, fileId: string): Promise<void> {
  const before = found(await lockFile(tx, fileId))
  const orders = await listOrdersWith(tx, fileId)
  refuse(whyNotDelete(orders.length > 0, actor), { orders }, 'The file is attached to an order')
  await deleteFile(tx, fileId)
  await release(tx, before.size)
  await record(tx, 'file.removed', 'file', fileId, { before })
}
