import type { Code } from '@trellis/contract/codes'
import { type Flag, hasPermission, mayDefineCertificates } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** The code that refuses editing definitions, or null: who holds c, u, d and `ra` edits them (rules Q1). */
export const whyNotDefine = ({ permissions }: Pick<Actor, 'permissions'>): Code | null =>
  mayDefineCertificates(permissions) ? null : 'RQ403'

/** The code that refuses deleting a definition, or null: one that was ever issued is canceled instead (rules Q1). */
export function whyNotRemove(actor: Pick<Actor, 'permissions'>, issued: number): Code | null {
  return whyNotDefine(actor) ?? (issued > 0 ? 'RQ409' : null)
}

type Certifier = Pick<Actor, 'userId' | 'accountId' | 'rootAccountId' | 'permissions'>

export interface Holder {
  accountId: string
  /** Null for a guest and for an account. */
  userId: string | null
}

/**
 * The code that refuses a change of what a holder in the actor's own sub-tree is certified for, or null: it takes the flag
 * and an account above the holder's, or the root for its own, and nobody certifies themselves (rules Q3).
 */
export function whyNotCertify(actor: Certifier, flag: Flag, holder: Holder): Code | null {
  if (!hasPermission(actor.permissions, 'Certifications', flag)) return 'RQ403'
  if (holder.userId === actor.userId) return 'RQ403'
  if (holder.accountId === actor.accountId && actor.accountId !== actor.rootAccountId) return 'RQ403'
  return null
}

/** The same for renewing or revoking: what is revoked stays so (rules Q5, Q6). */
export function whyNotChange(actor: Certifier, flag: Flag, issued: Holder & { isRevoked: boolean }): Code | null {
  return whyNotCertify(actor, flag, issued) ?? (issued.isRevoked ? 'RQ409' : null)
}

/** The code that refuses the PDF and the credential of an issued certificate, or null: a revoked one proves nothing (rules Q10, Q12). */
export const whyNotPrint = ({ isRevoked }: { isRevoked: boolean }): Code | null => (isRevoked ? 'RQ409' : null)
