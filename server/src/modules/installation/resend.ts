import type { Tx } from '../../platform/database/tx.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import type { Mailer } from '../mail/index.ts'
import { guardInvitations, invite, lockUser } from '../people/index.ts'

/** Does something in the tenant: in the operator's transaction, or in one of the primary in which the tenant lives (decision 179). */
export type InTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Sends a super admin of the tenant another invitation (rules P69). Refuses RQ404 for everybody else of it, whom no operator is told of,
 * RQ409 for who has accepted theirs.
 */
export async function resendInvitation(
  tx: Tx,
  tenant: { tenantId: string; tenantCode: string; tenantName: string },
  userId: string,
  { mailer, inTenant }: { mailer: Mailer; inTenant: InTenant },
): Promise<void> {
  const { email } = await inTenant(async (own) => {
    const user = found(await lockUser(own, userId))
    if (!user.roles.some(({ isSuperAdmin }) => isSuperAdmin)) throw new Refusal('RQ404')
    if (user.status !== 'user_pending' || !user.hasOwnSignIn)
      throw new Refusal('RQ409', null, 'They have accepted their invitation')
    await guardInvitations(own, userId)
    await invite(own, user, null, mailer)
    return user
  })
  const { tenantName, tenantCode } = tenant
  await record(tx, 'tenant.invited', 'tenant', tenant.tenantId, { after: { tenantName, tenantCode, email } })
}
