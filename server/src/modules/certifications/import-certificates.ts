import { certificateKinds, certificateStatuses, maximumMonths } from '@trellis/contract/certificates'
import { sql } from '../../platform/database/sql.ts'
import { Fault, type Kind, oneOf, optional, required, text, wholeNumber } from '../../platform/import/cells.ts'
import { definitionImport } from '../../platform/import/definition.ts'
import { key, sameKey } from '../../platform/import/keys.ts'
import { recordRows } from '../audit/index.ts'
import { whyNotDefine } from './rules.ts'

const color: Kind = {
  sqlType: 'text',
  read: (value) => (/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : new Fault('notColor')),
}

/** What a tenant certifies (rules Q1). They come before the certifications, which name them. */
export const certificatesImport = definitionImport({
  name: 'certificates.csv',
  columns: {
    certificateName: required(key()),
    kind: required(oneOf(...certificateKinds)),
    durationMonths: required(wholeNumber(1, maximumMonths)),
    status: optional(oneOf(...certificateStatuses)),
    category: optional(text()),
    badgeColor: optional(color),
    description: optional(text(2000)),
  },
  table: 'certificates',
  id: 'certificate_id',
  key: { column: 'certificateName', sameAs: 'kind, key_of(certificate_name)' },
  async find(tx) {
    await tx.run(sql`
      update stage_certificates s set record_id = c.certificate_id from certificates c
      where c.tenant_id = (select current_tenant()) and c.kind = s.kind and ${sameKey(sql`c.name`, sql`s.certificate_name`)}`)
  },
  named: {
    name: sql`s.certificate_name`,
    kind: sql`s.kind`,
  },
  renamed: ['name'],
  facts: [
    { column: 'duration_months', to: 'duration_months', otherwise: sql`null` },
    { column: 'status', to: 'status', otherwise: sql`'Confirmed'` },
    { column: 'category', to: 'category', otherwise: sql`null` },
    { column: 'badge_color', to: 'badge_color', otherwise: sql`null` },
    { column: 'description', to: 'description', otherwise: sql`null` },
  ],
  mayChange: ({ actor }) => whyNotDefine(actor) === null,
  told: sql`jsonb_build_object('name', d.name, 'description', d.description, 'category', d.category, 'badgeColor', d.badge_color,
    'durationMonths', d.duration_months, 'kind', d.kind, 'status', d.status)`,
  noteChange: (tx, change, rows) =>
    recordRows(tx, change === 'created' ? 'certificate.created' : 'certificate.updated', 'certificate', rows),
  present: (among) => sql`
    select c.certificate_id::text as id, c.name as "certificateName", c.kind, c.duration_months::text as "durationMonths", c.status,
           c.category, lower(c.badge_color) as "badgeColor", c.description
    from certificates c
    where c.tenant_id = (select current_tenant()) and ${among(sql`c.certificate_id`)}
    order by c.kind, key_of(c.name)`,
})
