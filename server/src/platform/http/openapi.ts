import { batch } from '@trellis/contract/batch'
import { type Code, codes, codesWithParsedMessage } from '@trellis/contract/codes'
import { parameterSentences } from '@trellis/contract/descriptions'
import type { Endpoint, Schema } from '@trellis/contract/endpoint'
import { recordRead, recordsChanged } from '@trellis/contract/records'
import { groupSentences } from '@trellis/contract/schema-sentences'
import { version } from '../version.ts'
import { addExamples } from './openapi-examples.ts'
import { Components, type Json } from './openapi-schemas.ts'
import type { Route } from './routes.ts'
import { apiBase } from './server.ts'

/** The OpenAPI 3.1 document of the mounted routes, built from the schemas that validate requests and answers. */
export function openApiOf(routes: Route[], publicUrl: string): Json {
  const components = new Components()
  const answers = routes.map(({ endpoint }) => answerOf(endpoint, components))
  const paths: Record<string, Json> = {}
  for (const [index, { name, endpoint }] of routes.entries()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operation(name, endpoint, answers[index] ?? {}, components) }
  }
  const schemas: Json = { Problem: problemSchema, Issue: issueSchema, ...components.schemas }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const groups = [...new Set(routes.map(groupOf))].sort()
  const examples = addExamples(operations, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trellis',
      version,
      description: about,
      contact: { name: 'The operator of this portal', url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl + apiBase }],
    externalDocs: { url: `${publicUrl}/api`, description: 'This document as a page.' },
    tags: groups.map((name) => ({ name, description: groupSentences[name] })),
    paths,
    components: {
      securitySchemes,
      headers,
      examples,
      schemas,
    },
  }
}

const groupOf = ({ name }: Pick<Route, 'name'>): string => name.slice(0, name.indexOf('.'))

/** What holds for every call, for who reads only this. */
const about = `Prices, orders, stock, license keys and deals of a software vendor's sales network.

Send \`X-Tenant-Code\` and \`Authorization: Bearer\` with an API key (\`trk_…\`) or the access token of a person. Bodies are JSON; a field that no schema
names is refused. Errors are \`application/problem+json\` with a \`code\` that clients decide by. Creates take \`Idempotency-Key\`: the same request
sent again with it has one effect. Wait \`Retry-After\` seconds after 429 and 503.

A POST with \`x-reads: true\` changes nothing. Where the template of a path fits another call's path, ids decide: they are UUIDs, and words of paths are none.`

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a person, from `POST /auth/token`.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'trk_…',
    description:
      'An API key of an account, from `POST /apiKeys`. It may what its permissions say, but not what only people do.',
  },
}

function securityOf({ permission, onlyPeople }: Endpoint): Json[] {
  if (permission === 'public') return []
  return onlyPeople ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }]
}

function answerOf(endpoint: Endpoint, components: Components): Json {
  if (endpoint.file && endpoint.answer === undefined) return fileContent
  if (endpoint.streams !== null)
    return { content: { 'text/event-stream': { schema: components.of(endpoint.streams, 'output') } } }
  if (endpoint.answer === undefined) return {}
  return { content: { 'application/json': { schema: components.of(endpoint.answer, 'output') } } }
}

const fileContent: Json = { content: { 'application/octet-stream': { schema: {} } } }

function operation(name: string, endpoint: Endpoint, answer: Json, components: Components): Json {
  return {
    operationId: name,
    tags: [groupOf({ name })],
    summary: endpoint.summary,
    description: neededBy(endpoint),
    ...(endpoint.effect === 'read' && endpoint.method !== 'GET' && { 'x-reads': true }),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path', components),
      ...parametersOf(endpoint.query, 'query', components),
      ...(endpoint.tenant ? tenantHeaders : []),
      ...(takesKey(endpoint) ? [idempotencyKey] : []),
      ...(recordsChanged(endpoint).length > 0 ? [ifMatch] : []),
    ],
    ...(endpoint.binary && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    }),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(endpoint, components) } }),
    responses: {
      ...(endpoint.file &&
        endpoint.answer !== undefined && {
          200: { description: 'Done', headers: headersOf(endpoint), ...fileContent },
        }),
      [endpoint.status]: { description: 'Done', headers: headersOf(endpoint), ...answer },
      ...refusalsOf(endpoint),
    },
  }
}

/** Who may make the call, how fresh its answer is, and how large its body may be. */
function neededBy({ permission, onlyPeople, mayLag, maximumBody }: Endpoint): string {
  return [
    permission === 'public'
      ? 'Needs no credential.'
      : permission === 'session'
        ? `For everybody who is signed in${onlyPeople ? ', but not for API keys' : ', and for API keys'}.`
        : permission === 'operator'
          ? 'For operators of the installation; to everybody else it does not exist (RQ404).'
          : `Needs the permission ${permission}.${onlyPeople ? ' Not for API keys.' : ''}`,
    ...(mayLag ? ["Up to a second old, but never older than the caller's last change."] : []),
    ...(maximumBody === null ? [] : [`The body may have ${Math.round(maximumBody / 1_000_000)} MB.`]),
  ].join(' ')
}

