import { isAppliedFor } from '../../platform/database/applied.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { insertKeyHashes, keyHash } from './serial-keys.ts'

const batch = 5000
const nobody = { tenantId: '', userId: null, reach: null, clock: null, requestId: null }

/** How long plain keys are kept after the migration, for processes of the previous version that are still running. */
const plainFor = sql`interval '1 hour'`

/**
 * Hashes the keys that were registered in plain text before the migration or by a process of the previous version, and
 * removes the plain text one hour after the migration. Works in batches, each committed.
 */
export async function hashPlainKeys(db: Database): Promise<void> {
  const any = await db.shared.row(sql`select from serial_keys where serial_key is not null limit 1`)
  if (any === undefined) return
  while ((await db.administer(nobody, hashBatch)) > 0);
  while ((await db.administer(nobody, emptyBatch)) > 0);
}

async function hashBatch(tx: Tx): Promise<number> {
  const rows = await tx.rows<{ serialKey: string }>(sql`
    select serial_key as "serialKey" from serial_keys
    where serial_key is not null and key_hash is null order by serial_key limit ${batch} for update skip locked`)
  const keys = rows.map(({ serialKey }) => serialKey)
  return tx.run(sql`
    update serial_keys k set key_hash = n.key_hash
    from unnest(${keys}::text[], ${keys.map((key) => keyHash(tx, key))}::bytea[]) as n (serial_key, key_hash)
    where k.serial_key = n.serial_key`)
}

const emptyBatch = (tx: Tx) =>
  tx.run(sql`
    update serial_keys set serial_key = null
    where serial_key in (
      select serial_key from serial_keys where serial_key is not null and key_hash is not null limit ${batch})
      and ${isAppliedFor('0036_hashed_serial_keys.sql', plainFor)}`)

/** Hashes all keys of the tenant again, after the installation's secret was changed. */
export async function rehashKeys(tx: Tx): Promise<void> {
  for await (const rows of keysOf(tx)) {
    await tx.run(sql`
      ${insertKeyHashes(sql`
        from unnest(${rows.map(({ licenseId }) => licenseId)}::uuid[],
                    ${rows.map(({ serialKey }) => keyHash(tx, serialKey))}::bytea[]) as n (license_id, key_hash)`)}
      on conflict (tenant_id, license_id) do update set key_hash = excluded.key_hash`)
  }
}

/** Returns a message for each key of the tenant whose stored hash does not match; an empty list when all match. */
export async function verifyKeyHashes(tx: Reader): Promise<string[]> {
  const faults: string[] = []
  for await (const rows of keysOf(tx)) {
    for (const { serialKey, hash } of rows)
      if (hash && !hash.equals(keyHash(tx, serialKey))) faults.push(`serial key ${serialKey} is not found by its hash`)
  }
  return faults
}

async function* keysOf(tx: Reader) {
  for (let after: string | null = null; ; ) {
    const rows: { licenseId: string; serialKey: string; hash: Buffer | null }[] = await tx.rows(sql`
      select l.license_id as "licenseId", l.serial_key as "serialKey", k.key_hash as hash
      from licenses l left join serial_keys k using (tenant_id, license_id)
      where l.tenant_id = (select current_tenant()) and (${after}::uuid is null or l.license_id > ${after}::uuid)
      order by l.license_id limit ${batch}`)
    yield rows
    if (rows.length < batch) return
    after = rows.at(-1)?.licenseId ?? null
  }
}

export const licensesJobs = (db: Database): Job[] => [
  { name: 'licenses:hash-keys', cron: '* * * * *', run: () => hashPlainKeys(db) },
]
