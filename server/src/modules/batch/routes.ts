import { createHash } from 'node:crypto'
import { type Batch, type BatchResult, batch } from '@trellis/contract/batch'
import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isGone } from '../../platform/http/gone.ts'
import { type Route, routes } from '../../platform/http/routes.ts'
import { apiBase } from '../../platform/http/server.ts'
import { invalid, Unavailable } from '../../platform/refusal.ts'

interface BatchMeans {
  http: Pick<FastifyInstance, 'inject'>
  /** All calls of the portal. */
  served: () => readonly Route[]
}

/** What each entry has in common with the batch: who asks, and where. */
const passedOn = ['authorization', 'x-tenant-code', 'x-label', 'x-product', 'x-forwarded-for'] as const

/** Whether a call can be made for many entries: it creates or changes something, of records and not of a person's session. */
export const isForMany = (endpoint: Endpoint): boolean =>
  endpoint.effect === 'write' &&
  endpoint.tenant &&
  endpoint.permission !== 'public' &&
  !(endpoint.file || endpoint.binary || endpoint.onlyPeople || endpoint.secret) &&
  endpoint.streams === null &&
  // A call with a body of its own size is one for many already.
  endpoint.maximumBody === null &&
  ['POST', 'PUT'].includes(endpoint.method)

const bare = (path: string) => path.replace(/:\w+|\{\w+\}/g, ':').toLowerCase()

/** Refuses RQ422 for a call that there is not, or that is not for many. */
function callOf(served: readonly Route[], { method, path }: Batch): Endpoint {
  const found = served.find(({ endpoint }) => endpoint.method === method && bare(endpoint.path) === bare(path))
  if (found === undefined || !isForMany(found.endpoint))
    throw invalid(['path'], 'unknown', 'There is no call with this method and path that creates or changes a record')
  return found.endpoint
}

/** The entry's own key, or one made of the batch's: the same batch sent again has the same keys. */
function keyOf({ idempotencyKey }: Batch['items'][number], index: number, given: string | undefined) {
  if (idempotencyKey !== undefined || given === undefined) return idempotencyKey
  return `batch ${createHash('sha256').update(`${index} ${given}`).digest('hex')}`
}

/** The parameters that the path needs, or RQ422 at the entries without them. */
function paramsOf({ path }: Endpoint, { items }: Batch): Record<string, unknown>[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return items.map(({ params }, index) => {
    const missing = names.find((name) => !Object.hasOwn(params, name))
    if (missing !== undefined) throw invalid(['items', index, 'params', missing], 'required', `${path} needs it`)
    return params
  })
}

export const batchRoutes = ({ http, served }: BatchMeans) =>
  routes('batch', batch, {
    async run({ body, request }) {
      const endpoint = callOf(served(), body)
      const params = paramsOf(endpoint, body)
      const headers = common(request)
      const key = request.headers['idempotency-key']
      const items: BatchResult[] = []
      for (const [index, item] of body.items.entries()) {
        // Whoever is gone sends the batch again, with the same keys.
        if (isGone(request)) throw new Unavailable('other', 'The client is gone')
        const own = keyOf(item, index, key === undefined ? undefined : String(key))
        const answer = await http.inject({
          method: body.method,
          url: apiBase + pathOf(endpoint, params[index]),
          remoteAddress: request.socket.remoteAddress ?? '',
          headers: {
            ...headers,
            ...(item.body !== undefined && { 'content-type': 'application/json' }),
            ...(own !== undefined && { 'idempotency-key': own }),
            ...(item.ifMatch !== undefined && { 'if-match': item.ifMatch }),
          },
          ...(item.body !== undefined && { payload: JSON.stringify(item.body) }),
        })
        items.push({
          status: answer.statusCode,
          body: answer.payload === '' ? null : JSON.parse(answer.payload),
          etag: answer.headers.etag ?? null,
          requestId: String(answer.headers['x-request-id']),
        })
      }
      const done = items.filter(({ status }) => status < 300).length
      return { items, done, refused: items.length - done }
    },
  })

function common({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
