import type { CertificateKind } from '@trellis/contract/certificates'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { forbid, found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { orAlreadyAssigned } from './issue.ts'
import { countedFrom, countedMonths, lockIssued, renewed } from './issued-queries.ts'
import { whyNotCertify, whyNotChange } from './rules.ts'

const tenant = sql`(select current_tenant())`

/**
 * Prolongs a certificate by a term: counted from its first start, or from now if it has ended (rules Q5). Refuses RQ409 for a revoked one, and CC509 when
 * another one was issued after its end.
 */
export async function renew(tx: Tx, actor: Actor, kind: CertificateKind, issuedId: string): Promise<void> {
  const before = found(await lockIssued(tx, kind, issuedId))
  forbid(whyNotChange(actor, 'u', before), { reason: 'self' }, 'This certificate cannot be renewed')
  const after = await orAlreadyAssigned(
    tx.row<{ expiresAt: string }>(sql`
      update issued_certificates i
      set expires_at = ${renewed}, counted_from = ${countedFrom}, counted_months = ${countedMonths}, is_current = true
      from certificates c
      where i.tenant_id = ${tenant} and i.issued_id = ${issuedId}
        and c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
      returning iso(i.expires_at) as "expiresAt"`),
  )
  const change = { before: { expiresAt: before.expiresAt }, after }
  await record(tx, 'certification.renewed', 'certification', issuedId, change)
}

/** Revokes a certificate for good; its row stays. Refuses RQ409 for one that is revoked. */
export async function revoke(tx: Tx, actor: Actor, kind: CertificateKind, issuedId: string): Promise<void> {
  const before = found(await lockIssued(tx, kind, issuedId))
  forbid(whyNotChange(actor, 'd', before), { reason: 'self' }, 'This certificate cannot be revoked')
  await tx.run(sql`
    update issued_certificates set revoked_at = clock(), revoked_by = current_user_id(), is_current = false
    where tenant_id = ${tenant} and issued_id = ${issuedId}`)
  await record(tx, 'certification.revoked', 'certification', issuedId, { before })
}

export async function writeNotes(
  tx: Tx,
  actor: Actor,
  kind: CertificateKind,
  issuedId: string,
  notes: string | null,
): Promise<void> {
  const before = found(await lockIssued(tx, kind, issuedId))
  forbid(whyNotCertify(actor, 'u', before), { reason: 'self' })
  await tx.run(sql`
    update issued_certificates set notes = ${notes} where tenant_id = ${tenant} and issued_id = ${issuedId}`)
  const change = { before: { notes: before.notes }, after: { notes } }
  await record(tx, 'certification.noted', 'certification', issuedId, change)
}
