import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** `server/schema`, at the same relative path from src and from dist. */
const ownFolder = fileURLToPath(new URL('../../../schema', import.meta.url))

export interface SchemaFile {
  name: string
  sql: string
  checksum: string
}

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** Git may check out the files with CRLF on Windows. */
export const readSql = async (path: string): Promise<string> => (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')

/**
 * The files of `server/schema` in the order of `columns`, which is that of dependency. Each holds the present schema of
 * one column: tables, indexes, functions, triggers and views. A column may have no file.
 */
export async function readSchema(columns: readonly string[], folder = ownFolder): Promise<SchemaFile[]> {
  const present = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const names = columns.map((column) => `${column}.sql`)
  const stray = present.find((name) => !names.includes(name))
  if (stray) throw new Error(`${join(folder, stray)}: no column has this name.`)
  return Promise.all(
    names
      .filter((name) => present.includes(name))
      .map(async (name) => {
        const sql = await readSql(join(folder, name))
        return { name, sql, checksum: checksumOf(sql) }
      }),
  )
}

/**
 * What to apply of a file again when it has changed: what can be replaced, and the functions, triggers and views that `counted` and
 * `findable` make. The rest of it is left blank, so that lines keep their numbers.
 */
export function replaceable(sql: string): string {
  return statementsOf(sql)
    .map((statement) =>
      /^(\s|--.*\n)*(create or replace|call (counted|findable))\b/i.test(statement)
        ? statement
        : statement.replace(/[^\n]/g, ''),
    )
    .join('')
}

/** The statements of a text, which put together are the text again. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  // Comments, texts in dollar quotes, texts and names in quotes, and the ends of statements.
  const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|;/g
  let start = 0
  for (const { 0: part, index } of sql.matchAll(parts)) {
    if (part !== ';') continue
    statements.push(sql.slice(start, index + 1))
    start = index + 1
  }
  return [...statements, sql.slice(start)]
}

/** Files that the database does not have, or has in another text. */
export async function changedFiles(client: pg.ClientBase, files: SchemaFile[]): Promise<SchemaFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_files')
  const present = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return files.filter(({ name, checksum }) => present.get(name) !== checksum)
}

/** Runs in a transaction. Bodies of functions are not checked, because they may refer to objects of a later file. */
export async function applySql(client: pg.ClientBase, sql: string): Promise<void> {
  await client.query('set local check_function_bodies = off')
  await client.query(sql)
}

export async function recordFile(client: pg.ClientBase, { name, checksum }: SchemaFile): Promise<void> {
  await client.query(
    `insert into schema_files (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
