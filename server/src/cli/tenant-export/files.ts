import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvLine, guarded } from '@trellis/contract/csv'
import { finalKey } from '../../modules/files/index.ts'
import { written } from '../../modules/imports/index.ts'
import type { Session } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { writingTo } from '../../platform/writing.ts'

/** Files named in memory at once. Their bytes are streamed, one file at a time. */
const pageFiles = 500

interface Row {
  fileId: string
  accountCode: string
  name: string
  type: string
  size: number
  note: string | null
  creationDate: string
}

export interface ExportedObjects {
  files: number
  bytes: number
  /** Files whose bytes the store does not have. */
  missing: { fileId: string; name: string }[]
}

/** Writes the bytes of every file into `files`, and `files/index.csv`, which says what each of them is. */
export async function writeFiles(
  session: Session,
  storage: Storage,
  tenantId: string,
  folder: string,
): Promise<ExportedObjects> {
  const done: ExportedObjects = { files: 0, bytes: 0, missing: [] }
  async function* lines() {
    yield csvLine(['path', 'accountCode', 'fileName', 'fileType', 'fileSizeInBytes', 'fileNote', 'uploadDate'])
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const page = await listFiles(session, after)
      for (const file of page) {
        const path = pathOf(file)
        const content = await storage.read(finalKey({ tenantId, fileId: file.fileId }))
        if (content === null) done.missing.push({ fileId: file.fileId, name: file.name })
        else await pipeline(content, writingTo(join(folder, path), { mode: 0o600, flags: 'wx' }))
        done.files += 1
        done.bytes += content === null ? 0 : file.size
        const { accountCode, name, type, size, note, creationDate } = file
        yield csvLine(
          [content === null ? '' : path, accountCode, name, type, String(size), note ?? '', creationDate].map(guarded),
        )
      }
      const last = page.at(-1)
      if (last === undefined) break
      after = last.fileId
    }
  }
  await written(join(folder, 'files', 'index.csv'), lines())
  return done
}

const listFiles = (session: Session, after: string): Promise<Row[]> =>
  session.transaction((tx) =>
    tx.rows<Row>(sql`
      select f.file_id as "fileId", a.code as "accountCode", f.name, f.type, f.size, f.note, iso(f.created_at) as "creationDate"
      from offered.files f join offered.accounts a on a.tenant_id = f.tenant_id and a.account_id = f.account_id
      where f.tenant_id = (select current_tenant()) and f.file_id > ${after}
      order by f.file_id limit ${pageFiles}`),
  )

/** Where an export has the bytes of a file. */
export const pathOf = ({ fileId, name }: { fileId: string; name: string }): string =>
  `files/${fileId}${extensionOf(name)}`

/** Nothing else of a name that somebody typed becomes part of a path (threats F1). */
const extensionOf = (name: string): string => /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? ''
