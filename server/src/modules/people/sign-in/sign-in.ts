import type { Out } from '@trellis/contract/endpoint'
import type { AuthData, TokenRequest } from '@trellis/contract/identity'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import type { Context, Reader, Tx } from '../../../platform/database/tx.ts'
import { clientOf } from '../../../platform/http/client.ts'
import { noteAbout } from '../../../platform/http/log-about.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { hashOf, newToken } from '../../../platform/secrets.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { claimChallenge, findChallenge, insertChallenge, takeTry } from '../second-factors/challenges.ts'
import type { CodeThrottle } from '../second-factors/code-throttle.ts'
import type { Evidence, SecondFactors } from '../second-factors/second-factors.ts'
import { type Device, findCredentials, insertRefreshToken, insertSession } from '../sessions/queries.ts'
import { newRefreshToken, refreshDays, refreshHash, type Tokens } from '../sessions/tokens.ts'
import { actAs } from './act-as.ts'
import { type HasOnlyDomains, isBreakGlass } from './break-glass.ts'
import type { SignInGuard } from './sign-in-guard.ts'

export interface SignInMeans {
  db: Database
  tokens: Tokens
  guard: SignInGuard
  secondFactors: SecondFactors
  codeThrottle: CodeThrottle
  /** Whether people with this address sign in by a directory and by nothing else (rules P43). */
  isOnlyByDirectory: (read: Reader, email: string) => Promise<boolean>
  hasOnlyDomains: HasOnlyDomains
  /** A fixed clock for tests. */
  clock?: () => string
}

/** What a new session is made of. */
export interface StartingSession extends Pick<SignInMeans, 'tokens' | 'clock'> {
  tx: Tx
  read: Reader
  tenant: Tenant
  request: FastifyRequest
  body: Pick<Out<typeof TokenRequest>, 'deviceUniqueId' | 'appPlatform'>
  /** The token that identifies the browser, new or existing; null for other clients. */
  browser: string | null
}

export interface SigningIn extends SignInMeans, StartingSession {
  body: Out<typeof TokenRequest>
  /** The password only proves to which user a person of a directory belongs. */
  isProof?: boolean
}

/** A user who has proved who they are, and the password that they had then. */
interface Known {
  userId: string
  passwordHash: string | null
}

/** What was proved beside, or instead of, the password. */
interface Proved {
  firstFactor?: 'passkey'
  secondFactor?: Evidence | 'passkey'
  /** The connection to the directory that identified the user, and how it says that it did. */
  connection?: string
  amr?: string[]
}

/**
 * Signs in with e-mail and password. A user with a second factor is refused with A403 and a token; the same call is then
 * repeated with this token and a code (wire: sessions).
 */
export async function signIn(call: SigningIn): Promise<AuthData> {
  const { body } = call
  if (body.grantType === 'access_token') throw new Refusal('A405')
  if (body.mfaToken) return withCode(call, body.mfaToken)
  const { hasSecondFactor, ...user } = await withPassword(call)
  await refuseIfOnlyByDirectory(call, user.userId)
  if (!hasSecondFactor) {
    await actAs(call.tx, user.userId)
    return startSession(call, user)
  }
  const mfaToken = newToken()
  // In a separate transaction: the refusal rolls this one back, but the token must stay.
  await call.db.write(ownContext(call), (own) => insertChallenge(own, hashOf(mfaToken), user.userId))
  throw new Refusal('A403', { mfaToken })
}

/**
 * Of people who sign in by their directory only the super admins with a second factor may do without it: somebody must be able to
 * when it does not answer. Asked once the password or the passkey is right, so that nobody else learns who they are (rules P43).
 */
export async function refuseIfOnlyByDirectory(
  { read, isProof, isOnlyByDirectory }: Pick<SigningIn, 'read' | 'isProof' | 'isOnlyByDirectory'>,
  userId: string,
): Promise<void> {
  if (isProof) return
  const user = await isBreakGlass(read, userId)
  if (user && !user.isBreakGlass && (await isOnlyByDirectory(read, user.email)))
    throw new Refusal('A405', { reason: 'only_directory' })
}

