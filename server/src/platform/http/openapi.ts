import { type Code, codes } from '@trellis/contract/codes'
import type { Endpoint, Schema } from '@trellis/contract/endpoint'
import { specificationSpelling } from '@trellis/contract/spelling'
import * as z from 'zod'
import { version } from '../version.ts'
import type { Route } from './routes.ts'
import { apiBase } from './server.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the mounted routes, made from the same schemas that validate and answer. */
export function openApiOf(routes: Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Problem: problemSchema }
  for (const { name, endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trellis',
      version,
      description: 'Partner portal of a software vendor. Errors are problem+json.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl + apiBase }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
  }
}

function operation(name: string, endpoint: Endpoint, schemas: Json): Json {
  const answered = endpoint.file
    ? { content: { 'application/octet-stream': { schema: {} } } }
    : endpoint.answer === undefined
      ? {}
      : {
          content: {
            'application/json': { schema: hoisted(schemaOf(endpoint.answer, 'output'), `${name}.answer`, schemas) },
          },
        }
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    description: endpoint.permission.includes(':') ? `Needs the permission ${endpoint.permission}.` : undefined,
    security: endpoint.permission === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.tenant ? tenantHeaders : []),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(endpoint.body === undefined ? {} : { requestBody: { required: true, content: contentOf(endpoint) } }),
    responses: { [endpoint.status]: { description: 'Done', ...answered }, ...refusalsOf(endpoint) },
  }
}

function contentOf(endpoint: Endpoint): Json {
  const types = endpoint.form ? ['multipart/form-data', 'application/x-www-form-urlencoded'] : []
  return Object.fromEntries(['application/json', ...types].map((type) => [type, { schema: bodyOf(endpoint) }]))
}

const tenantHeaders = [
  { name: 'X-Tenant-Code', in: 'header', required: true, schema: { type: 'string' } },
  { name: 'X-Label', in: 'header', required: false, schema: { type: 'string' } },
  { name: 'X-Product', in: 'header', required: false, schema: { type: 'string' } },
]
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'info', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { enum: Object.keys(codes) },
    message: { type: 'string' },
    info: {},
    requestId: { type: 'string' },
  },
}

function refusalsOf(endpoint: Endpoint): Json {
  const all: Code[] = [
    'RQ422',
    'RQ429',
    'RQ500',
    'RQ503',
    ...(endpoint.tenant ? (['RQ400'] as const) : []),
    ...(endpoint.permission === 'public' ? [] : (['RQ401', 'RQ403'] as const)),
    ...(endpoint.idempotent ? (['RQ409'] as const) : []),
    ...endpoint.refusals,
  ]
  const statuses = [...new Set(all.map((code) => codes[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: [...new Set(all)]
          .filter((code) => codes[code].status === status)
          .map((code) => `${code}: ${codes[code].title}`)
          .join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

function bodyOf(endpoint: Endpoint): unknown {
  const schema = schemaOf(endpoint.body as Schema, 'input')
  return endpoint.spelled ? inSpecificationSpelling(schema) : schema
}

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

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return json
}

/** A schema that refers to itself moves to the components, where its references can find it. */
function hoisted(schema: Json, name: string, schemas: Json): Json {
  const text = JSON.stringify(schema)
  if (!text.includes('"$ref":"#')) return schema
  schemas[name] = JSON.parse(text.replaceAll('"$ref":"#', `"$ref":"#/components/schemas/${name}`))
  return { $ref: `#/components/schemas/${name}` }
}
