import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/* The types of the client (client/src/api.gen.ts), written from the OpenAPI document. */

const folder = fileURLToPath(new URL('../../contract/src/', import.meta.url))

/** The OpenAPI document of every call of the contract, as the server makes it of the calls that it has. */
export async function documentOfContract() {
  const { openApiOf } = await import('../../server/src/platform/http/openapi.ts')
  const isCall = (value) => typeof value === 'object' && value !== null && 'effect' in value && 'refusals' in value
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const routes = []
  for (const file of names.sort())
    for (const [column, calls] of Object.entries(await import(folder + file)))
      if (typeof calls === 'object' && calls !== null && !isCall(calls))
        for (const [name, endpoint] of Object.entries(calls))
          if (isCall(endpoint)) routes.push({ name: `${column}.${name}`, endpoint })
  return openApiOf(routes, 'https://portal.example')
}

const place = '#/components/schemas/'
const isName = (name) => /^[A-Za-z_$][\w$]*$/.test(name)
const keyOf = (name) => (isName(name) ? name : `'${name}'`)
const literal = (value) => (typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : String(value))

/** A comment of a field or type, in one line as far as it is short. */
function comment(text, indent) {
  if (!text) return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`
}

const inUnion = (type) => (/ [|&] |=>/.test(type) && !/^[{(]/.test(type) ? `(${type})` : type)

/** The type of a JSON Schema as TypeScript. */
function typeOf(schema, indent = '') {
  if (schema.$ref) return schema.$ref.slice(place.length)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const several = schema.anyOf ?? schema.oneOf
  if (several) return [...new Set(several.map((each) => typeOf(each, indent)))].join(' | ')
  if (schema.allOf && !schema.type) return schema.allOf.map((each) => inUnion(typeOf(each, indent))).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeOf(each, indent)).join(', ')}]`
    return `${inUnion(typeOf(schema.items ?? {}, indent))}[]`
  }
  if (schema.type === 'object' || schema.properties) return objectOf(schema, indent)
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  )
}

function objectOf({ properties = {}, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, of]) =>
      `${comment(of.description, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(of, inner)}\n`,
  )
  if (typeof additionalProperties === 'object')
    fields.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner)}\n`)
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

const declared = ([name, schema]) => {
  const type = typeOf(schema)
  return `${comment(schema.description, '')}export ${type.startsWith('{\n') && !schema.anyOf ? `interface ${name} ${type}` : `type ${name} = ${type}`}\n`
}

const parametersIn = (operation, where) => operation.parameters.filter((each) => each.in === where)

/** `params` or `query` of a call, or nothing. */
function given(name, parameters) {
  if (parameters.length === 0) return ''
  const properties = Object.fromEntries(
    parameters.map((each) => [each.name, { ...each.schema, description: each.description }]),
  )
  const required = parameters.filter((each) => each.required).map((each) => each.name)
  return `    ${name}${required.length === 0 ? '?' : ''}: ${objectOf({ properties, required }, '    ')}\n`
}

function bodyOf({ requestBody }) {
  if (!requestBody) return ''
  const schema = requestBody.content['application/json']?.schema
  return `    body: ${schema ? typeOf(schema, '    ') : 'Bytes'}\n`
}

function answerOf({ responses }) {
  const contents = Object.entries(responses)
    .filter(([status]) => status < 300)
    .map(([, { content }]) => content)
  const types = contents.map((content) => {
    if (!content) return 'undefined'
    return content['application/json'] ? typeOf(content['application/json'].schema, '    ') : 'Blob'
  })
  return types.length === 0 ? '    answer: undefined\n' : `    answer: ${[...new Set(types)].join(' | ')}\n`
}

/** The text of client/src/api.gen.ts. */
export function apiTypes(document) {
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
    )
    // A stream of events is for the screens of people.
    .filter(
      ({ operation }) => !Object.values(operation.responses).some(({ content }) => content?.['text/event-stream']),
    )
    .sort((one, other) => (one.call < other.call ? -1 : 1))
  const calls = operations.map(({ call, operation }) => {
    const said = comment(`${operation.summary}. ${operation.description ?? ''}`.trim(), '  ')
    const [params, query] = [
      given('params', parametersIn(operation, 'path')),
      given('query', parametersIn(operation, 'query')),
    ]
    return `${said}  '${call}': {\n${params}${query}${bodyOf(operation)}${answerOf(operation)}  }\n`
  })
  const named = (which) =>
    operations
      .filter(({ call, operation }) => which(operation, call.startsWith('POST ')))
      .map(({ call }) => `  '${call}',\n`)
      .join('')
  return `// Written by \`npx vitest run --project scripts client -u\` from the OpenAPI document.

/** Bytes of a file that is sent. */
export type Bytes = Uint8Array | Blob

${Object.entries(document.components.schemas).sort().map(declared).join('\n')}
/** Every call by its method and path, with what it takes and answers. */
export interface Calls {
${calls.join('')}}

/** POSTs that only read: they may be sent again. */
export const reads: ReadonlySet<string> = new Set([
${named((operation, isPost) => isPost && operation['x-reads'])}])

/** Calls that take \`Idempotency-Key\`: sent again with the same one they have one effect. */
export const creates: ReadonlySet<string> = new Set([
${named(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))}])

/** Calls that answer a file. */
export const files: ReadonlySet<string> = new Set([
${named((operation) => answerOf(operation).includes('Blob'))}])
`
}
