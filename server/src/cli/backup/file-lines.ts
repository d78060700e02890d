import type pg from 'pg'
import { type Committed, faultOfSize, finalKey, hashing, otherContent } from '../../modules/files/index.ts'
import { exactly } from '../../platform/storage/exactly.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { line } from './format.ts'

const filesPerFetch = 500
/** A multiple of three, so that only the last line of a file is padded. */
const bytesPerLine = 12 * 1024

/**
 * The bytes of the files of one tenant. A file whose object is missing or has another size is left out; one with other
 * content is kept as it is. Both are counted as damaged.
 */
export async function* linesOfFiles(
  client: pg.ClientBase,
  storage: Storage,
  tenantId: string,
  written: { files: number; damaged: string[] },
): AsyncGenerator<string> {
  for await (const file of filesOf(client, tenantId)) {
    const damaged = (fault: string) => written.damaged.push(`file ${file.fileId} of tenant ${tenantId} ${fault}`)
    const fault = await faultOfSize(storage, file)
    const source = fault === null ? await storage.read(finalKey(file)) : null
    if (source === null) {
      damaged(fault ?? 'has no object in the store')
      continue
    }
    yield line({ tenantId, fileId: file.fileId, size: file.size, hash: file.hash.toString('base64') })
    const { content, hash } = hashing(exactly(file.size, source).content)
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += bytesPerLine) {
          yield `${chunk.toString('base64', at, Math.min(at + bytesPerLine, chunk.length))}\n`
        }
      }
    } finally {
      source.destroy()
    }
    if (!hash().equals(file.hash)) damaged(otherContent)
    written.files += 1
  }
}

async function* filesOf(client: pg.ClientBase, tenantId: string): AsyncGenerator<Committed> {
  await client.query(
    `declare backup_files no scroll cursor for
     select tenant_id as "tenantId", file_id as "fileId", size::float8 as size, hash from files where tenant_id = '${tenantId}'
     order by file_id`,
  )
  for (;;) {
    const { rows } = await client.query<Committed>(`fetch ${filesPerFetch} from backup_files`)
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('close backup_files')
}
