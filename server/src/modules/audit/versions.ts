import { sql } from '../../platform/database/sql.ts'
import type { Versions } from '../../platform/http/versions.ts'

/**
 * The version of a record: how many events it has, and the end of the last one's id. The log is append-only, so the number grows with each
 * change, whatever the clocks of the processes say; the end of the id differs where a restored backup has the same number.
 */
export const recordVersions: Versions = {
  of: (id) => sql`record_version(${id})`,
  isUntouched: (id, version) => sql`(
    select count(*) = ${Number.parseInt(version, 10)} from audit_log l
    where l.tenant_id = (select current_tenant()) and l.entity_id = ${id}
      and l.request_id is distinct from nullif(current_setting('app.request', true), ''))`,
  keyOf: async (tx, kind, id) => (await tx.row<{ name: string }>(sql`select name from audited(${kind}, ${id})`))?.name,
}
