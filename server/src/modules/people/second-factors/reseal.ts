import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../../platform/secrets.ts'
import { resealBackupCodes } from './backup-codes.ts'
import { authenticatorSecret } from './second-factors.ts'

/**
 * Encrypts a tenant's authenticator secrets and backup codes with another key. What `from` cannot decrypt is left
 * unchanged.
 */
export async function resealSecondFactors(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const factors = await tx.rows<{ userId: string; sealed: Buffer }>(sql`
    select user_id as "userId", secret_sealed as sealed from second_factors
    where tenant_id = (select current_tenant()) and provider_type = 3`)
  for (const { userId, sealed } of factors) {
    const secret = unsealOrNull(authenticatorSecret(from), sealed)
    if (secret === null) continue
    await tx.run(sql`
      update second_factors set secret_sealed = ${seal(authenticatorSecret(to), secret)}
      where tenant_id = (select current_tenant()) and user_id = ${userId} and provider_type = 3`)
  }
  await resealBackupCodes(tx, from, to)
}
