import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { written } from '../../modules/imports/index.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { tablesOfTenants } from '../tables-of-tenants.ts'
import { differing, leftOut, secretTables } from './columns.ts'
import type { Records } from './manifest.ts'

/** Rows kept in memory at once. */
const pageRows = 1000

/** Runs work in the one transaction that all rows are read in. */
export type Asking = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The tables of an export, those before others that these refer to. */
export async function exportedTables(read: Pick<Reader, 'rows'>, { withSecrets }: { withSecrets: boolean }) {
  const tables = (await tablesOfTenants(read)).reverse()
  return tables.filter((table) => leftOut[table] === undefined && (withSecrets || secretTables[table] === undefined))
}

/** Values as an export has them, of the columns that may differ from one installation to another. */
export type Shown = (table: string, values: Record<string, unknown>) => Record<string, unknown>

/** Without secrets the columns with some are left out; with secrets they are opened, and sealed with the passphrase. */
export function showing(own: Secrets, passphrase: Secrets | null): Shown {
  return (table, values) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const { sealedBy, isSecret } = differing[table]?.[name] ?? {}
        if (sealedBy === undefined && isSecret === undefined) return [[name, value]]
        if (passphrase === null) return []
        if (typeof value !== 'string') return [[name, value]]
        // What this installation cannot open itself goes as it is.
        const text = sealedBy ? unsealOrNull(sealedBy(own), bytesOf(value)) : value
        return [[name, text === null ? value : hexOf(seal(keyOf(passphrase, name, sealedBy), text))]]
      }),
    )
}

/** The key with which an export seals a column. */
export const keyOf = (passphrase: Secrets, name: string, sealedBy?: (secrets: Secrets) => Buffer): Buffer =>
  sealedBy ? sealedBy(passphrase) : passphrase(name)

/** Bytes as PostgreSQL writes them in JSON. */
export const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')

export interface Row {
  /** What is the same wherever the tenant is, as JSON. */
  content: string
  /** The columns that may differ; empty for most tables. */
  differs: Record<string, unknown>
}

/** The tenant's rows of a table, a page at a time, in an order that is the same in every installation. */
export async function* rowsOf(ask: Asking, table: string): AsyncGenerator<Row[]> {
  const names = Object.keys(differing[table] ?? {})
  const differs =
    names.length === 0
      ? sql`'{}'`
      : sql`jsonb_build_object(${sql.join(names.map((name) => sql`${sql.lit(name)}, r.${sql.ref(name)}`))})::text`
  await ask(async (tx) => {
    await tx.run(sql`set local timezone = 'UTC'`)
    await tx.run(sql`
      declare exported_records no scroll cursor for
      select shown.content, shown.differs
      from ${sql.ref(table)} r
      cross join lateral (
        select (to_jsonb(r) - 'tenant_id' - ${names}::text[] || ${await nulls(tx, table)})::text as content,
               ${differs} as differs) shown
      where r.tenant_id = (select current_tenant()) order by ${await orderOf(tx, table)}`)
  })
  for (;;) {
    const page = await ask((tx) =>
      tx.rows<{ content: string; differs: string }>(sql`fetch ${sql.raw(String(pageRows))} from exported_records`),
    )
    if (page.length === 0) break
    yield page.map(({ content, differs }) => ({ content, differs: JSON.parse(differs) }))
  }
  await ask((tx) => tx.run(sql`close exported_records`))
}

/** The member of a line that names the columns whose value is the `null` of JSON, which is another than none. */
export const jsonNulls = 'json null'

/** SQL: that member of a row, where it is needed. */
async function nulls(tx: Pick<Reader, 'rows'>, table: string): Promise<Sql> {
  const columns = (await columnsOf(tx, table)).filter(({ type }) => type === 'jsonb')
  if (columns.length === 0) return sql`'{}'::jsonb`
  const values = columns.map(({ name }) => sql`(${sql.lit(name)}, jsonb_typeof(r.${sql.ref(name)}))`)
  return sql`(
    select case when count(*) = 0 then '{}' else jsonb_build_object(${sql.lit(jsonNulls)}, jsonb_agg(v.name)) end
    from (values ${sql.join(values)}) v (name, type) where v.type = 'null')`
}

/** The columns of a table that are written, without the tenant. */
export const columnsOf = (tx: Pick<Reader, 'rows'>, table: string): Promise<{ name: string; type: string }[]> =>
  tx.rows<{ name: string; type: string }>(sql`
    select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'tenant_id'
    order by attnum`)

/** SQL by which rows are sorted: the columns of the primary key, texts by their bytes. Ids are sorted by bytes as they are. */
async function orderOf(tx: Pick<Reader, 'rows'>, table: string): Promise<Sql> {
  const columns = await keyColumns(tx, table)
  if (columns.length === 0) return sql`shown.content collate "C"`
  return sql.join(
    columns.map(({ name, type }) =>
      type === 'uuid' ? sql`r.${sql.ref(name)}` : sql`r.${sql.ref(name)}::text collate "C"`,
    ),
  )
}

/** The columns of the primary key of a table without the tenant, in their order. */
export const keyColumns = (tx: Pick<Reader, 'rows'>, table: string): Promise<{ name: string; type: string }[]> =>
  tx.rows<{ name: string; type: string }>(sql`
    select a.attname::text as name, format_type(a.atttypid, null) as type
    from pg_index i
    cross join unnest(i.indkey::int2[]) with ordinality k (attribute, position)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attribute
    where i.indrelid = ${table}::regclass and i.indisprimary and a.attname <> 'tenant_id' order by k.position`)

/** A row as a line of an export. */
export function lineOf(content: string, shown: Record<string, unknown>): string {
  const more = JSON.stringify(shown)
  if (more === '{}') return content
  return content === '{}' ? more : `${content.slice(0, -1)}, ${more.slice(1)}`
}

/** Writes the tenant's rows of a table as JSON Lines. A table without rows has no file. */
export async function writeRecords(ask: Asking, table: string, folder: string, shown: Shown): Promise<Records> {
  const [content, file] = [createHash('sha256'), createHash('sha256')]
  let rows = 0
  const pages = rowsOf(ask, table)
  let page = await pages.next()
  async function* lines() {
    while (page.done !== true) {
      const text = page.value.map((row) => {
        content.update(`${row.content}\n`)
        return `${lineOf(row.content, shown(table, row.differs))}\n`
      })
      rows += text.length
      const joined = text.join('')
      file.update(joined)
      yield joined
      page = await pages.next()
    }
  }
  if (page.done !== true) await written(join(folder, `${table}.jsonl`), lines())
  return { rows, content: content.digest('hex'), file: file.digest('hex') }
}

/** Number and hash of the tenant's rows as they are now. */
export async function countRecords(ask: Asking, table: string): Promise<Omit<Records, 'file'>> {
  const content = createHash('sha256')
  let rows = 0
  for await (const page of rowsOf(ask, table)) {
    for (const row of page) content.update(`${row.content}\n`)
    rows += page.length
  }
  return { rows, content: content.digest('hex') }
}
