import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Mention {
  file: string
  line: number
  /** `write` for insert, update, delete, merge, truncate, copy and lock; `read` for other uses. */
  kind: 'read' | 'write'
  /** As in the source: `orders`, `offered.orders`. */
  table: string
}

const name = String.raw`(?:"?\w+"?\s*\.\s*)?"?[a-z_]\w*"?`
const mention = new RegExp(
  String.raw`\b(insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|copy|update|from|join|using|lock\s+table|table)\s+(only\s+)?(${name})(?!\w)`,
  'gi',
)
/** A further table of a FROM list: a comma, the table, and an alias of one or two letters. */
const furtherMention = new RegExp(String.raw`(,)(\s*)(${name})\s+(?:as\s+)?[a-z]{1,2}\b`, 'gi')
/** A table in a piece of SQL that is put together: `sql.ref('orders')`, `sql.raw('delete from orders')`. */
const composed =
  /(\b(?:insert\s+into|merge\s+into|delete\s+from|update)\s+)?\$\{sql\.(?:ref|raw)\(\s*(['"`])((?:\w+\.)?[a-z_]\w*)\2/gi

/** The tables and views named in the SQL of a folder's source files, without tests. */
export function mentionsIn(folder: string): Mention[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
  return files.flatMap((file) => mentionsOf(file, readFileSync(file, 'utf8')))
}

export function mentionsOf(file: string, source: string): Mention[] {
  const text = blanked(source)
  return [mention, furtherMention, composed].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      file,
      line: text.slice(0, match.index).split('\n').length,
      kind: /^(insert|merge|delete|truncate|copy|update|lock)/i.test(match[1] ?? '')
        ? ('write' as const)
        : ('read' as const),
      table: (match[3] ?? '').toLowerCase().replace(/["\s]/g, ''),
    })),
  )
}

/** Replaces comments by blanks, so that line numbers stay the same. */
const blanked = (source: string) =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[^:'"`\w])\/\/.*$/gm, '$1')
    .replace(/--.*$/gm, '')
