import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** `server/schema`, equally far from src and from dist. */
export const textsFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

export interface SchemaText {
  name: string
  sql: string
  checksum: string
}

/**
 * The files of `server/schema`: the present text of every function, trigger and view, one file a column. All of them are
 * `create or replace`, so that a file can be applied again whenever it changed, after the migrations.
 */
export async function readTexts(folder: string): Promise<SchemaText[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Those that the database does not have, or has with another text. */
export async function changedTexts(client: pg.ClientBase, texts: SchemaText[]): Promise<SchemaText[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_texts')
  const present = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return texts.filter(({ name, checksum }) => present.get(name) !== checksum)
}

/** Within a transaction. A body may name what a later file defines, so bodies are not looked into. */
export async function applyText(client: pg.ClientBase, { name, sql, checksum }: SchemaText): Promise<void> {
  await client.query('set local check_function_bodies = off')
  await client.query(sql)
  await client.query(
    `insert into schema_texts (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
