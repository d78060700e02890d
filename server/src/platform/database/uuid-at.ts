import { type Sql, sql } from './sql.ts'

/** SQL for a UUIDv7 of an instant: PostgreSQL has such a function only since version 18. */
export const uuidAt = (at: Sql): Sql => sql`(
  lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`
