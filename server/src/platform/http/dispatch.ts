import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Endpoint } from '@trellis/contract/endpoint'
import { viewHeader } from '@trellis/contract/identity'
import type { Search } from '@trellis/contract/search'
import { inCamelCase, pathIn } from '@trellis/contract/spelling'
import { Id } from '@trellis/contract/values'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { inDryRun } from '../database/dry-run.ts'
import { sql } from '../database/sql.ts'
import { type Context, JsonText, LastRead, type Reader, type Tx } from '../database/tx.ts'
import { found, Refusal } from '../refusal.ts'
import { seal, unsealOrNull } from '../secrets.ts'
import { type Actor, actingAs, type Tenant } from '../tenancy.ts'
import { openTurns, type Turns } from '../turns.ts'
import { answerText, withFields } from './answers.ts'
import { answerPreflight } from './cors.ts'
import { Download, sendDownload } from './download.ts'
import { EventStream, sendEvents } from './event-stream.ts'
import { fieldsOf, formTypes } from './forms.ts'
import { guarded, refusalOfStale, withoutDoubt } from './guarded.ts'
import { noteAbout } from './log-about.ts'
import { checkMayCall, notForKeys, reachOf } from './may-call.ts'
import { withoutOwnNames } from './own-names.ts'
import { refusalOf } from './problems.ts'
import type { Call, Route } from './routes.ts'
import { apiBase } from './server.ts'
import { validated } from './validation.ts'
import { readingOf, Stale, type Subject, type Versions } from './versions.ts'

/** The valid form of a tenant code; anything else is malformed rather than unknown. */
export const tenantCodeForm = /^[\w.-]{1,64}$/

export interface Gate {
  /** Throws RQ503 while the installation, or this tenant too, is in maintenance (rules G47). */
  pass(tenantId: string | null): void
}

/** What the modules provide to the dispatcher, which contains no business logic. */
export interface Dispatching {
  db: Database
  /** The tenant with this code, or null. */
  tenantOf(code: string): Promise<Tenant | null>
  /** The actor of this access token or API key in this tenant, or null. Keys can be bound to addresses of clients. */
  actorOf(token: string, tenantId: string, address: string | undefined): Promise<Actor | null>
  /** The user as whom the actor looks at the portal now, or null (rules P27). */
  viewed(actor: Actor, userId: string): Promise<Actor | null>
  /** Whether calls of a tenant, or without one of all, are refused for now. */
  maintenance: Gate
  /** The business clock for tests and the demo; absent: the database's clock. */
  clock?: () => string
  /** Keeps the answers with secrets that `Idempotency-Key` repeats. */
  secret: Buffer
  /** What `ETag` and `If-Match` of records say. */
  versions: Versions
  /** Validate JSON text from the database against the contract: everywhere but in production. */
  checkAnswers: boolean
}

/**
 * After a restart all streams come back at once. They are opened a few at a time, so that looking up their sessions leaves room for
 * other calls, and wait rather than being refused: the last within a minute (threats X16).
 */
const openingStreams = { atOnce: 4, inAll: 8, longest: 2_500, patience: 60_000 }

export interface Means extends Dispatching {
  opening: Turns
  routes: readonly Route[]
}

/** Mounts a module's routes. Order: headers, tenant, token, permission, validation, transaction, answer. */
export function mount(app: FastifyInstance, routes: Route[], given: Dispatching): void {
  const means = { ...given, opening: openTurns(openingStreams), routes }
  const at = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.endpoint.method,
      url: apiBase + route.endpoint.path,
      config: {
        anyOrigin: route.endpoint.anyOrigin,
        streams: route.endpoint.streams !== null,
        endpoint: route.endpoint,
      },
      ...(route.endpoint.maximumBody !== null && { bodyLimit: route.endpoint.maximumBody }),
      // Answered where the answer is ready. A promise of the reply itself would be waited for at each step, because a reply can be awaited.
      handler: (request, reply) => {
        dispatch(route, request, reply, means).catch((error: unknown) => failed(error, request, reply))
      },
    })
  for (const route of routes.filter(({ endpoint }) => !endpoint.form && !endpoint.binary)) at(app, route)
  for (const { endpoint } of routes.filter(({ endpoint }) => endpoint.anyOrigin))
    answerPreflight(app, apiBase + endpoint.path, [endpoint.method])
  // In a scope of its own, so that every other call still refuses a form (RQ415).
  app.register(async (scope) => {
    scope.addContentTypeParser(formTypes, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      fieldsOf(body, request.headers['content-type'] ?? ''),
    )
    for (const route of routes.filter(({ endpoint }) => endpoint.form)) at(scope, route)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: FastifyRequest, bytes: Readable) => bytes)
    for (const route of routes.filter(({ endpoint }) => endpoint.binary && endpoint.maximumBody === null))
      at(scope, route)
  })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Read before the transaction begins, so that a slow sender holds none.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes)
    for (const route of routes.filter(({ endpoint }) => endpoint.binary && endpoint.maximumBody !== null))
      at(scope, route)
  })
}

