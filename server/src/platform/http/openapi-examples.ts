import { examples } from '@trellis/contract/descriptions'
import { exampleValues } from '@trellis/contract/example-values'
import { nameOf, type Schema } from './reference/fields.ts'

/* One example of each request and answer, made from the schemas of the document and from values by the names of fields. */

const values: Readonly<Record<string, unknown>> = { ...exampleValues, ...examples }
const formats: Readonly<Record<string, unknown>> = {
  uuid: examples.Id,
  'date-time': examples.Instant,
  email: examples.Email,
}
const isNull = ({ type }: Schema) => type === 'null'

/** Makes examples from the schemas of a document. */
export function exampleMaker(schemas: Readonly<Record<string, unknown>>) {
  const whole = new Set<string>()

  /** Of a request what is required, and if nothing is, all that can be sent; of an answer everything. */
  function exampleOf(schema: Schema, isRequest: boolean, name?: string): unknown {
    if (name === 'blocked') return nothingBlocked(schema)
    if (name !== undefined && name in values && fits(values[name], schema)) return values[name]
    if (schema.$ref) return ofComponent(nameOf(schema.$ref), isRequest)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    const several = schema.anyOf ?? schema.oneOf ?? (schema.type ? undefined : schema.allOf)
    if (several) return exampleOf(several.find((each) => !isNull(each)) ?? {}, isRequest, name)
    if (schema.format !== undefined && schema.format in formats) return formats[schema.format]
    const [type] = [schema.type].flat()
    if (type === 'object') return objectOf(schema, isRequest)
    if (type === 'array')
      return isWithin(schema.items) || isImpossible(schema.items) ? [] : [exampleOf(schema.items ?? {}, isRequest)]
    if (type === 'string') return 'text'.padEnd(schema.minLength ?? 0, '.')
    if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 1, 1)
    return type === 'boolean' ? true : null
  }

  /** A schema that refers to itself ends here. */
  const isWithin = (schema?: Schema) => schema?.$ref !== undefined && whole.has(nameOf(schema.$ref))

  function ofComponent(name: string, isRequest: boolean): unknown {
    const plain = name.replace(/Input$/, '')
    if (plain in values) return values[plain]
    if (whole.has(name)) return null
    whole.add(name)
    const example = exampleOf((schemas[name] ?? {}) as Schema, isRequest)
    whole.delete(name)
    return example
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Schema, isRequest: boolean): unknown {
    const names =
      isRequest && required.length > 0
        ? required
        : Object.keys(properties).filter((name) => !isRequest || !isIgnored(properties[name]))
    const fields = names.map((name) => [name, exampleOf(properties[name] ?? {}, isRequest, name)] as const)
    const others =
      typeof additionalProperties === 'object' && names.length === 0
        ? [['name', exampleOf(additionalProperties, isRequest)]]
        : []
    return Object.fromEntries([...fields, ...others])
  }

  /** Whether a value by the name of a field can be that of this field. */
  function fits(value: unknown, schema: Schema): boolean {
    if (schema.$ref) return fits(value, (schemas[nameOf(schema.$ref)] ?? {}) as Schema)
    if (schema.anyOf) return schema.anyOf.some((each) => fits(value, each))
    if (schema.enum) return schema.enum.includes(value)
    const types = [schema.type].flat()
    if (Array.isArray(value)) return types.includes('array') && value.every((each) => fits(each, schema.items ?? {}))
    if (typeof value === 'object') return types.includes('object')
    const own = Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
    return schema.format === undefined && types.some((type) => own.includes(String(type)))
  }

  return exampleOf
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

interface Operation {
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

/**
 * Adds an example to each JSON body and answer of the operations. Those of named schemas are components, which are returned.
 */
export function addExamples(operations: readonly unknown[], schemas: Readonly<Record<string, unknown>>) {
  const exampleOf = exampleMaker(schemas)
  const named: Record<string, { value: unknown }> = {}
  const add = (media: Media | undefined, isRequest: boolean) => {
    if (!media?.schema) return
    if (!media.schema.$ref) {
      media.example = exampleOf(media.schema, isRequest)
      return
    }
    const name = nameOf(media.schema.$ref) + (isRequest ? '.request' : '')
    named[name] ??= { value: exampleOf(media.schema, isRequest) }
    media.examples = { example: { $ref: `#/components/examples/${name}` } }
  }
  for (const { requestBody, responses } of operations as Operation[]) {
    add(requestBody?.content['application/json'], true)
    for (const [status, { content }] of Object.entries(responses))
      if (Number(status) < 300) add(content?.['application/json'], false)
  }
  return named
}

/** The reader may do everything. */
const nothingBlocked = ({ properties }: Schema): unknown =>
  properties ? Object.fromEntries(Object.keys(properties).map((name) => [name, null])) : null

/** Such as a filter by dates of a list that has none. */
const isImpossible = ({ properties = {} }: Schema = {}): boolean =>
  Object.values(properties).some(({ not }) => not !== undefined)

/** What is taken and not read has no type. */
const isIgnored = (schema: Schema = {}): boolean =>
  schema.type === undefined &&
  !schema.$ref &&
  !schema.anyOf &&
  !schema.allOf &&
  !schema.enum &&
  schema.const === undefined
