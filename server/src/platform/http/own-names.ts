import type { Endpoint, Schema } from '@trellis/contract/endpoint'
import { Instant } from '@trellis/contract/values'
import * as z from 'zod/mini'

interface Definition {
  type: string
  format?: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
}

const definitionOf = (schema: Schema | undefined): Definition | undefined =>
  (schema as unknown as { _zod: { def: Definition } } | undefined)?._zod.def

/** Without what makes a value optional, nullable or gives it a default. */
function bare(schema: Schema | undefined): Definition | undefined {
  const definition = definitionOf(schema)
  return definition?.innerType === undefined ? definition : bare(definition.innerType)
}

/**
 * The body of an update without the names that only the entity has, as `GET` answers it, so that a client may read a record,
 * change it and write it (wire: conventions). Any other unknown name stays and is refused.
 */
export function withoutOwnNames({ method, body, answer }: Endpoint, given: unknown): unknown {
  return method === 'PUT' && body !== undefined && answer !== undefined ? reduced(given, body, answer) : given
}

function reduced(given: unknown, body: Schema | undefined, answer: Schema | undefined): unknown {
  const [taken, own] = [bare(body), bare(answer)]
  if (taken?.type === 'array' && own?.type === 'array' && Array.isArray(given))
    return given.map((entry) => reduced(entry, taken.element, own.element))
  // A date that is written as milliseconds is answered as an instant.
  if (taken?.type === 'number' && own?.format === 'datetime' && z.safeParse(Instant, given).success)
    return Date.parse(given as string)
  if (own?.type !== 'object' || !isRecord(given)) return given
  // A named reference, such as `Product.tenants`, is written by its id.
  if (taken?.type === 'string' && Object.hasOwn(own.shape ?? {}, 'id')) return given.id
  if (taken?.type !== 'object') return given
  const { shape: fields = {} } = taken
  const { shape: answered = {} } = own
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => Object.hasOwn(fields, name) || !isOwn(answered, name))
      .map(([name, value]) => [name, reduced(value, fields[name], answered[name])]),
  )
}

/** `accountId` is also sent as `parentAccountId`. */
const isOwn = (answered: object, name: string): boolean =>
  Object.hasOwn(answered, name === 'parentAccountId' ? 'accountId' : name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