async function dispatch(route: Route, request: FastifyRequest, reply: FastifyReply, means: Means): Promise<void> {
  if (!route.endpoint.spelled) return serve(route, request, reply, means)
  return serve(route, request, reply, means).catch((error: unknown) => {
    throw inSpellingOf(request.body, error)
  })
}

function failed(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) request.log.error({ err: error }, 'a call failed after its answer')
  else reply.send(error instanceof Error ? error : new Error(String(error)))
}

async function serve(route: Route, request: FastifyRequest, reply: FastifyReply, means: Means): Promise<void> {
  const { endpoint } = route
  reply.header('cache-control', 'no-store')
  if (endpoint.inMaintenance) return shownInMaintenance(await prepare(route, request, reply, null, means), means)
  // Before anything is asked of the database, which may be away for the maintenance.
  means.maintenance.pass(null)
  const tenant = endpoint.tenant ? await tenantOf(request, means) : null
  if (tenant) {
    noteAbout(request, { tenantId: tenant.tenantId })
    means.maintenance.pass(tenant.tenantId)
  }
  if (endpoint.streams === null) return answered(await prepare(route, request, reply, tenant, means), means)
  // The turn ends when the stream has been opened, not with the stream.
  const open = async () => ({
    stream: (await (await prepare(route, request, reply, tenant, means)).handled(null)) as unknown,
  })
  const { stream } = tenant ? await means.opening(tenant.tenantId, open) : await open()
  if (!(stream instanceof EventStream)) throw new Error(`${route.name} promises events and answers none`)
  return sendEvents(reply, stream)
}

/** Answers what the page of the maintenance shows, as long as there is a database that knows it. */
async function shownInMaintenance(prepared: Prepared, means: Means): Promise<void> {
  return answered(prepared, means).catch((error: unknown) => {
    means.maintenance.pass(null)
    throw error
  })
}

/** A call whose caller is known and may make it, and whose parts are valid. */
export interface Prepared {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor | null
  context: Context | null
  params: unknown
  query: unknown
  body: unknown
  handled(tx: Tx | null): Promise<unknown>
  /** The answer of the call that reads this record, to the same caller. */
  readRecord(subject: Subject, tx: Reader): Promise<unknown>
}

async function prepare(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant | null,
  means: Means,
): Promise<Prepared> {
  const { endpoint } = route
  const caller = endpoint.permission === 'public' || tenant === null ? null : await actorOf(request, tenant, means)
  if (caller) noteAbout(request, { userId: caller.userId })
  const actor = caller && (await viewedBy(caller, request, endpoint, means))
  if (actor) checkMayCall(endpoint, actor)

  const params = validatedParams(route, request)
  const query = validated(endpoint.query, request.query)
  const body = validated(
    endpoint.body,
    withoutOwnNames(endpoint, endpoint.spelled ? inCamelCase(request.body) : request.body),
  )

  const context: Context | null = tenant && {
    tenantId: tenant.tenantId,
    ...actingAs(actor),
    reach: actor && reachOf(route, actor),
    clock: means.clock?.() ?? null,
    requestId: request.id,
  }
  const parts = { tenant, actor, context, mayLag: endpoint.mayLag, params, query, body, request, reply }
  const handled = (tx: Tx | null): Promise<unknown> => route.handler(callOf({ tx, ...parts }, means))
  const readRecord = async (subject: Subject, tx: Reader): Promise<unknown> => {
    const reading = readingOf(means.routes, subject)
    const asked = { ...parts, tx: tx as Tx, params: reading.params, query: {}, body: undefined }
    const text = answerText(
      reading.route.endpoint,
      reading.route.name,
      await reading.route.handler(callOf(asked, means)),
      false,
    )
    return JSON.parse(text ?? 'null')
  }
  return { route, request, reply, actor, context, params, query, body, handled, readRecord }
}

