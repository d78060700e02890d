import { createLocalJWKSet, type JSONWebKeySet, errors as jose, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { type Outward, OutwardFailure } from '../../platform/outward.ts'
import { Refusal } from '../../platform/refusal.ts'
import { bareIssuer, type Claims } from './claims.ts'

/** What is needed of a connection to speak to its issuer. */
export interface Client {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What belongs to one attempt. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** What the browser brought back. */
export interface Returned {
  state: string
  code?: string | null | undefined
  iss?: string | null | undefined
}

/** What the person is to find there. */
interface Wish {
  /** The address that was typed. */
  hint?: string | undefined
  /** Whoever is signed in there is asked again. */
  anew?: boolean
}

/** The issuer did not answer, or its answer is not to be believed. `detail` is for administrators. */
export class IssuerFailure extends Error {
  readonly reason: 'unreachable' | 'answer'
  constructor(reason: 'unreachable' | 'answer', detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** For who wanted to go to an issuer that is no good now. Without Retry-After the reason would not leave the server. */
export const notNow = (info: { reason: string; detail?: string }): Refusal =>
  new Refusal('RQ503', info, undefined, { 'retry-after': '30' })

export type Issuers = ReturnType<typeof openIssuers>

/** Seconds by which the clocks of issuers may differ from ours (rules P44). */
export const clockTolerance = 120
/** Milliseconds for which what an issuer says about itself is remembered. */
const remembered = 600_000
/** Signatures by a key pair. With a shared secret, or none, anybody who knows the client could make tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

interface Known {
  metadata: oidc.ServerMetadata
  keys: JSONWebKeySet | null
  until: number
}

/**
 * Speaks OpenID Connect to issuers: the flow is that of openid-client; signatures are checked here as well, with keys that are fetched
 * again once when a token names one that is not known (rules P44, threats A30).
 */
export function openIssuers({ outward, clock }: { outward: Outward; clock?: (() => string) | undefined }) {
  const known = new Map<string, Known>()
  const now = () => new Date(clock?.() || Date.now())

  const customFetch: oidc.CustomFetch = async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
    const type: Record<string, string> =
      text === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
    const answer = await outward.ask(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...type, ...(headers as Record<string, string>) },
      ...(text !== undefined && { body: text }),
    })
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : answer.text, {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    })
  }

  /** What the operator trusts may be without TLS; everything else is refused by `outward`. */
  const options = (issuer: string) => ({
    [oidc.customFetch]: customFetch,
    ...(issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
  })

  async function discovered({ issuer }: Pick<Client, 'issuer'>): Promise<Known> {
    const held = known.get(issuer)
    if (held && held.until > performance.now()) return held
    const found = await oidc.discovery(new URL(issuer), 'nobody', undefined, undefined, options(issuer))
    const metadata = found.serverMetadata()
    if (bareIssuer(metadata.issuer) !== bareIssuer(issuer))
      throw new IssuerFailure('answer', `The issuer calls itself ${metadata.issuer}.`)
    const fresh = { metadata, keys: null, until: performance.now() + remembered }
    known.set(issuer, fresh)
    return fresh
  }

  function configured({ metadata }: Known, { issuer, clientId, clientSecret }: Client): oidc.Configuration {
    const methods = metadata.token_endpoint_auth_methods_supported
    const auth =
      methods === undefined || methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(clientSecret)
        : oidc.ClientSecretPost(clientSecret)
    const seconds = Math.round((now().getTime() - Date.now()) / 1000)
    const client = { [oidc.clockSkew]: seconds, [oidc.clockTolerance]: clockTolerance }
    const configuration = new oidc.Configuration(metadata, clientId, client, auth)
    configuration[oidc.customFetch] = customFetch
    if (issuer.startsWith('http:')) oidc.allowInsecureRequests(configuration)
    return configuration
  }

  async function keysOf(issuer: Known): Promise<JSONWebKeySet> {
    const { jwks_uri } = issuer.metadata
    if (jwks_uri === undefined) throw new IssuerFailure('answer', 'The issuer names no keys.')
    const { status, text } = await outward.ask(jwks_uri, { method: 'GET', headers: { accept: 'application/json' } })
    if (status !== 200) throw new IssuerFailure('unreachable', `The keys of the issuer were answered with ${status}.`)
    issuer.keys = JSON.parse(text) as JSONWebKeySet
    return issuer.keys
  }

  async function checkSignature(idToken: string, issuer: Known, { clientId }: Client): Promise<Claims> {
    const check = async (keys: JSONWebKeySet) => {
      const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
        ...{ algorithms, audience: clientId, issuer: issuer.metadata.issuer, clockTolerance },
        currentDate: now(),
        requiredClaims: ['sub', 'iat', 'exp'],
      })
      if ((payload.iat ?? 0) > now().getTime() / 1000 + clockTolerance)
        throw new IssuerFailure('answer', 'The ID token is from the future: a clock is wrong.')
      return payload as Claims
    }
    const held = issuer.keys ?? (await keysOf(issuer))
    return check(held).catch(async (error: unknown) => {
      if (!(error instanceof jose.JWKSNoMatchingKey)) throw error
      return check(await keysOf(issuer))
    })
  }

  return {
    /** Where the browser goes. */
    begin: (client: Client, { state, nonce, verifier, redirectUri }: Attempt, { hint, anew }: Wish = {}) =>
      failing(async () => {
        const issuer = await discovered(client)
        const url = oidc.buildAuthorizationUrl(configured(issuer, client), {
          ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
          ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
          ...(hint !== undefined && { login_hint: hint }),
          ...(anew && { prompt: 'login', max_age: '0' }),
        })
        if (url.protocol !== 'https:' && !client.issuer.startsWith('http:'))
          throw new IssuerFailure('answer', 'The issuer asks for passwords without TLS.')
        return url.href
      }),

    /** The claims about who has signed in there, for the code that the browser brought. */
    finish: (client: Client, attempt: Attempt, { code, iss }: Returned): Promise<Claims> =>
      failing(async () => {
        const issuer = await discovered(client)
        const back = new URL(attempt.redirectUri)
        back.searchParams.set('state', attempt.state)
        if (code) back.searchParams.set('code', code)
        if (iss) back.searchParams.set('iss', iss)
        const tokens = await oidc.authorizationCodeGrant(configured(issuer, client), back, {
          ...{ expectedState: attempt.state, expectedNonce: attempt.nonce, pkceCodeVerifier: attempt.verifier },
          idTokenExpected: true,
        })
        const claims = await checkSignature(tokens.id_token ?? '', issuer, client)
        if (claims.sub.length > 255) throw new IssuerFailure('answer', 'The subject is too long.')
        return claims
      }),

    /** Where the browser ends its session at the issuer; null when the issuer says none. */
    end: (client: Client, returnTo: string): Promise<string | null> =>
      failing(async () => {
        const { metadata } = await discovered(client)
        if (metadata.end_session_endpoint === undefined) return null
        const url = new URL(metadata.end_session_endpoint)
        url.searchParams.set('client_id', client.clientId)
        url.searchParams.set('post_logout_redirect_uri', returnTo)
        return /^https?:$/.test(url.protocol) ? url.href : null
      }),
  }
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof IssuerFailure) return error
  let cause: unknown = error
  for (; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutwardFailure) return new IssuerFailure('unreachable', cause.problem)
  if (cause instanceof Response && cause.status >= 500)
    return new IssuerFailure('unreachable', `The issuer answers with ${cause.status}.`)
  if (!(error instanceof Error)) return error
  return new IssuerFailure('answer', detailOf(error))
}

/** What an administrator can act on, without the token. */
function detailOf(error: Error): string {
  const { code, error: said, error_description: description, cause } = error as Error & Record<string, unknown>
  const parts = [error.message, code, said, description, cause instanceof Error ? cause.message : undefined]
  return parts
    .filter((part) => typeof part === 'string')
    .join(' · ')
    .slice(0, 500)
}
