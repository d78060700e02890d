import { keysTaken } from '../../modules/licenses/index.ts'
import { findTenantByCode } from '../../modules/tenants/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { version } from '../../platform/version.ts'
import { CommandError } from '../command.ts'
import { type Manifest, schemaOf } from '../tenant-export/manifest.ts'
import { exportedTables } from '../tenant-export/records.ts'
import { linesOf } from './lines.ts'

/** Names that a message repeats. */
const shown = 10

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Refuses an export that this installation cannot take, before any of its lines is read. */
export async function refuseForeign(tx: Reader, manifest: Manifest): Promise<void> {
  if (!uuid.test(manifest.tenantId))
    throw new CommandError('The manifest of the export was changed. Nothing was imported.')
  if ((await schemaOf(tx)) !== manifest.schema)
    throw new CommandError(
      `The export is of release ${manifest.release}, whose tables are other than those of this installation, release ${version}. Bring both to the same release and export again. Nothing was imported.`,
    )
  const wanted = await exportedTables(tx, { withSecrets: manifest.locked !== null })
  if (wanted.sort().join() !== Object.keys(manifest.tables).sort().join())
    throw new CommandError('The manifest of the export was changed. Nothing was imported.')
  if (manifest.shared.length > 0)
    throw new CommandError(
      `The tenant has products in common with others of its installation, which do not move with it: ${someOf(manifest.shared)}. End that there and export again. Nothing was imported.`,
    )
}

/**
 * Refuses a tenant that is here already, or names and keys that exist once in an installation.
 * @param at the primary that it will live in: serial keys are unique there
 */
export async function refuseTaken(db: Database, at: Database, folder: string, manifest: Manifest): Promise<void> {
  const { tenantId, tenantCode } = manifest
  if (await findTenantByCode(db, tenantCode))
    throw new CommandError(`There is a tenant ${tenantCode} already. Nothing was imported.`)
  const same = await db.everywhere.find((shared) =>
    shared.row<{ code: string }>(sql`select code::text from offered.tenants where tenant_id = ${tenantId}`),
  )
  if (same) throw new CommandError(`This tenant is here already, as ${same.code}. Nothing was imported.`)
  for await (const lines of linesOf(folder, 'tenant_hosts')) {
    const hosts = lines.map((line) => JSON.parse(line) as { host: string; proved_at: string | null })
    const proved = hosts.filter(({ proved_at }) => proved_at !== null).map(({ host }) => host)
    const found = await db.everywhere.each((shared) =>
      shared.rows<{ host: string }>(sql`
        select host::text from offered.tenant_hosts where host = any(${proved}::citext[])`),
    )
    const taken = found.flat()
    if (taken.length > 0)
      throw new CommandError(
        `The host name ${someOf(taken.map(({ host }) => host))} leads to another tenant here. Nothing was imported.`,
      )
  }
  for await (const lines of linesOf(folder, 'licenses')) {
    const keys = lines.map((line) => (JSON.parse(line) as { serial_key: string }).serial_key)
    const taken = await keysTaken(at.shared, keys)
    if (taken.length > 0)
      throw new CommandError(
        `A serial key exists once in an installation, and another tenant here has ${someOf(taken)}. Nothing was imported.`,
      )
  }
}

export const someOf = (names: readonly string[]): string =>
  names.slice(0, shown).join(', ') + (names.length > shown ? ` and ${names.length - shown} more` : '')
