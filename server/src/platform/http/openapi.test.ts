import { accounts } from '@trellis/contract/accounts'
import { examples, fieldSentences, sentences } from '@trellis/contract/descriptions'
import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { tenants } from '@trellis/contract/tenants'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { request } from '../../testing/calling.ts'
import { network, type Raw } from '../../testing/network.ts'

const { app, vendor } = await network()
const document = (await app.http.inject('/api/v1/openapi.json')).json()

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }>
}
const schemas: Record<string, Json> = document.components.schemas
const operations: Operation[] = Object.values(document.paths).flatMap((path) =>
  Object.values(path as Record<string, Operation>),
)

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

/** The schema in the document, with references into the document. */
const compiled = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')))

test('the document is OpenAPI 3.1 and describes every call the server lists', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(
    app.routes.map((route) => route.name).sort(),
  )
})

test('every schema in it can be compiled, references included', () => {
  const schemas = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}).map(({ schema }) => schema)),
  )
  // All calls share the schema of errors: compile it once.
  const different = new Set(schemas.map((schema) => JSON.stringify(schema)))
  expect(different.size).toBeGreaterThan(20)
  for (const schema of different) expect(() => compiled(JSON.parse(schema))).not.toThrow()
})

/** Every object with properties at any depth of a value. */
const objectsIn = (value: unknown): Json[] =>
  value === null || typeof value !== 'object'
    ? []
    : [...('properties' in value ? [value as Json] : []), ...Object.values(value).flatMap(objectsIn)]
const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '')

test('entities have names, each once, and clients get types by them', () => {
  for (const name of [
    'Account',
    'Address',
    'User',
    'Product',
    'PriceList',
    'Order',
    'OrderItem',
    'StockRow',
    'License',
  ])
    expect(schemas[name], name).toMatchObject({ type: 'object' })
  for (const name of ['Problem', 'Issue', 'NewAccount', 'OrderDraft', 'LicenseDraft', 'OrderSearch'])
    expect(schemas[name], name).toMatchObject({ type: 'object' })
  const named = Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema.properties), name] as const)
  const seen = new Map<string, string>()
  for (const [text, name] of named) {
    if (text === undefined) continue
    expect(seen.get(text), `${name} says the same`).toBeUndefined()
    seen.set(text, name)
  }
  // Small schemas may be equal by chance.
  const nested = Object.values(schemas).flatMap(({ properties }) => objectsIn(properties))
  const large = [...objectsIn(document.paths), ...nested].filter(
    ({ properties }) => Object.keys(properties ?? {}).length > 3,
  )
  for (const object of large)
    expect(seen.get(JSON.stringify(object.properties)), 'a named schema is written out again').toBeUndefined()
})

test('every reference resolves, and every named schema and header is used', () => {
  const refs = new Set(refsIn(document))
  for (const ref of refs) {
    const [, components, kind, name] = ref.split('/') as [string, 'components', string, string]
    expect(document[components][kind][name], ref).toBeDefined()
  }
  const places = ['schemas', 'headers'].flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  // Only sentences mention Issue, because `info` differs for each code.
  expect(places.filter((ref) => !refs.has(ref))).toEqual(['#/components/schemas/Issue'])
})

test('every call says how it can be refused, and which headers its answers have', () => {
  for (const { operationId, requestBody, responses } of operations) {
    const statuses = Object.keys(responses)
    expect(statuses, operationId).toEqual(expect.arrayContaining(['429', '500', '503']))
    const forBodies = ['400', '413', '415', '422']
    if (requestBody?.content['application/json'])
      expect(statuses, operationId).toEqual(expect.arrayContaining(forBodies))
    for (const [status, { headers, content }] of Object.entries(responses)) {
      expect(headers, `${operationId} ${status}`).toHaveProperty('X-Request-Id')
      if (status === '429' || status === '503') expect(headers).toHaveProperty('Retry-After')
      if (Number(status) >= 400) expect(Object.keys(content ?? {})).toEqual(['application/problem+json'])
    }
  }
  const creating = operations.filter(({ responses }) => responses[201])
  expect(creating.length).toBeGreaterThan(5)
  for (const { responses } of creating) expect(responses[201]?.headers).toHaveProperty('Idempotent-Replayed')
})

test('a body of another type is refused by every call that takes one, as documented', async () => {
  for (const { name, endpoint } of app.routes.filter((route) => route.endpoint.body)) {
    const { status } = await vendor.raw(endpoint, {
      ...request(app.routes.find((route) => route.name === name) as never),
      body: {},
      headers: { 'content-type': 'text/plain' },
    })
    expect(status, name).toBe(415)
    expect(operations.find(({ operationId }) => operationId === name)?.responses, name).toHaveProperty('415')
  }
})

test('every sentence and example belongs to an existing schema or field', () => {
  const all = [...Object.values(schemas), ...objectsIn(document)]
  const fields = new Set(all.flatMap(({ properties }) => Object.keys((properties as Json | undefined) ?? {})))
  // Some fields of payloads are in upper camel case (wire: conventions).
  const names = [...fields, ...Object.keys(schemas)].map((name) => name.toLowerCase())
  for (const name of Object.keys(sentences)) expect(schemas[name]?.description, name).toBe(sentences[name])
  for (const name of [...Object.keys(examples), ...Object.keys(fieldSentences).filter((key) => !key.includes('.'))])
    expect(names, name).toContain(name.toLowerCase())
  for (const [key, sentence] of Object.entries(fieldSentences).filter(([name]) => name.includes('.'))) {
    const [schema = '', field = ''] = key.split('.')
    const properties = Object.entries((schemas[schema]?.properties ?? {}) as Record<string, Json>)
    const found = properties.find(([name]) => name.toLowerCase() === field.toLowerCase())
    expect(found?.[1].description, key).toBe(sentence)
  }
})

test('real answers match the document, errors too', async () => {
  const calls: [string, Endpoint, Raw][] = [
    ['tenants.current', tenants.current, {}],
    ['tenants.roles', tenants.roles, {}],
    ['identity.me', identity.me, {}],
    ['accounts.tree', accounts.tree, {}],
    ['accounts.search', accounts.search, { body: { includeChildren: true } }],
    ['accounts.search', accounts.search, { body: { limit: 0 } }],
    ['accounts.read', accounts.read, { params: { id: 'nobody' } }],
  ]
  for (const [name, endpoint, request] of calls) {
    const { status, body } = await vendor.raw(endpoint, request)
    const content = operations.find((operation) => operation.operationId === name)?.responses[status]?.content
    const check = compiled(Object.values(content ?? {})[0]?.schema ?? { not: {} })
    expect(check(body), `${name} ${status} ${JSON.stringify(check.errors)}`).toBe(true)
  }
})

test('each call says whether an API key may make it', () => {
  const security = (name: string) =>
    (operations.find(({ operationId }) => operationId === name) as unknown as { security: Json[] }).security
  expect(security('orders.create')).toEqual([{ session: [] }, { apiKey: [] }])
  expect(security('apiKeys.create')).toEqual([{ session: [] }])
  expect(security('devices.activate')).toEqual([])
  expect(Object.keys(document.components.securitySchemes)).toEqual(['session', 'apiKey'])
})
