import { accounts } from '@trellis/contract/accounts'
import { examples, fieldSentences, sentences } from '@trellis/contract/descriptions'
import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { inCamelCase } from '@trellis/contract/spelling'
import { tenants } from '@trellis/contract/tenants'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { request } from '../../testing/calling.ts'
import { network, type Raw } from '../../testing/network.ts'

const { app, vendor } = await network()
const document = (await app.http.inject('/api/v1/openapi.json')).json()

type Json = Record<string, unknown>
interface Content {
  schema: Json
  example?: unknown
  examples?: { example: { $ref: string } }
}
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { headers?: Json; content?: Record<string, Content> }>
}
const schemas: Record<string, Json> = document.components.schemas
const operations: Operation[] = Object.values(document.paths).flatMap((path) =>
  Object.values(path as Record<string, Operation>),
)

const parametersOf = (path: string, method: string): Json[] => document.paths[path][method].parameters

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

const checks = new Map<string, ReturnType<typeof ajv.compile>>()
/** The schema in the document, with references into the document. Many calls have the same one. */
const compiled = (schema: object) => {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
  const check = checks.get(text) ?? ajv.compile(JSON.parse(text))
  checks.set(text, check)
  return check
}

test('the document is OpenAPI 3.1 and describes every call the server lists', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(
    app.routes.map((route) => route.name).sort(),
  )
})

test('every schema in it can be compiled, references included', { tags: ['long'] }, () => {
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
  expect(places.filter((ref) => !refs.has(ref))).toEqual([])
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

test('a field that may be left out is required nowhere, and its sentence says what it is then', () => {
  expect(JSON.stringify(document)).not.toContain('"default":')
  const { limit, sortBy, filterBy } = (schemas.OrderSearch as { properties: Record<string, Json> }).properties
  expect(limit?.description).toBe('Items of a page. Default: `20`.')
  expect(sortBy?.description).toMatch(/ Default: none\.$/)
  expect(schemas.OrderSearch?.required).toBeUndefined()
  expect(filterBy).toBeDefined()
  // The control: what the server requires is required.
  expect(schemas.OrderDraft?.required).toEqual(['items'])
  const query = parametersOf('/events', 'get').find(({ name }) => name === 'limit')
  expect(query).toMatchObject({ required: false, description: expect.stringMatching(/Default: `100`\.$/) })
})

test('no request fits two paths: where each has a word for the id of the other, the id is a UUID, which no word is', () => {
  const isName = (part: string) => part.startsWith('{')
  const isId = (path: string, part: string) =>
    Object.keys(document.paths[path]).every((method) => {
      const found = parametersOf(path, method).find(({ name }) => `{${name}}` === part)
      return (found?.schema as Json | undefined)?.format === 'uuid'
    })
  const ambiguous: string[] = []
  const paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split('/') }))
  for (const [index, one] of paths.entries())
    for (const other of paths.slice(0, index)) {
      const places = one.parts.map((part, at) => [part, other.parts[at] ?? ''] as const)
      const alike = ([a, b]: readonly [string, string]) => isName(a) || isName(b) || a.toLowerCase() === b.toLowerCase()
      if (one.parts.length !== other.parts.length || !places.every(alike)) continue
      // A path with a word is asked before one with an id at its place.
      const ids = places.filter(([a, b]) => isName(a) && !isName(b)).map(([a]) => isId(one.path, a))
      const others = places.filter(([a, b]) => isName(b) && !isName(a)).map(([, b]) => isId(other.path, b))
      if (ids.length === 0 || others.length === 0) continue
      ambiguous.push([one.path, other.path].sort().join(' '))
      expect([...ids, ...others], `${one.path} and ${other.path}`).toContain(true)
    }
  expect(ambiguous).toContain('/orders/stock/{accountId} /orders/{id}/update')
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
    expect(String(found?.[1].description).replace(/ Default: \S+$/, ''), key).toBe(sentence)
  }
})

/** Fields that their names and values explain. */
const obvious = ['city', 'email', 'kind', 'type', 'value']

