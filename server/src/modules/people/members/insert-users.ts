import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { recordRows } from '../../audit/index.ts'

/**
 * Inserts users with their roles and records them, for the screen and for imports. `rows` is a query with the columns
 * user_id, account_id, email, first_name, last_name, time_zone, language_code, status, password_hash (null: cannot sign
 * in yet), sign_in_user_id (null: signs in as themselves), role_ids and role_names; zone, language and status may be null. `source` is recorded, if given. Returns the
 * number of roles given.
 */
export async function insertUsers(tx: Tx, rows: Sql, source: string | null = null): Promise<number> {
  await tx.run(sql`
    insert into users (user_id, account_id, email, first_name, last_name, time_zone, language_code, status, password_hash, sign_in_user_id,
                       has_agreed)
    select n.user_id, n.account_id, n.email, n.first_name, n.last_name, coalesce(n.time_zone, 'UTC'),
           coalesce(n.language_code, 'en'), coalesce(n.status, ${pending}), n.password_hash, n.sign_in_user_id,
           n.sign_in_user_id is null or n.status = 'user_active'
    from (${rows}) n`)
  const given = await tx.run(sql`
    insert into user_roles (user_id, role_id) select n.user_id, r from (${rows}) n cross join lateral unnest(n.role_ids) r`)
  const facts = sql`jsonb_strip_nulls(jsonb_build_object(
    'email', n.email, 'roles', n.role_names, 'status', coalesce(n.status, ${pending}), 'source', ${source}::text))`
  await recordRows(tx, 'user.created', 'user', sql`select n.user_id, null::jsonb, ${facts} from (${rows}) n`)
  return given
}

const pending = sql`'user_pending'`
