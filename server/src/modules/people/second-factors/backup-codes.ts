import { createHmac, randomBytes } from 'node:crypto'
import type { BackupCode } from '@trellis/contract/second-factors'
import { base32Alphabet } from '@trellis/contract/serial-keys'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../../platform/secrets.ts'

const howMany = 10
/** 50 random bits. */
const characters = 10

export interface BackupCodes {
  /** Creates ten codes for a user who has none. */
  make(tx: Tx, userId: string): Promise<void>
  list(tx: Reader, userId: string): Promise<BackupCode[]>
  /** Uses a code; true for only one of several concurrent calls with it. */
  use(tx: Tx, userId: string, code: string): Promise<boolean>
  countUnused(tx: Reader, userId: string): Promise<number>
}

/** `XXXXX-XXXXX` in Crockford's base32. */
function newBackupCode(): string {
  const text = Array.from(randomBytes(characters), (byte) => base32Alphabet.charAt(byte & 31)).join('')
  return `${text.slice(0, characters / 2)}-${text.slice(characters / 2)}`
}

/** Normalizes typed input: any case, with or without the hyphen, O for 0, and I or L for 1. */
const plain = (code: string) =>
  code
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** The key that encrypts backup codes. */
export const backupCodeSecret = (secrets: Secrets): Buffer => secrets('backup codes')

const means = (secrets: Secrets) => {
  const hashKey = secrets('backup code hash')
  return {
    sealingKey: backupCodeSecret(secrets),
    hashOfCode: (userId: string, code: string) =>
      createHmac('sha256', hashKey).update(userId).update(plain(code)).digest(),
  }
}

export function openBackupCodes(secrets: Secrets): BackupCodes {
  const { sealingKey, hashOfCode } = means(secrets)
  return {
    async make(tx, userId) {
      const codes = new Set<string>()
      while (codes.size < howMany) codes.add(newBackupCode())
      const rows = [...codes].map(
        (code, index) => sql`
        (${userId}::uuid, ${index + 1}::int, ${seal(sealingKey, code)}::bytea, ${hashOfCode(userId, code)}::bytea)`,
      )
      await tx.run(sql`insert into backup_codes (user_id, number, code_sealed, code_hash) values ${sql.join(rows)}`)
    },
    async list(tx, userId) {
      const rows = await tx.rows<{ code_sealed: Buffer; consumed: boolean }>(sql`
        select code_sealed, consumed_at is not null as consumed from backup_codes
        where tenant_id = (select current_tenant()) and user_id = ${userId} order by number`)
      return rows.flatMap((row) => {
        const backupCode = unsealOrNull(sealingKey, row.code_sealed)
        return backupCode === null ? [] : [{ backupCode, isConsumed: row.consumed }]
      })
    },
    async countUnused(tx, userId) {
      const row = await tx.row<{ count: number }>(sql`
        select count(*) from backup_codes
        where tenant_id = (select current_tenant()) and user_id = ${userId} and consumed_at is null`)
      return row?.count ?? 0
    },
    async use(tx, userId, code) {
      return (
        (await tx.run(sql`
          update backup_codes set consumed_at = machine_clock()
          where tenant_id = (select current_tenant()) and user_id = ${userId}
            and code_hash = ${hashOfCode(userId, code)} and consumed_at is null`)) === 1
      )
    },
  }
}

export const removeBackupCodes = (tx: Tx, userId: string) =>
  tx.run(sql`delete from backup_codes where tenant_id = (select current_tenant()) and user_id = ${userId}`)

/** Encrypts a tenant's codes with another key. Codes that `from` cannot decrypt are left unchanged. */
export async function resealBackupCodes(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const [before, after] = [means(from), means(to)]
  const codes = await tx.rows<{ userId: string; number: number; sealed: Buffer }>(sql`
    select user_id as "userId", number, code_sealed as sealed from backup_codes
    where tenant_id = (select current_tenant())`)
  for (const { userId, number, sealed } of codes) {
    const code = unsealOrNull(before.sealingKey, sealed)
    if (code === null) continue
    await tx.run(sql`
      update backup_codes set code_sealed = ${seal(after.sealingKey, code)}, code_hash = ${after.hashOfCode(userId, code)}
      where tenant_id = (select current_tenant()) and user_id = ${userId} and number = ${number}`)
  }
}
