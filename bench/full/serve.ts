import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { z } from 'zod'
import { partyId, tenantId, userId } from './schema.ts'

/*
 * The full limit: what a request has to ask and to say (who it is, what they may, whether the body is right, which request it was),
 * and one call to the database. Its answers have the fields of the product's screens and are compressed as those are.
 */

const secret = 'nothing but a measurement, on loopback'
const signature = (claims: string) => createHmac('sha256', secret).update(claims).digest('base64url')
/** The token of the root's administrator. */
export const token = () => {
  const claims = Buffer.from(JSON.stringify({ userId, tenantId })).toString('base64url')
  return `${claims}.${signature(claims)}`
}

interface Session {
  userId: string
  tenantId: string
  account: string
  permissions: ReadonlySet<string>
}
/** Looked up once; the product keeps sessions for some seconds. */
const sessions = new Map<string, Session>()
const reach = partyId(1)

function sessionOf(request: FastifyRequest): Session | undefined {
  const bearer = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const known = sessions.get(bearer)
  if (known) return known
  const [claims = '', signed = ''] = bearer.split('.')
  const [given, wanted] = [Buffer.from(signed), Buffer.from(signature(claims))]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  const { userId: user, tenantId: tenant } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const session = {
    userId: user,
    tenantId: tenant,
    account: reach,
    permissions: new Set(['Orders:r', 'Orders:c', 'Orders:u', 'Licenses:r', 'Licenses:c']),
  }
  sessions.set(bearer, session)
  return session
}

const search = z.object({
  limit: z.int().min(1).max(100),
  page: z.int().min(1),
  includeChildren: z.boolean(),
  parentAccountId: z.uuid(),
  fields: z.array(z.string()).optional(),
})
const draft = z.object({
  vendorId: z.uuid(),
  buyerId: z.uuid(),
  origin: z.enum(['sell-in', 'sell-out']),
  source: z.string().max(100),
  items: z
    .array(z.object({ productId: z.uuid(), quantity: z.int().positive(), price: z.number().nonnegative() }))
    .min(1),
})
const decision = z.object({ orderId: z.uuid(), status: z.literal('approved'), source: z.string().max(100) })
const order = z.object({ ownerId: z.uuid(), productId: z.uuid() })

/** Serves until the parent process goes away. */
export async function serveFull(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: availableParallelism() + 2,
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
  })
  const app = Fastify({
    loggerInstance: pino(pino.destination('/dev/null')),
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      { method: request.method, path: request.url, status: reply.statusCode, milliseconds: reply.elapsedTime },
      'request',
    )
    done()
  })

  app.setErrorHandler((error, _request, reply) => {
    process.stderr.write(`The full limit refused: ${error}\n`)
    return reply.code(500).send()
  })

  function route<Body>(
    path: string,
    permission: string,
    schema: z.ZodType<Body>,
    text: string,
    values: (body: Body, session: Session, request: FastifyRequest) => unknown[],
  ) {
    app.post(path, async (request, reply) => {
      const session = sessionOf(request)
      if (!session) return reply.code(401).send({ code: 'RQ401' })
      if (!session.permissions.has(permission)) return reply.code(403).send({ code: 'RQ403' })
      const body = schema.safeParse(request.body)
      if (!body.success) return reply.code(400).send({ code: 'RQ400', issues: body.error.issues })
      const { rows } = await pool.query({ name: path, text, values: values(body.data, session, request) })
      return answer(request, reply, rows[0].j)
    })
  }

  const hashOf = (request: FastifyRequest) => createHash('sha256').update(JSON.stringify(request.body)).digest()
  const keyOf = (request: FastifyRequest) => request.headers['idempotency-key']
  const listed = (body: z.infer<typeof search>, session: Session) => [
    session.tenantId,
    session.account,
    body.parentAccountId,
  ]
  route('/orders/search', 'Orders:r', search, 'select list_orders($1, $2, $3) as j', listed)
  route('/licenses/search', 'Licenses:r', search, 'select list_licenses($1, $2, $3) as j', listed)
  route(
    '/orders',
    'Orders:c',
    draft,
    'select create_order($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as j',
    (body, session, request) => [
      ...[session.tenantId, session.userId, session.account, body.vendorId, body.buyerId, body.origin, body.source],
      ...[JSON.stringify(body.items), keyOf(request), hashOf(request)],
    ],
  )
  route('/orders/approve', 'Orders:u', decision, 'select approve($1, $2, $3, $4, $5) as j', (body, session) => [
    ...[session.tenantId, session.userId, session.account, body.orderId, body.source],
  ])
  route(
    '/licenses',
    'Licenses:c',
    order,
    'select issue_license($1, $2, $3, $4, $5, $6, $7) as j',
    (body, session, request) => [
      ...[
        session.tenantId,
        session.userId,
        session.account,
        body.ownerId,
        body.productId,
        keyOf(request),
        hashOf(request),
      ],
    ],
  )

  const fold = setInterval(
    () => void pool.query('select fold()').catch((error) => process.stderr.write(`${error}\n`)),
    1000,
  )
  fold.unref()
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.({ port: (app.server.address() as { port: number }).port })
  process.on('disconnect', () => process.exit(0))
}

/** Below this size an answer is not compressed, as in the product. */
const smallest = 4096

function answer(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  if (text.length < smallest) return reply.send(text)
  return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(gzipSync(text, { level: 1 }))
}
