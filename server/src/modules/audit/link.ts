import { createHash } from 'node:crypto'
import { sql } from '../../platform/database/sql.ts'

/** The hash before the first link. */
export const beginning: Buffer = Buffer.alloc(32)

/**
 * The text of a row `a` that is hashed: its columns in a fixed order, in PostgreSQL's own text form. Rows of form 1 are
 * from before rows had an account and a name; `form` itself is part of the text of all others.
 */
export const canonicalText = sql`(case when a.form = 1 then jsonb_build_array(
    a.audit_id, iso(a.at), a.user_id, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id)
  else jsonb_build_array(
    a.audit_id, iso(a.at), a.user_id, a.action, a.entity, a.entity_id, a.before, a.after, a.request_id, a.form,
    a.account_id, a.entity_name) end)::text`

/** @param state what the record was then, as `audited_state` hashed; null with all but the last event of a record in its batch */
export const linkOf = (previous: Buffer, text: string, state: Buffer | null): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(text)
    .update(state ?? '')
    .digest()

/** The hash of what the record of the row `a` is now; null for kinds of records that have no state. */
export const stateHash = sql`sha256(convert_to(audited_state(a.entity, a.entity_id), 'UTF8'))`
