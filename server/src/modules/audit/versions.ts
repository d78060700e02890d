import { sql } from '../../platform/database/sql.ts'
import type { Versions } from '../../platform/http/versions.ts'

/**
 * The version of a record: a hash over the ids of its newest events. The log is append-only, so each change has another one, also one
 * whose id is older than the last, as from a process whose clock is behind, unless 256 newer events of the record are there.
 */
export const recordVersions: Versions = {
  of: (id) => sql`record_version(${id})`,
  isUntouched: (id, version) => sql`(record_version_before(${id}) = ${version})`,
  keyOf: async (tx, kind, id) => (await tx.row<{ name: string }>(sql`select name from audited(${kind}, ${id})`))?.name,
}
