import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { recordRows } from '../audit/index.ts'

const first = [
  { name: 'Sales Specialist', kind: 'User', months: 12 },
  { name: 'Technical Specialist', kind: 'User', months: 24 },
  { name: 'Certified Partner', kind: 'Account', months: 12 },
] as const

/** The certificates of a new tenant (rules Q1). The transaction must already act as that tenant. */
export async function seedCertificates(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into certificates (certificate_id, name, duration_months, kind, status)
    select c.id, c.name, c.months, c.kind, 'Confirmed'
    from jsonb_to_recordset(${json(first.map((each) => ({ id: newId(), ...each })))}) as c (id uuid, name text, kind text, months int)`)
  await recordRows(
    tx,
    'certificate.created',
    'certificate',
    sql`select certificate_id, null::jsonb, jsonb_build_object('name', name, 'kind', kind, 'durationMonths', duration_months)
        from certificates where tenant_id = (select current_tenant()) order by name`,
  )
}
