import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvLine, guarded } from '@trellis/contract/csv'
import { type ImportKind, importColumns, importKinds } from '@trellis/contract/import-columns'
import { templateCsv } from '@trellis/contract/import-templates'
import type { Database } from '../../../platform/database/database.ts'
import { openSession, type Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import { makeFolder } from '../../../platform/folders.ts'
import { writingTo } from '../../../platform/writing.ts'
import { importFiles } from './files.ts'
import { ImportError } from './folder.ts'
import { type PresentedRow, presentRows } from './present-rows.ts'

/** Rows kept in memory at once. */
const pageRows = 5000

export interface ExportedFile {
  file: string
  rows: number
  /** What the file leaves out, and of how many records. */
  leavesOut: { what: string; count: number }[]
}

/**
 * Writes all records that can be imported to import files, from one database snapshot, and says what they leave out. Refuses what no
 * file can say without changing what it means, such as the end of a key.
 */
export async function exportFolder(db: Database, tenantId: string, folder: string): Promise<ExportedFile[]> {
  await openFolder(folder)
  const root = await db
    .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    .row<{ id: string }>(sql`
    select account_id as id from offered.accounts where tenant_id = ${tenantId} and parent_id is null`)
  const session = await openSession(db, tenantId, { mode: 'look', as: { reach: root?.id ?? null } })
  try {
    await checkKinds(session)
    const files: ExportedFile[] = []
    for (const kind of importKinds) files.push(await exportFile(session, kind, folder))
    return files
  } finally {
    await session.close()
  }
}

async function checkKinds(session: Session): Promise<void> {
  for (const kind of importKinds) {
    const why = await session.transaction(async (tx) => (await importFiles[kind].whyNotExport?.(tx)) ?? null)
    if (why !== null) throw new ImportError(`${why} Nothing was written.`)
  }
}

const leftOutOf = (session: Session, kind: ImportKind): Promise<ExportedFile['leavesOut']> =>
  session.transaction(async (tx) => {
    const found: ExportedFile['leavesOut'] = []
    for (const { what, count } of importFiles[kind].leavesOut ?? []) {
      const row = await tx.row<{ count: number }>(sql`select (${count})::int as count`)
      if (row && row.count > 0) found.push({ what, count: row.count })
    }
    return found
  })

/** What is in no file, whatever the tenant has. */
const inNoFile = [
  'passwords, second factors, passkeys and sessions',
  'API keys, webhooks, connections to directories and recipes',
  'uploaded files and the logo',
  'host names and the sender of mails, whose domains are proved in each installation',
  'rules of approvals and of second factors',
  'the audit log, news, views and mails',
]

/** The page that an export puts beside its files. */
export function readMe(tenantCode: string, files: readonly ExportedFile[]): string {
  const lines = files.flatMap(({ file, rows, leavesOut }) => [
    `${file}: ${rows.toLocaleString('en')} rows`,
    ...leavesOut.map(({ what, count }) => `  leaves out: ${what} (${count.toLocaleString('en')})`),
  ])
  return [
    `Records of ${tenantCode}, as \`portal import --tenant CODE DIR\` reads them in this order.`,
    '',
    ...lines,
    '',
    'In no file:',
    ...inNoFile.map((what) => `- ${what}`),
    '',
  ].join('\n')
}

/** Writes an example of every import file. */
export async function writeTemplates(folder: string): Promise<string[]> {
  await openFolder(folder)
  const names = importKinds.map((kind) => `${kind}.csv`)
  for (const kind of importKinds) await written(join(folder, `${kind}.csv`), [templateCsv(kind)])
  return names
}

/** Creates the folder if it does not exist. Refuses a folder that contains import files. */
async function openFolder(folder: string): Promise<void> {
  const names = await makeFolder(folder)
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new ImportError(`The folder cannot be written: ${error.message}`)
    })
  const there = names.filter((name) => importKinds.some((kind) => name === `${kind}.csv`))
  if (there.length > 0)
    throw new ImportError(`${there.join(', ')} is in ${folder} already. Nothing was written: name another folder.`)
}

async function exportFile(session: Session, kind: ImportKind, folder: string): Promise<ExportedFile> {
  const file = `${kind}.csv`
  const columns = importColumns[kind].map(({ name }) => name)
  let rows = 0
  async function* lines() {
    yield csvLine(columns)
    for await (const page of pagesOf(session, kind)) {
      rows += page.length
      yield page.map((row) => csvLine(columns.map((name) => guarded(row[name] ?? '')))).join('')
    }
  }
  await written(join(folder, file), lines())
  return { file, rows, leavesOut: await leftOutOf(session, kind) }
}

async function* pagesOf(session: Session, kind: ImportKind): AsyncGenerator<PresentedRow[]> {
  await session.transaction((tx) => tx.run(sql`declare exported_rows no scroll cursor for ${presentRows(kind, null)}`))
  for (;;) {
    const page = await session.transaction((tx) =>
      tx.rows<PresentedRow>(sql`fetch ${sql.raw(String(pageRows))} from exported_rows`),
    )
    if (page.length > 0) yield page
    if (page.length < pageRows) break
  }
  await session.transaction((tx) => tx.run(sql`close exported_rows`))
}

/**
 * Writes a new file piece by piece. Readable only by the user who runs the command: the files contain names, addresses
 * and keys.
 */
export async function written(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(pieces, writingTo(path, { mode: 0o600, flags: 'wx' }))
}
