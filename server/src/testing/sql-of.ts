import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mention {
  file: string
  line: number
  /** `write` for insert, update and delete; `read` for other uses. */
  kind: 'read' | 'write'
  /** As in the source: `orders`, `offered.orders`. */
  table: string
}

const mention = /\b(insert\s+into|delete\s+from|update|from|join|using)\s+(only\s+)?((?:\w+\.)?[a-z_]+)\b/gi
/** A further table of a FROM list: a comma, the table, and an alias of one or two letters. */
const furtherMention = /(,)(\s*)((?:\w+\.)?[a-z_]+)\s+[a-z]{1,2}\b/g

/** The tables and views named in the SQL of a folder's source files, without tests. */
export function mentionsIn(folder: string): Mention[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
  return files.flatMap((file) => mentionsOf(file, readFileSync(file, 'utf8')))
}

export function mentionsOf(file: string, source: string): Mention[] {
  const text = blanked(source)
  return [...text.matchAll(mention), ...text.matchAll(furtherMention)].map((match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    kind: /^(insert|delete|update)/i.test(match[1] ?? '') ? 'write' : 'read',
    table: (match[3] ?? '').toLowerCase(),
  }))
}

/** Replaces comments by blanks, so that line numbers stay the same. */
const blanked = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`\w])\/\/.*$/gm, '$1')
    .replace(/--.*$/gm, '')
