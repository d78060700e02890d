import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@trellis/contract/endpoint'
import * as z from 'zod'
import { JsonText } from '../database/tx.ts'

/**
 * The text of the answer. An object from a handler is parsed with the contract, so that only promised fields are sent.
 * Text built by PostgreSQL is sent unchanged; where `check` is on (everywhere but in production) it is validated
 * against the contract.
 */
export function answerText(endpoint: Endpoint, name: string, result: unknown, check: boolean): string | undefined {
  if (endpoint.answer === undefined) return undefined
  if (result instanceof JsonText) {
    if (check) checkText(endpoint, name, result.text)
    return result.text
  }
  return JSON.stringify(z.parse(endpoint.answer, result))
}

/**
 * Reduces each item of a page to these fields. The page is built completely and cut afterwards, so that this is done in
 * one place for every list; it saves bytes on the network only.
 */
export function withFields(text: string, fields: readonly string[]): string {
  const page = JSON.parse(text) as { items: Record<string, unknown>[] }
  const items = page.items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]])))
  return JSON.stringify({ ...page, items })
}

function checkText(endpoint: Endpoint, name: string, text: string): void {
  const value: unknown = JSON.parse(text)
  const parsed = z.safeParse(endpoint.answer as z.core.$ZodType, value)
  if (!parsed.success)
    throw new Error(`${name} answers what the contract does not promise: ${z.prettifyError(parsed.error)}`)
  if (!isDeepStrictEqual(parsed.data, value)) {
    throw new Error(
      `${name} answers fields that the contract does not name: ${differences(value, parsed.data).join(', ')}`,
    )
  }
}

function differences(given: unknown, promised: unknown, path = ''): string[] {
  if (given === null || typeof given !== 'object') return isDeepStrictEqual(given, promised) ? [] : [path]
  return Object.entries(given).flatMap(([key, value]) => {
    const other = (promised as Record<string, unknown> | undefined)?.[key]
    return other === undefined && value !== undefined ? [`${path}.${key}`] : differences(value, other, `${path}.${key}`)
  })
}
