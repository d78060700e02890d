import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { type Flag, type Module, modules, type Permissions } from '@trellis/contract/permissions'
import { record } from '../modules/audit/index.ts'
import { createUser } from '../modules/people/index.ts'
import { json, sql } from '../platform/database/sql.ts'
import type { Route } from '../platform/http/routes.ts'
import { newId } from '../platform/ids.ts'
import { cheapHash } from './companies.ts'
import { licensing } from './licensing.ts'
import { type Person, password, type Raw, type World } from './network.ts'
import { sampleOf } from './samples.ts'

export type Caller = (endpoint: Endpoint, request?: Raw) => ReturnType<Person['raw']>

interface Holder {
  email: string
  /** Name of their only role. */
  role: string
  headers: { authorization: string }
  call: Caller
}

/** Creates users whose only role has exactly these permissions. */
function enrolling(world: World) {
  const { write } = licensing(world)
  const hashed = cheapHash(password)
  let people = 0
  return async (account: { accountId: string }, permissions: Permissions): Promise<Holder> => {
    people += 1
    const role = `holder ${people}`
    const email = `holder-${people}@reach.example`
    await write(async (tx) => {
      await tx.run(
        sql`insert into roles (role_id, name, permissions) values (${500 + people}, ${role}, ${json(permissions)})`,
      )
      await record(tx, 'role.created', 'role', String(500 + people), { after: { name: role } })
      const person = { accountId: account.accountId, email, firstName: 'H', lastName: String(people), roles: [role] }
      await createUser(tx, { ...person, status: 'user_active', passwordHash: await hashed })
    })
    const { body } = await world.anonymous(identity.signIn, { body: { grantType: 'password', email, password } })
    const headers = { authorization: `Bearer ${(body as { token: string }).token}` }
    const call: Caller = (endpoint, request = {}) =>
      world.anonymous(endpoint, { ...request, headers: { ...request.headers, ...headers } })
    return { email, role, headers, call }
  }
}

/** Creates users with the same flags on every module. */
export function holders(world: World) {
  const enroll = enrolling(world)
  return (account: { accountId: string }, held: readonly Flag[]) =>
    enroll(
      account,
      modules.map((module) => ({ module, flags: held.join('-') })),
    )
}

/** Creates users with flags on certain modules; returns how they call. */
export function rolesOf(world: World) {
  const enroll = enrolling(world)
  return async (account: { accountId: string }, held: Partial<Record<Module, string>>): Promise<Caller> => {
    const permissions = Object.entries(held) as [Module, string][]
    return (
      await enroll(
        account,
        permissions.map(([module, flags]) => ({ module, flags })),
      )
    ).call
  }
}

export const paramsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)

/** Requirements of valid bodies that no schema expresses. */
const beyondTheSchema: Record<string, object> = {
  'users.update': { timeZone: 'UTC' },
  'webhooks.create': { url: 'http://127.0.0.1:9/', types: [] },
  'webhooks.update': { url: 'http://127.0.0.1:9/', types: [] },
  'apiKeys.create': { permissions: [{ module: 'Orders', flags: 'r' }] },
}

/** A valid call whose ids do not exist. */
export function request({ name: called, endpoint: { path, query, body } }: Route): Raw {
  return {
    params: Object.fromEntries(paramsOf(path).map((name) => [name, nameless(name)])),
    ...(query && { query: sampleOf(query) }),
    ...(body && { body: { ...(sampleOf(body) as object), ...beyondTheSchema[called] } }),
  }
}
const nameless = (param: string) => (param === 'serialKey' ? 'EDGE-00000-00000-00000-00000' : newId())
