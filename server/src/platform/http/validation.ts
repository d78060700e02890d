import type { Schema } from '@trellis/contract/endpoint'
import * as z from 'zod'
import { Refusal } from '../refusal.ts'

z.config(z.locales.en())

/** Sentences of the contract's own checks, by the code they carry. */
const sentences: Record<string, string> = {
  required: 'Required field',
  at_most_4_decimals: 'At most 4 decimals, and no negative zero',
  control_characters: 'Control characters and halves of characters are not allowed',
  password_strength: 'At least 8 characters with an uppercase, a lowercase and a special character and a number',
  time_zone: 'Not a time zone',
  license_prefix: 'Only capital letters and digits',
  version: 'Up to four numbers separated by dots',
}

/** The value as the schema has it (defaults filled in), or RQ422 with every issue: its path, code and sentence. */
export function validated(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) => {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), code: issue.code, message: 'Unknown field' }))
    }
    const own = sentences[issue.message]
    return [
      { path: path.join('.'), code: own === undefined ? issue.code : issue.message, message: own ?? issue.message },
    ]
  })
  throw new Refusal('RQ422', { issues: issues.slice(0, 100) })
}
