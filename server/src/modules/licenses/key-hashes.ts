import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { insertKeyHashes, keyHash } from './serial-keys.ts'

const batch = 5000

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

/** Which of these keys a tenant of this installation has. */
export async function keysTaken(tx: Reader, serialKeys: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ serialKey: string }>(sql`
    select n.serial_key as "serialKey"
    from unnest(${serialKeys}::text[], ${serialKeys.map((key) => keyHash(tx, key))}::bytea[]) as n (serial_key, key_hash)
    join serial_keys k using (key_hash)`)
  return rows.map(({ serialKey }) => serialKey)
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
