import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** `server/schema`, at the same relative path from src and from dist. */
export const textsFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

export interface SchemaText {
  name: string
  sql: string
  checksum: string
}

/**
 * The files of `server/schema`: the current text of every function, trigger and view, one file for each module. All use
 * `create or replace`, so a changed file can be applied again, after the migrations.
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

/** Texts that the database does not have, or has in another version. */
export async function changedTexts(client: pg.ClientBase, texts: SchemaText[]): Promise<SchemaText[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_texts')
  const present = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return texts.filter(({ name, checksum }) => present.get(name) !== checksum)
}

/** Runs in a transaction. Function bodies are not checked, because they may refer to objects of a later file. */
export async function applyText(client: pg.ClientBase, { name, sql, checksum }: SchemaText): Promise<void> {
  await client.query('set local check_function_bodies = off')
  await client.query(sql)
  await client.query(
    `insert into schema_texts (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
