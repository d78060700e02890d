import { accounts } from '@trellis/contract/accounts'
import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { tenants } from '@trellis/contract/tenants'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { network, type Raw } from '../../testing/network.ts'

const { app, vendor } = await network()
const document = (await app.http.inject('/api/v1/openapi.json')).json()

interface Operation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
const operations: Operation[] = Object.values(document.paths).flatMap((path) =>
  Object.values(path as Record<string, Operation>),
)

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

/** The schema as the document has it, with its references into the document. */
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
  // Every call shares the schema of its refusals with the others: once is enough.
  const different = new Set(schemas.map((schema) => JSON.stringify(schema)))
  expect(different.size).toBeGreaterThan(20)
  for (const schema of different) expect(() => compiled(JSON.parse(schema))).not.toThrow()
})

test('real answers are what the document says, errors too', async () => {
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
