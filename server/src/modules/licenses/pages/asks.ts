import { sql } from '../../../platform/database/sql.ts'

/** SQL: JSON of the renewal that was asked for on the page of the license `l`; null when none waits. */
export const askJson = sql`(
  select json_build_object('askedDate', iso(k.asked_at), 'contactName', k.contact_name, 'contactEmail', k.contact_email, 'note', k.note)
  from license_asks k where k.tenant_id = l.tenant_id and k.license_id = l.license_id)`
