import type { CertificateDraft, CertificateUpdate } from '@trellis/contract/certificates'
import { violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { lockCertificate } from './definition-queries.ts'
import { whyNotDefine, whyNotRemove } from './rules.ts'

/** Refuses RQ422 at `name` for a name that a certificate of this kind has (rules Q1). */
export async function createCertificate(tx: Tx, actor: Actor, draft: CertificateDraft): Promise<string> {
  refuse(whyNotDefine(actor), { permission: 'Certifications:ra' })
  const certificateId = newId()
  await orNameInUse(
    tx.run(sql`
      insert into certificates (certificate_id, name, description, category, badge_color, duration_months, kind, status)
      values (${certificateId}, ${draft.name}, ${draft.description}, ${draft.category}, ${draft.badgeColor},
              ${draft.durationMonths}, ${draft.kind}, ${draft.status})`),
  )
  await record(tx, 'certificate.created', 'certificate', certificateId, { after: draft })
  return certificateId
}

/** Refuses RQ422 at `kind` for another kind of a certificate that was issued. */
export async function updateCertificate(tx: Tx, actor: Actor, id: string, after: CertificateUpdate): Promise<void> {
  const { issued, ...before } = found(await lockCertificate(tx, id))
  refuse(whyNotDefine(actor), { permission: 'Certifications:ra' })
  if (after.kind !== before.kind && issued > 0)
    throw invalid(['kind'], 'contradicts', 'The kind of a certificate that was issued stays')
  await orNameInUse(
    tx.run(sql`
      update certificates set name = ${after.name}, description = ${after.description}, category = ${after.category},
        badge_color = ${after.badgeColor}, duration_months = ${after.durationMonths}, kind = ${after.kind},
        status = ${after.status}
      where tenant_id = (select current_tenant()) and certificate_id = ${id}`),
  )
  await record(tx, 'certificate.updated', 'certificate', id, { before, after })
}

/** Refuses RQ409 with `info.issued` for a certificate that was ever issued. */
export async function removeCertificate(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { issued, ...before } = found(await lockCertificate(tx, id))
  refuse(
    whyNotRemove(actor, issued),
    { permission: 'Certifications:ra', issued },
    'The certificate was issued; cancel it instead',
  )
  await tx.run(sql`delete from certificates where tenant_id = (select current_tenant()) and certificate_id = ${id}`)
  await record(tx, 'certificate.removed', 'certificate', id, { before })
}

async function orNameInUse(writing: Promise<number>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (violates(error, 'certificates_name'))
      throw invalid(['name'], 'taken', 'A certificate of this kind already has this name')
    throw error
  }
}
