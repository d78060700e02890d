import type { Schema } from '@trellis/contract/endpoint'
import * as z from 'zod'
import { Refusal } from '../refusal.ts'
import { issuesOf } from './issues.ts'

/** Maximum number of issues in one answer. */
const maximumIssues = 100

/** The parsed value (defaults filled in), or RQ422 with one issue for each path. */
export function validated(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = z.safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  throw new Refusal('RQ422', { issues: issuesOf(result.error).slice(0, maximumIssues) })
}
