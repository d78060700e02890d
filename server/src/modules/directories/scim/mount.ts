import { hasPermission } from '@trellis/contract/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import type { Context, Reader, Tx } from '../../../platform/database/tx.ts'
import { type Gate, tenantCodeForm } from '../../../platform/http/dispatch.ts'
import { noteAbout } from '../../../platform/http/log-about.ts'
import { apiBase, refusedWith, takeJson } from '../../../platform/http/server.ts'
import { wantedVersions } from '../../../platform/http/versions.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Actor, Tenant } from '../../../platform/tenancy.ts'
import type { Mailer } from '../../mail/index.ts'
import { keepBreakGlass, lockUser, type Sessions } from '../../people/index.ts'
import { findTenantByHost } from '../../tenants/index.ts'
import { hasOnlyDomains } from '../connections.ts'
import { flat, isObject, operationsOf, saidBy } from './attributes.ts'
import { maximumCount, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { errorOf, statusOf, wrong } from './errors.ts'
import { findGroup, followMembers, groupNamed, idsOf, listGroups, mustBeCalled, setMembers } from './groups.ts'
import { urn } from './names.ts'
import { isWanted, presentGroup, presentUser, versionOf, type Wanted, wantedIn, withWanted } from './present.ts'
import { findUser, followUser, listUsers, provisionUser, removeProvisioned } from './users.ts'

interface ScimMeans {
  db: Database
  tenantOf(code: string): Promise<Tenant | null>
  actorOf(token: string, tenantId: string, address: string | undefined): Promise<Actor | null>
  sessions: Sessions
  mailer: Mailer
  config: { publicUrl: string; defaultTenant: string | undefined }
  maintenance: Gate
  clock?: () => string
}

interface Call<T> {
  tx: T
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
  id: string
  query: Readonly<Record<string, unknown>>
  wanted: Wanted
  /** The address of these calls, as the caller named it. */
  base: string
}

const mediaType = 'application/scim+json; charset=utf-8'

/**
 * SCIM 2.0 for a tenant (rules P50 to P55, decisions 148 and 149): a protocol of its own beside the calls of the contract, with its own
 * filters, bodies, errors and media type, so it is mounted like a protocol. The address names the tenant, as directories send no header
 * of ours; without a name in it the header or the host name does.
 */
export function mountScim(app: FastifyInstance, means: ScimMeans): void {
  for (const path of ['/tenants/:tenantCode/scim/v2', '/scim/v2'])
    app.register(
      async (scope) => {
        scope.removeAllContentTypeParsers()
        takeJson(scope, /^application\/(scim\+)?json *(;|$)/i)
        scope.setErrorHandler((error, request, reply) => {
          const { refusal, problem } = refusedWith(error, request, reply)
          reply.code(statusOf(refusal, problem.status))
          return reply.type(mediaType).send(JSON.stringify(errorOf(refusal, problem.status)))
        })
        scope.setNotFoundHandler(() => {
          throw new Refusal('RQ404')
        })
        describe(scope, means)
        users(scope, means)
        groups(scope, means)
        scope.all(
          '/*',
          reading(means, async () => Promise.reject(new Refusal('RQ404', null, 'There is no such call'))),
        )
      },
      { prefix: apiBase + path },
    )
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const reading =
  (means: ScimMeans, work: (call: Call<Reader>) => Promise<object>): Handler =>
  async (request, reply) => {
    const { context, ...call } = await callOf(request, reply, 'r', means)
    return send(reply, await work({ ...call, tx: means.db.read(context) }))
  }

/** A change, after which somebody can still sign in without the directory (rules P70). */
const writing =
  (means: ScimMeans, flag: 'c' | 'u' | 'd', work: (call: Call<Tx>) => Promise<object | undefined>): Handler =>
  async (request, reply) => {
    const { context, ...call } = await callOf(request, reply, flag, means)
    const change = (tx: Tx) => keepBreakGlass(tx, hasOnlyDomains, () => work({ ...call, tx }), 'US409')
    return send(reply, await means.db.write(context, change))
  }

const send = (reply: FastifyReply, answer: object | undefined): FastifyReply => {
  reply.header('cache-control', 'no-store')
  if (answer === undefined) return reply.code(204).send()
  const { location, version } = (answer as { meta?: { location?: string; version?: string } }).meta ?? {}
  if (location !== undefined) reply.header('location', location)
  if (version !== undefined) reply.header('etag', version)
  return reply.type(mediaType).send(JSON.stringify(answer))
}

async function callOf(request: FastifyRequest, reply: FastifyReply, flag: 'c' | 'r' | 'u' | 'd', means: ScimMeans) {
  const tenant = await tenantOf(request, means)
  noteAbout(request, { tenantId: tenant.tenantId })
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const actor = token === undefined ? null : await means.actorOf(token, tenant.tenantId, request.ip)
  if (actor === null) throw new Refusal('RQ401', null, undefined, { 'www-authenticate': 'Bearer' })
  noteAbout(request, { userId: actor.userId })
  if (actor.key?.purpose !== 'scim')
    throw new Refusal('RQ403', { reason: 'key' }, 'Provisioning needs an API key that was made for it')
  if (!hasPermission(actor.permissions, 'Users', flag)) throw new Refusal('RQ403', { permission: `Users:${flag}` })
  const context: Context = {
    tenantId: tenant.tenantId,
    userId: actor.userId,
    accountId: actor.accountId,
    reach: actor.accountId,
    clock: means.clock?.() ?? null,
    requestId: request.id,
  }
  // Names of parameters are compared without regard to case, as every name of SCIM.
  const query = Object.fromEntries(
    Object.entries(request.query as object).map(([name, value]) => [name.toLowerCase(), value as unknown]),
  )
  const { tenantCode, id = '' } = request.params as { tenantCode?: string; id?: string }
  const base = `${means.config.publicUrl.replace(/\/$/, '')}${apiBase}${tenantCode === undefined ? '' : `/tenants/${encodeURIComponent(tenantCode)}`}/scim/v2`
  return { actor, request, reply, context, id, query, wanted: wantedIn(query), base }
}

async function tenantOf(request: FastifyRequest, means: ScimMeans): Promise<Tenant> {
  means.maintenance.pass(null)
  const { tenantCode } = request.params as { tenantCode?: string }
  const code = tenantCode ?? request.headers['x-tenant-code']
  const tenant =
    code === undefined
      ? await findTenantByHost(means.db, request.hostname.toLowerCase(), means.config.defaultTenant)
      : typeof code === 'string' && tenantCodeForm.test(code)
        ? await means.tenantOf(code)
        : null
  // Which tenants there are is not told to who has no key of one.
  if (!tenant) throw new Refusal('RQ401', null, undefined, { 'www-authenticate': 'Bearer' })
  if (tenant.isSuspended)
    throw new Refusal('RQ403', { tenant: 'suspended' }, 'This portal is suspended by its operator')
  means.maintenance.pass(tenant.tenantId)
  return tenant
}

const listOf = (resources: object[], { total = resources.length, startIndex = 1 } = {}) => ({
  schemas: [urn.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

function describe(scope: FastifyInstance, means: ScimMeans): void {
  const one = (all: (base: string) => { id: string }[]) => async (call: Call<Reader>) => {
    const found = all(call.base).find(({ id }) => id.toLowerCase() === call.id.toLowerCase())
    if (!found) throw new Refusal('RQ404')
    return found
  }
  scope.get(
    '/ServiceProviderConfig',
    reading(means, async ({ base }) => serviceProviderConfig(base)),
  )
  scope.get(
    '/ResourceTypes',
    reading(means, async ({ base }) => listOf(resourceTypes(base))),
  )
  scope.get('/ResourceTypes/:id', reading(means, one(resourceTypes)))
  scope.get(
    '/Schemas',
    reading(means, async ({ base }) => listOf(schemas(base))),
  )
  scope.get('/Schemas/:id', reading(means, one(schemas)))
}

function users(scope: FastifyInstance, means: ScimMeans): void {
  const shown = async ({ tx, actor, base, wanted }: Call<Reader>, id: string) =>
    withWanted(presentUser(await findUser(tx, actor, id), base), wanted)

  scope.get(
    '/Users',
    reading(means, async ({ tx, actor, query, base, wanted }) => {
      const paging = pagingIn(query)
      const { total, rows } = await listUsers(tx, actor, filterIn(query), paging)
      const resources = rows.map((row) => withWanted(presentUser(row, base), wanted))
      return listOf(resources, { total, startIndex: paging.startIndex })
    }),
  )
  scope.post(
    '/Users',
    writing(means, 'c', async (call) => {
      const id = await provisionUser(call.tx, call.actor, saidBy(flat(bodyOf(call.request))), means.mailer)
      call.reply.code(201)
      return shown(call, id)
    }),
  )
  scope.get(
    '/Users/:id',
    reading(means, (call) => shown(call, call.id)),
  )
  scope.put(
    '/Users/:id',
    writing(means, 'u', async (call) => {
      const said = saidBy(flat(bodyOf(call.request)))
      if (said.userName === undefined) throw wrong('invalidValue', 'userName is required')
      const { userId } = await unchanged(call)
      await followUser(call.tx, call.actor, userId, said, means.sessions)
      return shown(call, userId)
    }),
  )
  scope.patch(
    '/Users/:id',
    writing(means, 'u', async (call) => {
      const operations = operationsOf(call.request.body)
      const { userId } = await unchanged(call)
      const pairs = operations.flatMap(({ op, attribute, value }) =>
        op === 'remove'
          ? removed(attribute)
          : attribute === 'name'
            ? flat({ name: value })
            : [[attribute, value] as const],
      )
      await followUser(call.tx, call.actor, userId, saidBy(pairs), means.sessions)
      return shown(call, userId)
    }),
  )
  scope.delete(
    '/Users/:id',
    writing(means, 'd', async (call) => {
      const { userId } = await unchanged(call)
      await removeProvisioned(call.tx, call.actor, userId, means.sessions)
      return undefined
    }),
  )
}

/** What taking a value away says. Refuses `mutability` for what a user always has. */
function removed(attribute: string): (readonly [string, unknown])[] {
  if (attribute === 'externalid') return [[attribute, null]]
  if (['username', 'active', 'name', 'name.givenname', 'name.familyname'].includes(attribute))
    throw wrong('mutability', `A user always has ${attribute}`)
  return []
}

/** The user of the call, in reach. With `If-Match`, the user is locked and has this version, else RQ412. */
async function unchanged({ tx, actor, id, request }: Call<Tx>) {
  const row = await findUser(tx, actor, id)
  const versions = wantedVersions(request)
  if (versions === null) return row
  await lockUser(tx, row.userId)
  const now = await findUser(tx, actor, id)
  if (!versions.includes(now.version)) throw new Refusal('RQ412', null, `The user has the version ${versionOf(now)}`)
  return now
}

function groups(scope: FastifyInstance, means: ScimMeans): void {
  const shown = async ({ tx, actor, base, wanted }: Call<Reader>, id: string) => {
    const withMembers = isWanted(wanted, 'members')
    return withWanted(presentGroup(await findGroup(tx, actor, id, { withMembers }), base, withMembers), wanted)
  }

  scope.get(
    '/Groups',
    reading(means, async ({ tx, actor, query, base, wanted }) => {
      const withMembers = isWanted(wanted, 'members')
      const { startIndex, count } = pagingIn(query)
      const all = await listGroups(tx, actor, filterIn(query), { withMembers })
      const page = all.slice(startIndex - 1, startIndex - 1 + count)
      const resources = page.map((row) => withWanted(presentGroup(row, base, withMembers), wanted))
      return listOf(resources, { total: all.length, startIndex })
    }),
  )
  scope.post(
    '/Groups',
    writing(means, 'u', async (call) => {
      const { tx, actor, request, reply } = call
      const body = new Map(flat(bodyOf(request)))
      const group = await groupNamed(tx, actor, body.get('displayname'))
      const before = new Set(group.members.map(({ value }) => value))
      const after = new Set([...before, ...idsOf(body.get('members'))])
      await setMembers(tx, actor, group, { before, after }, means.sessions)
      reply.code(201)
      return shown(call, String(group.roleId))
    }),
  )
  scope.get(
    '/Groups/:id',
    reading(means, (call) => shown(call, call.id)),
  )
  scope.put(
    '/Groups/:id',
    writing(means, 'u', async (call) => {
      const { tx, actor, request, id } = call
      const body = new Map(flat(bodyOf(request)))
      const group = await findGroup(tx, actor, id)
      mustBeCalled(group, body.get('displayname'))
      const before = new Set(group.members.map(({ value }) => value))
      // What is not said stays: a group without `members` is a group whose members somebody else keeps.
      const after = body.has('members') ? new Set(idsOf(body.get('members'))) : before
      await setMembers(tx, actor, group, { before, after }, means.sessions)
      return shown(call, id)
    }),
  )
  scope.patch(
    '/Groups/:id',
    writing(means, 'u', async (call) => {
      const { tx, actor, request, id } = call
      const operations = operationsOf(request.body)
      await followMembers(tx, actor, await findGroup(tx, actor, id), operations, means.sessions)
      return shown(call, id)
    }),
  )
  scope.delete(
    '/Groups/:id',
    writing(means, 'd', async ({ tx, actor, id }) => {
      await findGroup(tx, actor, id, { withMembers: false })
      throw new Refusal('RQ403', { reason: 'level' }, 'Roles are deleted in the portal')
    }),
  )
}

function bodyOf({ body }: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body has to be an object')
  return body
}

function filterIn({ filter }: Readonly<Record<string, unknown>>): string | null {
  if (filter === undefined || filter === '') return null
  if (typeof filter !== 'string') throw wrong('invalidFilter', 'There is one filter')
  return filter
}

/** Pages begin at 1; what is less is 1, and a count below 0 is 0 (RFC 7644, 3.4.2.4). */
function pagingIn(query: Readonly<Record<string, unknown>>) {
  const wholeIn = (name: string, otherwise: number) => {
    const text = query[name]
    if (text === undefined || text === '') return otherwise
    if (typeof text !== 'string' || !/^[+-]?\d{1,9}$/.test(text))
      throw wrong('invalidValue', `${name} is a whole number`)
    return Number(text)
  }
  const startIndex = Math.max(1, wholeIn('startindex', 1))
  const count = Math.min(maximumCount, Math.max(0, wholeIn('count', 100)))
  return { startIndex, count }
}
