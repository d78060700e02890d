import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { PublicKey } from '../../platform/signing/keys.ts'
import { CommandError } from '../command.ts'
import type { Locked } from './passphrase.ts'

export const format = 'trellis-tenant/1'
export const manifestName = 'manifest.json'

/** What an export has of one table. */
export interface Records {
  rows: number
  /** SHA-256 of the rows without the columns that may differ between installations. */
  content: string
  /** SHA-256 of the file. */
  file: string
}

/** Written last: an export without it was broken off. */
export interface Manifest {
  format: string
  release: string
  /** The import is for exactly this schema. */
  schema: string
  exportedAt: string
  tenantId: string
  tenantCode: string
  tenantName: string
  /** False: it went on changing while it was exported, which is for rehearsals. */
  isSuspended: boolean
  /** Null: without secrets. */
  locked: Locked | null
  tables: Record<string, Records>
  /** Why it cannot be imported: products that it has in common with other tenants, in words. */
  shared: string[]
  files: { files: number; bytes: number; missing: string[] }
  sums: Record<string, string>
  /** With which leases and documents were signed that are in the hands of others. */
  keys: PublicKey[]
  /** HMAC of all of the above with the passphrase; null without secrets. */
  mac: string | null
}

const macOf = (secrets: Secrets, { mac: _, ...manifest }: Manifest): string =>
  createHmac('sha256', secrets('manifest')).update(JSON.stringify(manifest)).digest('hex')

/** The manifest as its file has it. */
export function manifestText(manifest: Omit<Manifest, 'mac'>, secrets: Secrets | null): string {
  const whole: Manifest = { ...manifest, mac: null }
  if (secrets !== null) whole.mac = macOf(secrets, whole)
  return `${JSON.stringify(whole, null, 2)}\n`
}

/** Whether the manifest is as whoever knows the passphrase wrote it. */
export const isGenuine = (manifest: Manifest, secrets: Secrets): boolean => {
  const [said, is] = [Buffer.from(manifest.mac ?? ''), Buffer.from(macOf(secrets, manifest))]
  return said.length === is.length && timingSafeEqual(said, is)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new CommandError(
      `${folder} has no ${manifestName}: it is no export of \`portal tenant export\`, or one that was broken off.`,
    )
  })
  try {
    const manifest = JSON.parse(text) as Manifest
    if (manifest.format === format) return manifest
  } catch {
    // No JSON: the same sentence.
  }
  throw new CommandError(`${manifestName} in ${folder} is no manifest of an export of this portal.`)
}

/** What the tables of a database look like: every file of the schema and every migration. Read as the owner. */
export async function schemaOf(tx: Pick<Reader, 'rows'>): Promise<string> {
  const rows = await tx.rows<{ line: string }>(sql`
    select name || ' ' || checksum as line from schema_files
    union all select name || ' ' || checksum from schema_migrations order by 1`)
  const lines = rows.map(({ line }) => line).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
