import { type Html, html, sentenceOf } from './html.ts'

/** What a document says of a value. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  not?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)
const separated = (parts: Html[], by: string): Html[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [html`${by}`, part]))

/** The type of a value in a few words, with links to the schemas that have names. */
export function typeOf(schema: Schema): Html {
  if (schema.$ref) return html`<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return html`${separated(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    )}`
  const several = schema.anyOf ?? schema.oneOf ?? (schema.type ? undefined : schema.allOf)
  if (several) return html`${separated(several.map(typeOf), ' or ')}`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`
  if (schema.type === undefined) return html`any value`
  const kind = [schema.type].flat().join(' or ')
  return html`${schema.format ? `${kind}, ${schema.format}` : kind}`
}

/** How long, large or many a value may be. */
function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const between = (least: number | undefined, most: number | undefined, what: string) => {
    if (least === undefined && most === undefined) return []
    return [
      [least !== undefined && `at least ${least}`, most !== undefined && `at most ${most}`].filter(Boolean).join(', ') +
        what,
    ]
  }
  return [
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' entries'),
  ].join('; ')
}

/** The fields of an object, each with its type and its sentence; those of objects in it below it. */
export function fieldsOf(schema: Schema): Html | null {
  const { properties, required = [] } = schema
  if (properties !== undefined)
    return html`<ul class="fields">${Object.entries(properties).map(([name, of]) => fieldOf(name, of, required.includes(name)))}</ul>`
  const inner = [schema.items, ...(schema.anyOf ?? schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
    (each) => each && fieldsOf(each),
  )
  const shown = inner.filter((each) => each)
  return shown.length === 0 ? null : html`${shown}`
}

/** One field, or one parameter of a call. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean): Html {
  const limits = limitsOf(schema)
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}${limits && `, ${limits}`}</span>${
    isRequired ? html` <strong>required</strong>` : ''
  }${schema.description && html`<p>${sentenceOf(schema.description)}</p>`}${fieldsOf(schema)}</li>`
}
