import { randomBytes } from 'node:crypto'
import { randomCharacters, serialKeyOf } from '@trellis/contract/serial-keys'
import { sql } from '../../platform/database/sql.ts'
import type { Read, Tx } from '../../platform/database/tx.ts'

/** What a serial key is found by in the whole installation: `serial_keys` holds no key that somebody could use. */
export const keyHash = (by: Pick<Read, 'keyed'>, serialKey: string): Buffer => by.keyed('serial key', serialKey)

/** A key that nobody can guess: 95 bits of the system's randomness. */
export function newSerialKey(prefix: string): string {
  const random = Array.from(randomBytes(randomCharacters), (byte) => byte & 31)
  return serialKeyOf(prefix, random)
}

interface Wanted {
  licenseId: string
  prefix: string
}

/** One new key for each license, in their order, registered before anybody else in the installation could get it. */
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

/** Registers the keys that are free; returns the licenses that got theirs. */
async function register(tx: Tx, tried: { licenseId: string; serialKey: string }[]): Promise<Set<string>> {
  const rows = await tx.rows<{ licenseId: string }>(sql`
    insert into serial_keys (tenant_id, license_id, key_hash)
    select (select current_tenant()), license_id, key_hash
    from unnest(${tried.map(({ licenseId }) => licenseId)}::uuid[],
                ${tried.map(({ serialKey }) => keyHash(tx, serialKey))}::bytea[]) as k (license_id, key_hash)
    order by key_hash
    on conflict do nothing
    returning license_id as "licenseId"`)
  return new Set(rows.map(({ licenseId }) => licenseId))
}