async function answered(prepared: Prepared, means: Means): Promise<void> {
  const { route, request, reply, actor, context, params, query, body, handled } = prepared
  const { endpoint } = route
  const call = guarded(prepared, means)
  const answer = async (tx: Tx | null): Promise<string | undefined> => {
    const result = await call(tx)
    return textOf(tx && result instanceof LastRead ? found(await tx.json(result.query)) : result)
  }
  const textOf = (result: unknown): string | undefined => {
    const text = answerText(endpoint, route.name, result, means.checkAnswers)
    if (result instanceof JsonText && result.isCut) return text
    // Only search payloads have `fields`, and searches are reads.
    const { fields } = (endpoint.effect === 'read' && body ? body : {}) as Partial<Search>
    return text !== undefined && fields ? withFields(text, fields) : text
  }

  if (endpoint.file) {
    const given: unknown =
      endpoint.effect === 'write' && context ? await means.db.write(context, handled) : await handled(null)
    if (given instanceof Download) return sendDownload(reply, given)
    if (endpoint.answer === undefined) throw new Error(`${route.name} promises a file and answers none`)
    return sendJson(reply, endpoint, answerText(endpoint, route.name, given, means.checkAnswers))
  }

  const key = request.headers['idempotency-key']
  let text: string | undefined
  try {
    if (context === null || endpoint.effect === 'read') text = await answer(null)
    else if (endpoint.idempotent && actor && key !== undefined) {
      text = await means.db.write(context, (tx) =>
        once(
          tx,
          { route, actor, key: String(key), asked: { params, query, body }, reply, secret: means.secret },
          answer,
        ),
      )
    } else {
      const { result, last } = await means.db.write(context, async (tx) => {
        const result = await call(tx)
        // In an object: a promise itself would be waited for before the COMMIT with which it is asked. Nothing may follow from it here,
        // because nobody hears of that if the transaction fails.
        return { result, last: result instanceof LastRead ? tx.last(result.query) : null }
      })
      text = textOf(last === null ? result : found(await last))
    }
  } catch (thrown) {
    const error = await withoutDoubt(thrown, context, means)
    if (error instanceof Stale) throw await refusalOfStale(prepared, means)
    if (context && error instanceof Refusal && error.lasting)
      await means.db
        .write(context, error.lasting)
        .catch((err: unknown) => request.log.warn({ err }, 'what a refusal leaves could not be written'))
    throw error
  }

  return sendJson(reply, endpoint, text)
}

/** The refusal with the paths of its issues as the client spelled them. */
function inSpellingOf(body: unknown, error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'RQ422') return error
  const { issues = [] } = (error.info ?? {}) as { issues?: { path: string }[] }
  const info = { issues: issues.map((issue) => ({ ...issue, path: pathIn(body, issue.path) })) }
  return new Refusal('RQ422', info, error.message, error.headers)
}

function sendJson(reply: FastifyReply, { status }: Endpoint, text: string | undefined): void {
  if (text === undefined) reply.code(status).send()
  else reply.code(status).type('application/json; charset=utf-8').send(text)
}

async function tenantOf(request: FastifyRequest, means: Dispatching): Promise<Tenant> {
  const code = request.headers['x-tenant-code']
  if (typeof code !== 'string' || !tenantCodeForm.test(code))
    throw new Refusal('RQ400', null, 'The header X-Tenant-Code is missing or malformed')
  const tenant = await means.tenantOf(code)
  if (tenant === null) throw new Refusal('RQ400', null, 'Unknown tenant')
  if (tenant.isSuspended)
    throw new Refusal('RQ403', { tenant: 'suspended' }, 'This portal is suspended by its operator')
  return tenant
}

async function actorOf(request: FastifyRequest, tenant: Tenant, means: Dispatching): Promise<Actor> {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const actor = token === undefined ? null : await means.actorOf(token, tenant.tenantId, request.ip)
  if (actor === null) throw new Refusal('RQ401', null, undefined, { 'www-authenticate': 'Bearer' })
  return actor
}

/**
 * The actor of the call: the caller, or the user as whom the caller looks at the portal (rules P28). A view only reads,
 * and nothing about sessions, passwords and second factors.
 */
async function viewedBy(
  caller: Actor,
  request: FastifyRequest,
  endpoint: Endpoint,
  means: Dispatching,
): Promise<Actor> {
  if (request.headers[viewHeader] === undefined) return caller
  // Who looks as somebody else is no operator, whatever they ask (rules P67).
  if (endpoint.permission === 'operator') throw new Refusal('RQ404')
  if (caller.key) throw notForKeys()
  const userId = Id.safeParse(request.headers[viewHeader])
  const viewed = userId.success ? await means.viewed(caller, userId.data) : null
  if (viewed === null) throw new Refusal('RQ403', { view: 'ended' }, 'This view of the portal has ended')
  noteAbout(request, { viewedUserId: viewed.userId })
  if (endpoint.effect === 'write' || endpoint.path.startsWith('/auth/'))
    throw new Refusal('RQ403', { view: 'reading' }, 'Looking at the portal as another user only reads')
  return viewed
}

