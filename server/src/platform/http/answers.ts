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
    // Reduced answers do not have all fields of the contract; `search-fields.test.ts` compares them with complete ones.
    if (check && !result.isCut) checkText(endpoint, name, result.text)
    return result.text
  }
  return JSON.stringify(z.parse(endpoint.answer, result))
}

/**
 * Reduces each item of a page to these fields. The page was built completely, which saves bytes on the network only: for
 * lists of whole rows that are small. The statements of the large lists build the fields alone (`database/json-text.ts`).
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