/** Every failure gets the same A401 after the same work (threats A1). */
async function withPassword({ read, tenant, request, body, browser, guard }: SigningIn) {
  if (!body.email) throw invalid(['email'], 'required', 'Required field')
  if (!body.password) throw invalid(['password'], 'required', 'Required field')
  const { password } = body
  const email = body.email.toLowerCase()
  const device = deviceOf({ body, browser })
  const user = await findCredentials(read, email, device)
  noteAbout(request, { factor: 'password', ...(user && { userId: user.user_id }) })
  const known = user?.known_by && { by: user.known_by, id: idOf(device, user.known_by) }
  const stands = known && (known.by === 'cookie' || isHardToGuess(known.id)) ? known : null
  const trying = { tenantId: tenant.tenantId, email, client: clientOf(request), device: stands }
  const proof = await guard(trying, async () => {
    const passwordHash = user?.status === 'user_active' ? user.password_hash : null
    const fits = await passwordFits(password, passwordHash)
    if (!user || !fits || passwordHash === null) return null
    return { userId: user.user_id, passwordHash, hasSecondFactor: user.has_second_factor }
  })
  if (proof === null) throw new Refusal('A401')
  return proof
}

const deviceOf = ({ body, browser }: Pick<StartingSession, 'body' | 'browser'>): Device => ({
  name: body.deviceUniqueId ?? null,
  tokenHash: browser === null ? null : hashOf(browser),
})

/**
 * Whether the id was generated, such as a UUID. With an id that somebody could guess, such as `scanner 4711`, a stranger
 * would get additional tries at the password.
 */
const isHardToGuess = (name: string): boolean => /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i.test(name)

const idOf = ({ name, tokenHash }: Device, by: 'cookie' | 'name') =>
  by === 'cookie' ? (tokenHash?.toString('base64url') ?? '') : (name ?? '')

/**
 * The second step. The token alone proves the first step; if e-mail and password are sent again, they must be of the same
 * user. Each try is counted before the code is checked, so that concurrent calls get no more tries than allowed
 * (threats A11).
 */
async function withCode(call: SigningIn, mfaToken: string): Promise<AuthData> {
  const { tx, read, tenant, request, body, db, secondFactors, codeThrottle } = call
  if (!body.mfaCode) throw invalid(['mfaCode'], 'required', 'Required field')
  const again = body.email || body.password ? await withPassword(call) : null
  const hash = hashOf(mfaToken)
  const browserHash = deviceOf(call).tokenHash
  const challenge = await findChallenge(read, hash, browserHash)
  if (!challenge) throw new Refusal('A406')
  if (again && again.userId !== challenge.user_id) throw new Refusal('A401')

  const userId = challenge.user_id
  noteAbout(request, { factor: 'code', userId })
  const apart = challenge.known_browser && browserHash ? browserHash.toString('base64url') : null
  const trying = { tenantId: tenant.tenantId, userId, apart }
  await codeThrottle.tryCode(trying)
  if (!(await db.write(ownContext(call), (own) => takeTry(own, hash)))) throw new Refusal('A406')

  const claimed = await claimChallenge(tx, hash)
  if (!claimed) throw new Refusal('A406')
  await actAs(tx, userId)
  const given = { userId, token: mfaToken, codeHash: claimed.code, code: body.mfaCode }
  const evidence = await secondFactors.accept(tx, given)
  if (evidence === null) throw new Refusal('A410')
  await refuseIfOnlyByDirectory(call, userId)
  await codeThrottle.forgetTries(trying, tx)
  return startSession(call, { userId, passwordHash: challenge.password_hash }, { secondFactor: evidence })
}

export const ownContext = ({ tenant, request, clock }: StartingSession): Context => ({
  tenantId: tenant.tenantId,
  userId: null,
  reach: null,
  clock: clock?.() ?? null,
  requestId: request.id,
})

/** Always creates a new session, whatever session the client had before (threats A18). */
export async function startSession(
  { tx, tenant, request, body, browser, tokens }: StartingSession,
  { userId, passwordHash }: Known,
  proved: Proved = {},
): Promise<AuthData> {
  const sessionId = newId()
  const refreshToken = newRefreshToken()
  const session = await insertSession(tx, {
    sessionId,
    userId,
    passwordHash,
    device: deviceOf({ body, browser }),
    platform: body.appPlatform ?? null,
    userAgent: request.headers['user-agent']?.slice(0, 255) ?? null,
    byDirectory: proved.connection !== undefined,
    days: Math.min(refreshDays, tokens.sessionDays),
  })
  if (!session) throw new Refusal('A401')
  await insertRefreshToken(tx, refreshHash(refreshToken), sessionId)
  await record(tx, 'session.started', 'session', sessionId, { after: { userId, ...proved } })
  return tokens.pair({ sessionId, tenantId: tenant.tenantId }, refreshToken, session)
}
