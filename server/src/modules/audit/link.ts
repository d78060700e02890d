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

export const linkOf = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text).digest()
