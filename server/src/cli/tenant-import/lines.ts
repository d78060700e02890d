import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { linesIn } from '../../platform/lines.ts'
import { CommandError } from '../command.ts'
import type { Manifest } from '../tenant-export/manifest.ts'

/** Lines kept in memory at once: so many, and about so many characters. */
const most = { lines: 1000, characters: 4_000_000 }

export const recordsFile = (folder: string, table: string): string => join(folder, 'records', `${table}.jsonl`)

/** The lines of a table in an export, some at a time; none for a table without rows. */
export async function* linesOf(folder: string, table: string): AsyncGenerator<string[]> {
  const file = recordsFile(folder, table)
  if (!(await isThere(file))) return
  let [lines, characters]: [string[], number] = [[], 0]
  for await (const line of linesIn(createReadStream(file))) {
    lines.push(line)
    characters += line.length
    if (lines.length < most.lines && characters < most.characters) continue
    yield lines
    ;[lines, characters] = [[], 0]
  }
  if (lines.length > 0) yield lines
}

/** Refuses an export whose files are not those that its manifest names, before anything is written. */
export async function refuseDamaged(folder: string, { tables }: Manifest): Promise<void> {
  for (const [table, { file }] of Object.entries(tables)) {
    const hash = createHash('sha256')
    if (await isThere(recordsFile(folder, table)))
      for await (const piece of createReadStream(recordsFile(folder, table))) hash.update(piece as Buffer)
    if (hash.digest('hex') !== file)
      throw new CommandError(`records/${table}.jsonl was cut short, or changed. Nothing was imported.`)
  }
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
