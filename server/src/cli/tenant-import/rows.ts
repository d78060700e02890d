import { clientSecretKey } from '../../modules/directories/index.ts'
import { newWebhookSecret, webhookSecret } from '../../modules/webhooks/index.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { differing } from '../tenant-export/columns.ts'
import { bytesOf, columnsOf, hexOf, jsonNulls, keyOf } from '../tenant-export/records.ts'
import { linesOf } from './lines.ts'

interface Keys {
  /** Of this installation. */
  own: Secrets
  /** Of the passphrase; null when the export has no secrets. */
  passphrase: Secrets | null
}

/** Inserts the rows of a table; returns how many. */
export async function insertTable(tx: Tx, folder: string, table: string, keys: Keys): Promise<number> {
  const columns = (await columnsOf(tx, table)).map(({ name, type }) => ({ name: sql.ref(name), said: name, type }))
  const values = columns.map(({ name, said, type }) =>
    type === 'jsonb'
      ? sql`case when l.line -> ${sql.lit(jsonNulls)} ? ${sql.lit(said)} then 'null'::jsonb else r.${name} end`
      : sql`r.${name}`,
  )
  const rows = sql`
    insert into ${sql.ref(table)} (tenant_id, ${sql.join(columns.map(({ name }) => name))})
    select (select current_tenant()), ${sql.join(values)}`
  const each = sql`cross join lateral jsonb_populate_record(null::${sql.ref(table)}, l.line) r`
  const isOfItself = await refersToItself(tx, table)
  // Rows that refer to one another are inserted by one statement, after which they all are there.
  if (isOfItself) await tx.run(sql`create temporary table arriving (line jsonb) on commit drop`)
  let count = 0
  for await (const lines of linesOf(folder, table)) {
    const text = `[${lines.map((line) => arrived(table, line, keys)).join(',')}]`
    const given = sql`jsonb_array_elements(${text}::jsonb) as l (line)`
    count += isOfItself
      ? await tx.run(sql`insert into arriving select l.line from ${given}`)
      : await tx.run(sql`${rows} from ${given} ${each}`)
  }
  if (isOfItself) {
    await tx.run(sql`${rows} from arriving l ${each}`)
    await tx.run(sql`drop table arriving`)
  }
  return count
}

const refersToItself = async (tx: Tx, table: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      select from pg_constraint where contype = 'f' and conrelid = ${table}::regclass and confrelid = conrelid`)
  ).length > 0

/**
 * A line as this installation keeps the row. What it seals is sealed by the passphrase still: the functions that change its
 * key do the rest, with the hashes that go with it.
 */
function arrived(table: string, line: string, { own, passphrase }: Keys): string {
  const secret = Object.entries(differing[table] ?? {}).filter(([, { isSecret }]) => isSecret)
  if (passphrase !== null && secret.length === 0) return line
  if (passphrase === null && !(table in without)) return line
  const row = JSON.parse(line) as Record<string, unknown>
  if (passphrase === null) return JSON.stringify({ ...row, ...without[table]?.(row, own) })
  for (const [name] of secret)
    if (typeof row[name] === 'string') row[name] = unsealOrNull(keyOf(passphrase, name), bytesOf(row[name]))
  return JSON.stringify(row)
}

/** What stands for secrets that did not come along, where there has to be one. */
const without: Record<string, (row: Record<string, unknown>, own: Secrets) => Record<string, unknown>> = {
  // Nobody signs in by it until its secret is entered.
  directory_connections: (_row, own) => ({ secret_sealed: hexOf(seal(clientSecretKey(own), '')) }),
  webhooks: (row, own) =>
    row.ended_at === null ? { secret_sealed: hexOf(seal(webhookSecret(own), newWebhookSecret())) } : {},
}
