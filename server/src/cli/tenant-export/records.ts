import { join } from 'node:path'
import { written } from '../../modules/imports/index.ts'
import type { Session } from '../../platform/database/session.ts'
import { sql } from '../../platform/database/sql.ts'

/** Rows kept in memory at once. */
const pageRows = 1000

const secret = 'a secret with which somebody could sign in'
const derived = 'follows from other records'
const passing = 'is kept for a short time only'

/** Tables of a tenant that are not exported, and why. Every other table is. */
export const leftOut: Record<string, string> = {
  backup_codes: secret,
  directory_attempts: secret,
  one_time_tokens: secret,
  refresh_tokens: secret,
  second_factors: secret,
  sessions: secret,
  account_tree: derived,
  audit_products: derived,
  audit_summed: derived,
  audit_sums: derived,
  audit_unsealed: derived,
  certificate_tallies: derived,
  deal_match_keys: derived,
  deal_tallies: derived,
  file_usage: derived,
  license_scopes: derived,
  license_tallies: derived,
  order_scopes: derived,
  order_tallies: derived,
  sales: derived,
  sales_buyers: derived,
  sales_days: derived,
  sales_products: derived,
  sales_unfolded: derived,
  stock_tallies: derived,
  file_removals: passing,
  file_uploads: passing,
  idempotency_keys: passing,
  import_files: passing,
  import_pieces: passing,
  imports: passing,
  mails: passing,
  order_news: passing,
  tenant_logos: 'is the file logo.png or logo.jpg',
}

/** Columns that are not exported. */
const secretColumns = ['old_secret_sealed', 'password_hash', 'secret_sealed']

/** The tables with rows of tenants. */
export const listRecordTables = (session: Session): Promise<string[]> =>
  session.transaction(async (tx) =>
    (
      await tx.rows<{ name: string }>(sql`
        select c.relname::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity order by c.relname`)
    ).map(({ name }) => name),
  )

/** Writes the tenant's rows of a table as JSON Lines; returns how many. A table without rows has no file. */
export async function writeRecords(session: Session, table: string, folder: string): Promise<number> {
  await session.transaction((tx) =>
    tx.run(sql`
      declare exported_records no scroll cursor for
      select (to_jsonb(r) - 'tenant_id' - ${secretColumns}::text[])::text as line from ${sql.ref(table)} r
      where r.tenant_id = (select current_tenant())`),
  )
  let rows = 0
  const next = async () => {
    const page = await session.transaction((tx) =>
      tx.rows<{ line: string }>(sql`fetch ${sql.raw(String(pageRows))} from exported_records`),
    )
    rows += page.length
    return page
  }
  let page = await next()
  async function* lines() {
    while (page.length > 0) {
      yield page.map(({ line }) => `${line}\n`).join('')
      page = await next()
    }
  }
  if (page.length > 0) await written(join(folder, `${table}.jsonl`), lines())
  await session.transaction((tx) => tx.run(sql`close exported_records`))
  return rows
}