test('every schema, field and parameter has a sentence, but for names that say it', () => {
  const bare: string[] = []
  const isSaid = (of: Json) => {
    const named = schemas[String(of.$ref ?? '').replace('#/components/schemas/', '')]
    return of.description !== undefined || named?.description !== undefined
  }
  const look = (value: unknown, at: string): void => {
    if (value === null || typeof value !== 'object') return
    for (const [key, each] of Object.entries(value)) {
      if (key === 'properties')
        for (const [name, of] of Object.entries(each as Record<string, Json>)) {
          // Whatever is blocked is named after the action.
          if (!isSaid(of) && !obvious.includes(name) && !at.endsWith('.blocked')) bare.push(`${at}.${name}`)
          look(of, `${at}.${name}`)
        }
      else if (!/^examples?$/.test(key)) look(each, at)
    }
  }
  expect(document.tags.length).toBeGreaterThan(30)
  for (const { name, description } of document.tags) if (description === undefined) bare.push(name)
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.description === undefined) bare.push(name)
    look(schema, name)
  }
  for (const path of Object.keys(document.paths))
    for (const [method, operation] of Object.entries(document.paths[path] as Record<string, Operation>)) {
      look([operation.requestBody, operation.responses], operation.operationId)
      for (const { name, description } of parametersOf(path, method))
        if (description === undefined && !obvious.includes(String(name))) bare.push(`${method} ${path} ${name}`)
    }
  expect(bare).toEqual([])
})

test('every JSON body and answer has an example that its schema accepts, and the server the bodies', {
  tags: ['long'],
}, () => {
  const shown = new Set<string>()
  const exampleOf = ({ example, examples: named }: Content): unknown => {
    const name = named?.example.$ref.replace('#/components/examples/', '')
    if (name !== undefined) shown.add(name)
    return name === undefined ? example : document.components.examples[name].value
  }
  let count = 0
  for (const { operationId, requestBody, responses } of operations) {
    const body = requestBody?.content['application/json']
    const answers = Object.entries(responses).map(
      ([status, { content }]) => Number(status) < 300 && content?.['application/json'],
    )
    for (const media of [body, ...answers]) {
      if (!media) continue
      count += 1
      const check = compiled(media.schema)
      const example = exampleOf(media)
      expect(check(example), `${operationId} ${JSON.stringify([check.errors, example])}`).toBe(true)
    }
    const schema = app.routes.find(({ name }) => name === operationId)?.endpoint
    if (!body || !schema?.body) continue
    const given = schema.spelled ? inCamelCase(exampleOf(body)) : exampleOf(body)
    const read = z.safeParse(schema.body, given)
    expect(read.error?.issues, `${operationId} ${JSON.stringify(given)}`).toBeUndefined()
  }
  expect(count).toBeGreaterThan(300)
  expect([...shown].sort()).toEqual(Object.keys(document.components.examples).sort())
})

test('answers are open, so that a client made of the document goes on when a later version says more; bodies are closed', () => {
  const all = (schema: unknown, seen = new Set<string>()): Json[] => [
    ...objectsIn(schema),
    ...refsIn(schema).flatMap((ref) => {
      if (seen.has(ref)) return []
      seen.add(ref)
      return all(document.components.schemas[ref.replace('#/components/schemas/', '')], seen)
    }),
  ]
  const schemasIn = (contents: (Record<string, Content> | undefined)[]) =>
    contents.flatMap((content) => content?.['application/json']?.schema ?? []).flatMap((schema) => all(schema))
  const fieldsOf = ({ properties }: Json) =>
    Object.keys(properties ?? {})
      .sort()
      .join()
  const bodies = schemasIn(operations.map(({ requestBody }) => requestBody?.content))
  const taken = new Set(bodies.map(fieldsOf))
  const answered = schemasIn(
    operations.flatMap(({ responses }) => Object.values(responses).map(({ content }) => content)),
  )
  const isClosed = (schema: Json) => schema.additionalProperties === false
  // What is answered as it can be sent back, such as the account of a prospect.
  expect(answered.filter((schema) => isClosed(schema) && !taken.has(fieldsOf(schema)))).toEqual([])
  expect(answered.length).toBeGreaterThan(1000)
  expect(bodies.filter(isClosed).length).toBeGreaterThan(100)
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