function contentOf(endpoint: Endpoint, components: Components): Json {
  const types = endpoint.form ? ['multipart/form-data', 'application/x-www-form-urlencoded'] : []
  const schema = components.of(endpoint.body as Schema, 'input', endpoint.spelled)
  return Object.fromEntries(['application/json', ...types].map((type) => [type, { schema }]))
}

const headers = {
  'X-Request-Id': {
    description: 'Names this request, also in the log of the server and in the `requestId` of a problem.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description:
      'The version of the record. After a change it is there if the request had `If-Match`, and with RQ412 it is that of `info.current`.',
    schema: { type: 'string', examples: ['"3f2a9c0d1e2b77c4"'] },
  },
  RateLimit: {
    description: 'In answers to API keys: how many requests are left, and for how many seconds.',
    schema: { type: 'string', examples: ['"client";r=29999;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'In answers to API keys: how many requests a client has in how many seconds.',
    schema: { type: 'string', examples: ['"client";q=30000;w=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is worth sending again.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const headersOf = (endpoint: Endpoint, status?: number) =>
  Object.fromEntries(
    [
      'X-Request-Id',
      ...(securityOf(endpoint).length > 1 ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(endpoint.idempotent && status === undefined ? ['Idempotent-Replayed'] : []),
      ...(hasVersion(endpoint, status) ? ['ETag'] : []),
      ...(status === 429 || status === 503 ? ['Retry-After'] : []),
    ].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

const hasVersion = (endpoint: Endpoint, refused?: number): boolean =>
  refused === undefined
    ? recordRead(endpoint) !== null || (recordsChanged(endpoint).length > 0 && endpoint.status === 200)
    : refused === 412

const tenantHeaders = [
  {
    name: 'X-Tenant-Code',
    in: 'header',
    required: true,
    description: 'Code of the tenant that the request is made in.',
    schema: { type: 'string', examples: ['demo'] },
  },
  {
    name: 'X-Label',
    in: 'header',
    required: false,
    description: "Names the client's brand, for the log.",
    schema: { type: 'string' },
  },
  {
    name: 'X-Product',
    in: 'header',
    required: false,
    description: 'Names the client product, for the log.',
    schema: { type: 'string' },
  },
]
/** The key of a batch gives each entry one of its own. */
const takesKey = ({ idempotent, path }: Endpoint) => idempotent || path === batch.run.path

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of the client, kept 24 hours per user: the same request sent again with it has one effect and one answer.',
  schema: { type: 'string', maxLength: 255 },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` that the record had when it was read. If it has another one now, nothing is changed: RQ412 with the record in `info.current`.',
  schema: { type: 'string', examples: ['"3f2a9c0d1e2b77c4"'] },
}

/** RFC 9457, with the code that clients use. */
const problemSchema = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'info', 'requestId'],
  properties: {
    type: { type: 'string', examples: ['urn:trellis:problem:RQ404'] },
    title: { type: 'string', description: 'What the code means, in English.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What was wrong with this request, in English.' },
    code: { enum: Object.keys(codes), description: 'What clients decide by.' },
    message: {
      type: 'string',
      description: `Repeats \`detail\`; for ${codesWithParsedMessage.join(', ')} it is \`info\` as JSON text.`,
    },
    info: {
      anyOf: [
        {
          type: 'object',
          properties: {
            issues: {
              type: 'array',
              items: { $ref: '#/components/schemas/Issue' },
              description: 'Of RQ422, one for each value.',
            },
          },
        },
        {},
      ],
      description:
        'Facts of the code, or null. RQ422: `{ issues: [Issue] }`, one issue a path. RQ412: `{ current, etag }`, the record as its GET answers it now with its version, or nulls where the caller does not read it.',
    },
    requestId: { type: 'string', description: 'The X-Request-Id of the answer.' },
  },
}

const issueSchema = {
  type: 'object',
  description: 'What is wrong with one value, in `info.issues` of RQ422.',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'Where the value stands in the payload.', examples: ['items.0.quantity'] },
    code: { type: 'string', description: 'What is wrong with it.', examples: ['required'] },
    message: { type: 'string', description: 'The same in English.' },
  },
}

function refusalsOf(endpoint: Endpoint): Json {
  const all: Code[] = [
    'RQ429',
    'RQ500',
    'RQ503',
    ...(takesValues(endpoint) ? (['RQ422'] as const) : []),
    ...(endpoint.body === undefined ? [] : (['RQ400', 'RQ413', 'RQ415'] as const)),
    ...(endpoint.params === undefined ? [] : (['RQ404'] as const)),
    ...(endpoint.tenant ? (['RQ400'] as const) : []),
    ...(endpoint.permission === 'public' ? [] : (['RQ401', 'RQ403'] as const)),
    ...(endpoint.idempotent ? (['RQ409'] as const) : []),
    ...(recordsChanged(endpoint).length > 0 ? (['RQ412'] as const) : []),
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
        headers: headersOf(endpoint, status),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const takesValues = ({ body, query }: Endpoint) => body !== undefined || query !== undefined

function parametersOf(schema: Schema | undefined, place: 'path' | 'query', components: Components): Json[] {
  if (schema === undefined) return []
  const { properties, required } = components.propertiesOf(schema)
  return Object.entries(properties).map(([name, { description, ...of }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: parameterSentences[name] ?? description,
    schema: of,
  }))
}
