import { randomBytes } from 'node:crypto'
import { randomCharacters, serialKeyOf } from '@trellis/contract/serial-keys'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Fault, type Kind } from '../../platform/import/cells.ts'

/** A serial key in a file, also one that another program made. */
export const serialKeyCell: Kind = {
  sqlType: 'text',
  read: (value) => (/^[!-~]{1,100}$/.test(value) ? value.toUpperCase() : new Fault('notSerialKey')),
}

/**
 * The hash by which a serial key is looked up in the whole installation. The table `serial_keys` stores only hashes, so
 * nobody can read a usable key from it.
 */
export const keyHash = (by: Pick<Reader, 'keyed'>, serialKey: string): Buffer => by.keyed('serial key', serialKey)

/** A new key with 95 random bits, so that it cannot be guessed. */
export function newSerialKey(prefix: string): string {
  const random = Array.from(randomBytes(randomCharacters), (byte) => byte & 31)
  return serialKeyOf(prefix, random)
}

interface Wanted {
  licenseId: string
  prefix: string
}

/**
 * One new key for each license, in the same order, registered so that no other transaction in the installation can use
 * it.
 */
export async function registerNewKeys(tx: Tx, wanted: readonly Wanted[]): Promise<string[]> {
  const keys = new Map<string, string>()
  while (keys.size < wanted.length) {
    const tried = wanted
      .filter(({ licenseId }) => !keys.has(licenseId))
      .map(({ licenseId, prefix }) => ({ licenseId, serialKey: newSerialKey(prefix) }))
    const registered = await register(tx, tried)
    for (const { licenseId, serialKey } of tried) if (registered.has(licenseId)) keys.set(licenseId, serialKey)
  }
  return wanted.map(({ licenseId }) => keys.get(licenseId) as string)
}

/**
 * The statement that registers keys in the installation; the caller adds what happens on a conflict.
 * @param rows `from …`, which has license_id and key_hash
 */
export const insertKeyHashes = (rows: Sql): Sql => sql`
  insert into serial_keys (tenant_id, license_id, key_hash)
  select (select current_tenant()), license_id, key_hash ${rows}`

/** Registers the keys that are not in use yet; returns the ids of the licenses whose key was registered. */
async function register(tx: Tx, tried: { licenseId: string; serialKey: string }[]): Promise<Set<string>> {
  const rows = await tx.rows<{ licenseId: string }>(sql`
    ${insertKeyHashes(sql`
      from unnest(${tried.map(({ licenseId }) => licenseId)}::uuid[],
                  ${tried.map(({ serialKey }) => keyHash(tx, serialKey))}::bytea[]) as k (license_id, key_hash)
      order by key_hash`)}
    on conflict do nothing
    returning license_id as "licenseId"`)
  return new Set(rows.map(({ licenseId }) => licenseId))
}
