import type { DirectoryProblem } from '@trellis/contract/directory-problems'
import type { AuthData } from '@trellis/contract/identity'
import { languageCodes } from '@trellis/contract/users'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'
import { newToken, type Secrets } from '../../platform/secrets.ts'
import type { Tenant } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import {
  acceptWithoutPassword,
  actAs,
  createUser,
  followRoles,
  type OtherSignIns,
  type Sessions,
} from '../people/index.ts'
import { keepAttempt } from './attempts.ts'
import { addressIn, bareIssuer, type Claims, methodsIn, profileIn } from './claims.ts'
import { type StoredConnection, secretOf } from './connections.ts'
import { type Client, IssuerFailure } from './issuers.ts'
import { judge, type Verdict } from './judge.ts'

export interface SignInCall {
  tx: Tx
  read: Reader
  tenant: Tenant
  request: FastifyRequest
  reply: FastifyReply
  body: {
    deviceUniqueId?: string | null | undefined
    appPlatform?: string | null | undefined
    invitation?: string | null | undefined
    languageCode?: string | null | undefined
    timeZone?: string | null | undefined
  }
}

export interface PeopleMeans {
  signIns: OtherSignIns
  sessions: Sessions
}

/** Why a sign-in by a directory came to nothing. */
export const refusal = (reason: DirectoryProblem, more: Record<string, unknown> = {}): Refusal =>
  new Refusal('A405', { reason, ...more }, 'The sign-in by the directory was not accepted')

export function clientOf(secrets: Secrets, connection: StoredConnection): Client {
  const clientSecret = secretOf(secrets, connection)
  if (clientSecret === null) throw new IssuerFailure('answer', 'The client secret was sealed with another SECRET_KEY.')
  return { issuer: connection.issuer, clientId: connection.clientId, clientSecret }
}

/** One person at a time, so that a first sign-in that is sent twice makes one user. */
export const lockPerson = (tx: Tx, { iss, sub }: Claims) =>
  tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('person of a directory ' || current_tenant() || ${`${bareIssuer(iss)} ${sub}`}, 0))`)

/** Signs in the person of the claims. Refuses A405, with a token when an existing user must prove once that it is they. */
export async function signInPerson(
  call: SignInCall,
  connection: StoredConnection,
  claims: Claims,
  browser: string,
  means: PeopleMeans,
): Promise<AuthData> {
  const { tx } = call
  await lockPerson(tx, claims)
  const verdict = await judge(tx, connection, claims)
  if (verdict.outcome === null) throw refusal(verdict.problem)
  const userId = await userFor(call, connection, claims, browser, verdict)
  if (verdict.outcome !== 'created') {
    await actAs(tx, userId)
    if (verdict.roleIds !== null) await followRoles(tx, userId, verdict.roleIds, means.sessions)
  }
  const how = { connection: connection.name, amr: methodsIn(claims) }
  return means.signIns.start(call, userId, how)
}

async function userFor(
  { tx, body }: SignInCall,
  connection: StoredConnection,
  claims: Claims,
  browser: string,
  verdict: Exclude<Verdict, { outcome: null }>,
): Promise<string> {
  if (verdict.outcome === 'known') return verdict.userId
  if (verdict.outcome === 'created') {
    const userId = await create(tx, claims, verdict, body)
    await actAs(tx, userId)
    await link(tx, connection, claims, userId)
    return userId
  }
  const email = addressIn(claims) ?? ''
  const isInvited =
    verdict.isOurs ||
    (verdict.isPending && body.invitation && (await acceptWithoutPassword(tx, body.invitation, email)))
  if (!isInvited) throw toProve(connection, claims, browser, verdict)
  await link(tx, connection, claims, verdict.userId)
  return verdict.userId
}

/** Asks for the proof: the token stays although the call is refused. Only the person of the directory learns that there is a user. */
function toProve(
  connection: StoredConnection,
  claims: Claims,
  browser: string,
  { userId, isPending, roleIds }: Extract<Verdict, { outcome: 'adopted' }>,
): Refusal {
  if (isPending) return refusal('prove', { isInvited: true })
  const linkToken = newToken()
  const asked = refusal('prove', { isInvited: false, linkToken, email: addressIn(claims), connection: connection.name })
  const proof = { kind: 'proof' as const, connectionId: connection.connectionId, browser, userId, roleIds }
  asked.lasting = (tx) => keepAttempt(tx, linkToken, { ...proof, subject: claims.sub })
  return asked
}

/** Makes the user that the claims describe. Where they do not say language or time zone, those of the browser count. */
async function create(
  tx: Tx,
  claims: Claims,
  { accountId, roleIds }: Extract<Verdict, { outcome: 'created' }>,
  browser: SignInCall['body'],
) {
  const { locale, timeZone, ...profile } = profileIn(claims)
  const spoken = [locale, browser.languageCode?.slice(0, 2).toLowerCase()]
  const languageCode = spoken.flatMap((said) => languageCodes.filter((code) => code === said))[0] ?? null
  const roles = await tx.rows<{ name: string }>(sql`
    select name from offered.roles where tenant_id = (select current_tenant()) and role_id = any(${roleIds}::int[])`)
  return createUser(tx, {
    ...profile,
    accountId,
    email: addressIn(claims) ?? '',
    roles: roles.map(({ name }) => name),
    timeZone: timeZone ?? browser.timeZone ?? null,
    languageCode,
    status: 'user_active',
    passwordHash: null,
  })
}

/** From now on the person of the directory is this user, also if they were somebody who was removed. */
async function link(
  tx: Tx,
  connection: StoredConnection,
  { iss, sub }: Pick<Claims, 'iss' | 'sub'>,
  userId: string,
): Promise<void> {
  await tx.run(sql`
    insert into directory_people (issuer, subject, user_id) values (${bareIssuer(iss)}, ${sub}, ${userId})
    on conflict (tenant_id, issuer, subject) do update set user_id = excluded.user_id`)
  await record(tx, 'directory.linked', 'user', userId, { after: { connection: connection.name } })
}

/** The end of a proof: the person is linked, and has the roles that the claims gave. */
export async function linkProved(
  tx: Tx,
  connection: StoredConnection,
  { userId, subject, roleIds }: { userId: string; subject: string; roleIds: number[] | null },
  { sessions }: PeopleMeans,
): Promise<void> {
  await link(tx, connection, { iss: connection.issuer, sub: subject }, userId)
  if (roleIds !== null) await followRoles(tx, userId, roleIds, sessions)
}

/** The enabled connection by which this user signs in, if any. */
export const connectionOfUser = (read: Reader, userId: string, condition: Sql = sql``) =>
  read.row<{ connectionId: string; name: string; subject: string }>(sql`
    select c.connection_id as "connectionId", c.name, p.subject
    from directory_people p
    join directory_connections c on c.tenant_id = p.tenant_id and rtrim(c.issuer, '/') = p.issuer
    where p.tenant_id = (select current_tenant()) and p.user_id = ${userId} and c.is_enabled ${condition}
    order by p.created_at limit 1`)
