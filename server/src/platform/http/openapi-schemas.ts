import { fieldComments, schemaComments } from '@trellis/contract/comments.gen'
import { examples, fieldSentences, ignoredSentence, sentences } from '@trellis/contract/descriptions'
import type { Schema } from '@trellis/contract/endpoint'
import { namedSchemas } from '@trellis/contract/schemas'
import { specificationSpelling } from '@trellis/contract/spelling'
import * as z from 'zod'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const place = '#/components/schemas/'
const registry = z.registry<{ id: string }>()
for (const [id, schema] of namedSchemas) registry.add(schema, { id })

/**
 * The schemas of one OpenAPI document. A schema that the contract names becomes a component when it is first referred
 * to; others are inlined. Answers must be requested before payloads: a schema whose meaning differs in a payload
 * (defaults, closed objects) is called `…Input` there.
 */
export class Components {
  readonly schemas: Json = {}
  readonly #texts = { input: textsOf('input'), output: textsOf('output') }
  readonly #answered = new Set<string>()

  /** The JSON Schema of an answer or a payload, with references to the components. */
  of(schema: Schema, io: Io, spelled = false): Json {
    const { $schema, $defs, ...json } = z.toJSONSchema(schema, { ...options, io, metadata: registry }) as Json
    return this.#finished(json, io, '#/$defs/', spelled)
  }

  /** The properties of an object, where a component is not possible: for the parameters of a call. */
  propertiesOf(schema: Schema): { properties: Record<string, Json>; required: string[] } {
    const json = z.toJSONSchema(schema, { ...options, io: 'input' }) as { $ref?: string; $defs?: Record<string, Json> }
    const object = json.$ref === undefined ? json : json.$defs?.[json.$ref.slice('#/$defs/'.length)]
    const { properties = {}, required = [] } = described((object ?? {}) as Json, 'input') as {
      properties?: Record<string, Json>
      required?: string[]
    }
    return { properties, required }
  }

  #finished(json: Json, io: Io, from: string, spelled: boolean, id?: string): Json {
    const text = JSON.stringify(described(json, io, id)).replaceAll(/"\$ref":"([^"]+)"/g, (_, ref: string) => {
      if (!ref.startsWith(from)) throw new Error(`A reference leads nowhere: ${ref}`)
      return `"$ref":"${place}${this.#add(ref.slice(from.length), io, spelled)}"`
    })
    const finished = JSON.parse(text) as Json
    return spelled ? (inSpecificationSpelling(finished) as Json) : finished
  }

  #add(id: string, io: Io, spelled: boolean): string {
    const name = io === 'input' && this.#answered.has(id) && this.#differs(id) ? `${id}Input` : id
    if (name in this.schemas) return name
    if (io === 'output') this.#answered.add(id)
    // Set before its references are followed, because it may refer to itself.
    this.schemas[name] = {}
    this.schemas[name] = this.#finished(JSON.parse(this.#texts[io].get(id) ?? '{}'), io, place, spelled, id)
    return name
  }

  #differs(id: string, seen = new Set<string>()): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    const { input, output } = this.#texts
    if (input.get(id) !== output.get(id)) return true
    const refs = (input.get(id) ?? '').matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    return [...refs].some(([, ref]) => this.#differs(ref ?? '', seen))
  }
}

const options = {
  unrepresentable: 'any',
  target: 'draft-2020-12',
  // The range of safe integers tells nothing about the field.
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // Zod closes every answer. A later version may say more in one, which strict generated clients would then refuse.
    const { def } = zodSchema._zod
    if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
  },
} as const

function textsOf(io: Io): Map<string, string> {
  const { schemas } = z.toJSONSchema(registry, { ...options, io, uri: (id) => place + id })
  return new Map(Object.entries(schemas).map(([id, { $schema, $id, ...json }]) => [id, JSON.stringify(json)] as const))
}

/**
 * Adds the contract's sentences and examples for the schema and its fields, at any depth. What a field of a request is when it is
 * left out stands in its sentence: generators of clients take a `default` to mean that the field is always there, and
 * would require it.
 */
function described(schema: Json, io: Io, id?: string): Json {
  const { default: given, ...value } = schema
  const parts = Object.entries(value).map(([key, of]): [string, unknown] => {
    if (key === 'properties') return [key, fieldsOf(of as Record<string, Json>, io, id)]
    if (key === 'examples' || typeof of !== 'object' || of === null) return [key, of]
    return [
      key,
      Array.isArray(of) ? of.map((each) => (isSchema(each) ? described(each, io) : each)) : described(of as Json, io),
    ]
  })
  const own = id === undefined ? {} : { ...sentence(sentences[id] ?? schemaComments[id]), ...exampleOf(id) }
  const all: Json = { ...Object.fromEntries(parts), ...own }
  return given === undefined || io === 'output' ? all : { ...all, ...sentence(withDefault(all.description, given)) }
}

function fieldsOf(properties: Record<string, Json>, io: Io, id?: string): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, of]) => {
      const isIgnored = io === 'input' && Object.keys(of).length === 0
      const said = isIgnored ? (fieldSentences[`${id}.${name}`] ?? ignoredSentence) : sentenceOf(`${id}.${name}`, name)
      const words = { ...sentence(said), ...(isIgnored ? {} : exampleOf(name)) }
      return [name, described({ ...of, ...words }, io)]
    }),
  )
}

/** That of the field itself counts more than that of its name. */
const sentenceOf = (field: string, name: string) =>
  fieldSentences[field] ?? fieldComments[field] ?? fieldSentences[name]

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null
const withDefault = (description: unknown, given: unknown) =>
  [description, `Default: ${typeof given === 'object' ? 'none' : `\`${given}\``}.`].filter(Boolean).join(' ')
const sentence = (description: string | undefined) => (description === undefined ? {} : { description })
const exampleOf = (name: string) => (name in examples ? { examples: [examples[name]] } : {})

const upper = Object.fromEntries(Object.entries(specificationSpelling).map(([as, camel]) => [camel, as]))

function inSpecificationSpelling(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((entry) => (typeof entry === 'string' ? (upper[entry] ?? entry) : inSpecificationSpelling(entry)))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(
            Object.entries(entry as Json).map(([name, of]) => [upper[name] ?? name, inSpecificationSpelling(of)]),
          )
        : inSpecificationSpelling(entry),
    ]),
  )
}
