import type { Schema } from '@trellis/contract/endpoint'
import * as z from 'zod'
import { newId } from '../platform/ids.ts'

interface Json {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  minLength?: number
  minItems?: number
  pattern?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  anyOf?: Json[]
  allOf?: Json[]
}

const jsonOf = (schema: Schema): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** Whether the schema of a body has this property at its top level. */
export const hasProperty = (schema: Schema | undefined, name: string): boolean =>
  schema !== undefined && name in (jsonOf(schema).properties ?? {})

/** A value that the schema accepts, with required fields only; its ids do not exist. */
export const sampleOf = (schema: Schema): unknown => sample(jsonOf(schema), false)

/** The same with every field, and one entry in each list. */
export const wholeSampleOf = (schema: Schema): unknown => sample(jsonOf(schema), true)

function sample(json: Json, whole: boolean): unknown {
  if (json.const !== undefined) return json.const
  if (json.default !== undefined && !(whole && json.type === 'array')) return json.default
  if (json.enum) return json.enum[0]
  const alternative = json.anyOf?.find(({ type }) => type !== 'null') ?? json.allOf?.[0]
  if (alternative) return sample(alternative, whole)
  if (json.type === 'object') {
    const properties = json.properties ?? {}
    const names = whole ? Object.keys(properties) : (json.required ?? [])
    return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, whole)]))
  }
  if (json.type === 'array') {
    const length = Math.max(json.minItems ?? 0, whole ? 1 : 0)
    return Array.from({ length }, () => sample(json.items ?? {}, whole))
  }
  if (json.type === 'number' || json.type === 'integer') return Math.max(json.minimum ?? 1, 1)
  if (json.type === 'boolean') return false
  return textOf(json)
}

function textOf({ format, minLength = 1 }: Json): string {
  if (format === 'uuid') return newId()
  if (format === 'email') return 'somebody@sample.example'
  if (format === 'date') return '2026-01-01'
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z'
  return 'x'.repeat(minLength)
}
