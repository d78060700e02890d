import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { challengeMinutes } from '@trellis/contract/passkeys'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'

/** What a challenge is for, and whose it is: the browser's, the pending sign-in's, or the session's. */
export interface ChallengePurpose {
  tenantId: string
  /** The host name at which it is answered. */
  host: string
  use: 'sign-in' | 'second-factor' | 'registration' | 'proof'
  boundTo: string
}

const randomLength = 16
const endLength = 6
const markLength = 32

/** Seconds of the database's clock, which all servers share. */
const findNow = async (tx: Reader): Promise<number> =>
  (await tx.row<{ now: number }>(sql`select floor(extract(epoch from machine_clock()))::bigint as now`))?.now ?? 0

/**
 * Challenges that need no table until they are answered: random bytes and an end, signed together with their purpose (decision 141).
 */
export function openChallenges(secret: Buffer) {
  const markOf = ({ tenantId, host, use, boundTo }: ChallengePurpose, head: Buffer): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([tenantId, host, use, boundTo]))
      .update(head)
      .digest()

  return {
    async issue(tx: Reader, purpose: ChallengePurpose): Promise<Uint8Array<ArrayBuffer>> {
      const end = Buffer.alloc(endLength)
      end.writeUIntBE((await findNow(tx)) + challengeMinutes * 60, 0, endLength)
      const head = Buffer.concat([randomBytes(randomLength), end])
      return new Uint8Array(Buffer.concat([head, markOf(purpose, head)]))
    },

    /** Whether it was issued for this purpose and has not expired. */
    async isValid(tx: Reader, purpose: ChallengePurpose, challenge: string): Promise<boolean> {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, randomLength + endLength)
      const mark = bytes.subarray(randomLength + endLength)
      if (mark.length !== markLength || !timingSafeEqual(mark, markOf(purpose, head))) return false
      return head.readUIntBE(randomLength, endLength) > (await findNow(tx))
    },
  }
}

/** Marks a challenge as answered; false when it was answered before. */
export const spendChallenge = async (tx: Tx, challenge: string): Promise<boolean> =>
  (await tx.run(sql`
    insert into passkey_answers (challenge_hash, expires_at)
    values (${createHash('sha256').update(challenge).digest()}, machine_clock() + make_interval(mins => ${challengeMinutes}))
    on conflict do nothing`)) === 1

/** Forgets what could not be answered again anyway. */
export const deleteOldAnswers = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from passkey_answers
    where tenant_id = (select current_tenant()) and challenge_hash = any(array(
      select challenge_hash from passkey_answers
      where tenant_id = (select current_tenant()) and expires_at < (select machine_clock())
      limit ${most}))`)
