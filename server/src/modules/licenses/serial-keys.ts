import { randomBytes } from 'node:crypto'
import { randomCharacters, serialKeyOf } from '@trellis/contract/serial-keys'
import { sql } from '../../platform/database/sql.ts'
import type { Read } from '../../platform/database/tx.ts'

/** A key that nobody can guess: 95 bits of the system's randomness. */
export function newSerialKey(prefix: string): string {
  const random = Array.from(randomBytes(randomCharacters), (byte) => byte & 31)
  return serialKeyOf(prefix, random)
}

/** One new key for each prefix, none of them in use anywhere in the installation. */
export async function newSerialKeys(tx: Read, prefixes: readonly string[]): Promise<string[]> {
  const keys = prefixes.map(newSerialKey)
  for (;;) {
    const rows = await tx.rows<{ serial_key: string }>(
      sql`select serial_key from serial_keys where serial_key = any(${keys}::text[])`,
    )
    const taken = new Set(rows.map((row) => row.serial_key))
    const again = keys.flatMap((key, place) => {
      const free = !taken.has(key)
      taken.add(key)
      return free ? [] : [place]
    })
    if (again.length === 0) return keys
    for (const place of again) keys[place] = newSerialKey(prefixes[place] as string)
  }
}