/** A malformed id is answered like one that does not exist: RQ404. So is a text that no column can hold. */
function validatedParams(route: Route, request: FastifyRequest): unknown {
  if (Object.values(request.params as Record<string, string>).some((text) => text.includes('\0')))
    throw new Refusal('RQ404')
  try {
    return validated(route.endpoint.params, request.params)
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('RQ404')
    throw error
  }
}

interface Parts {
  tx: Tx | null
  tenant: Tenant | null
  actor: Actor | null
  context: Context | null
  params: unknown
  query: unknown
  body: unknown
  mayLag: boolean
  request: FastifyRequest
  reply: FastifyReply
}

function callOf(parts: Parts, means: Dispatching): Call {
  const given = <T>(value: T | null, what: string): T => {
    if (value === null) throw new Error(`This call has no ${what}`)
    return value
  }
  const reading = () => {
    const context = given(parts.context, 'tenant')
    return parts.mayLag ? means.db.readLagging(context) : means.db.read(context)
  }
  return {
    params: parts.params,
    query: parts.query,
    body: parts.body,
    request: parts.request,
    reply: parts.reply,
    get tx() {
      return (parts.tx ?? reading()) as Tx
    },
    get read() {
      return reading()
    },
    get actor() {
      return given(parts.actor, 'actor')
    },
    get tenant() {
      return given(parts.tenant, 'tenant')
    },
  } as Call
}

interface Attempt {
  route: Route
  actor: Actor
  key: string
  asked: { params: unknown; query: unknown; body: unknown }
  reply: FastifyReply
  secret: Buffer
}

/**
 * A creating call with an Idempotency-Key. The key is inserted in the transaction of the effect, so a second call waits
 * for the first and then returns its answer; after a rollback the key is free again. A key is that of one call for one
 * account with one path and one body (threats M16).
 */
async function once(
  tx: Tx,
  { route, actor, key, asked, reply, secret }: Attempt,
  answer: (tx: Tx) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (key.length === 0 || key.length > 255)
    throw new Refusal('RQ400', null, 'Idempotency-Key must have 1 to 255 characters')
  const hash = createHash('sha256')
    .update(JSON.stringify([route.name, actor.accountId, asked.params, asked.query, asked.body]))
    .digest()
  const claimed = await tx.run(sql`
    insert into idempotency_keys (user_id, key, endpoint, request_hash) values (${actor.userId}, ${key}, ${route.name}, ${hash})
    on conflict do nothing`)
  if (claimed === 0) {
    const earlier = await tx.row<{ request_hash: Buffer; answer: string }>(sql`
      select request_hash, answer from idempotency_keys
      where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and key = ${key}`)
    if (!earlier?.request_hash.equals(hash))
      throw new Refusal('RQ409', null, 'This Idempotency-Key was used for another request')
    await refuseWhatIsOutOfReach(tx, answer)
    const told = route.endpoint.secret ? unsealOrNull(secret, Buffer.from(earlier.answer, 'base64')) : earlier.answer
    if (told === null) throw new Refusal('RQ409', null, 'The answer to this Idempotency-Key is not readable any more')
    reply.header('idempotent-replayed', 'true')
    return told
  }
  const text = await answer(tx)
  const kept = route.endpoint.secret ? seal(secret, text ?? '').toString('base64') : (text ?? '')
  tx.later(sql`
    update idempotency_keys set status = ${route.endpoint.status}, answer = ${kept}
    where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and key = ${key}`)
  return text
}

/**
 * Does the call again and undoes it: whoever may no longer make it, because an account has left the reach since, is refused
 * and not told the earlier answer. What is refused for another reason, such as a name that the call itself has taken, is answered as it was.
 */
async function refuseWhatIsOutOfReach(tx: Tx, attempt: (tx: Tx) => Promise<unknown>): Promise<void> {
  await inDryRun(tx, attempt).catch((error: unknown) => {
    // With RQ503 it is not known whether they may.
    if (['RQ403', 'RQ404', 'RQ503'].includes(refusalOf(error).code)) throw error
  })
}
