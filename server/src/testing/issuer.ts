import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** How an issuer misbehaves, or differs from a plain one; absent: as OpenID Connect says. */
export interface Oddity {
  /** Changes the payload of the ID token. */
  payload?: (claims: JWTPayload) => JWTPayload
  /** Signed with nothing, with the client's secret, or by a key that nobody published. */
  signature?: 'none' | 'secret' | 'foreign'
  /** The parameter `iss` of the way back. */
  iss?: string
  /** Answers of the token endpoint, of the keys and of the discovery. */
  token?: (response: ServerResponse) => void
  keys?: (response: ServerResponse) => void
  discovery?: (response: ServerResponse) => void
  /** What the discovery says otherwise. */
  metadata?: Record<string, unknown>
}

export interface Returned {
  state: string
  code: string
  iss?: string
}

interface Granted {
  claims: JWTPayload
  nonce: string
  challenge: string
  redirectUri: string
  /** The portal wants the person to be asked again. */
  anew: boolean
}

export const clientId = 'trellis-portal'
export const clientSecret = 'a secret of this client 4711'

/**
 * An OpenID Connect issuer that signs whatever a test wants (decision 146). It checks what a strict one checks: client, redirect
 * address, code verifier, and that a code comes once.
 */
export async function openIssuer() {
  let oddity: Oddity = {}
  let claims: JWTPayload = {}
  let pair = await newPair()
  const foreign = await newPair()
  const granted = new Map<string, Granted>()
  const asked: string[] = []

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}/realms/acme`

  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = new URL(request.url ?? '/', url)
    const path = at.pathname.replace(/^\/realms\/\w+/, '')
    asked.push(path)
    if (path === '/.well-known/openid-configuration') {
      if (oddity.discovery) return oddity.discovery(response)
      json(response, 200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        end_session_endpoint: `${url}/logout`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        ...oddity.metadata,
      })
      return
    }
    if (path === '/keys') {
      if (oddity.keys) return oddity.keys(response)
      json(response, 200, { keys: [pair.jwk] })
      return
    }
    // A person who is signed in there already is led back at once.
    if (path === '/authorize') {
      const back = new URL(at.searchParams.get('redirect_uri') ?? '')
      for (const [name, value] of Object.entries(grant(at.href))) back.searchParams.set(name, value)
      response.writeHead(302, { location: back.href }).end()
      return
    }
    if (path === '/logout') {
      response.writeHead(302, { location: at.searchParams.get('post_logout_redirect_uri') ?? '/' }).end()
      return
    }
    if (path !== '/token') return void response.writeHead(404).end()
    if (oddity.token) return oddity.token(response)
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text)
    const code = form.get('code') ?? ''
    const held = granted.get(code)
    granted.delete(code)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const basic = Buffer.from(String(request.headers.authorization).slice('Basic '.length), 'base64').toString()
    if (basic.split(':').map(decoded).join(':') !== `${clientId}:${clientSecret}`)
      return void json(response, 401, { error: 'invalid_client' })
    if (!held || held.challenge !== verifier || held.redirectUri !== form.get('redirect_uri'))
      return void json(response, 400, { error: 'invalid_grant', error_description: 'The code is not valid' })
    json(response, 200, { access_token: 'none', token_type: 'Bearer', id_token: await tokenFor(held) })
  }

  async function tokenFor({ claims, nonce, anew }: Granted): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const plain: JWTPayload = {
      iss: url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...(anew && { auth_time: now }),
      ...claims,
    }
    const payload = oddity.payload?.(plain) ?? plain
    if (oddity.signature === 'none') return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`
    if (oddity.signature === 'secret')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    const { kid } = pair.jwk
    const key = oddity.signature === 'foreign' ? foreign.privateKey : pair.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
  }

  function grant(authorization: string): Returned {
    const { searchParams } = new URL(authorization)
    const of = (name: string) => searchParams.get(name) ?? ''
    if (of('client_id') !== clientId || of('response_type') !== 'code' || of('code_challenge_method') !== 'S256')
      throw new Error(`The issuer is asked by ${authorization}`)
    const code = randomUUID()
    granted.set(code, {
      claims,
      nonce: of('nonce'),
      challenge: of('code_challenge'),
      redirectUri: of('redirect_uri'),
      anew: of('max_age') === '0' && of('prompt') === 'login',
    })
    return { state: of('state'), code, ...(oddity.iss !== undefined && { iss: oddity.iss }) }
  }

  return {
    host,
    url,
    /** The paths that were asked, oldest first. */
    asked,
    /** Who signs in next. */
    person(next: JWTPayload): void {
      claims = next
    },
    /** How it behaves from now on; nothing: well. */
    behaves(next: Oddity = {}): void {
      oddity = next
    },
    /** A new key; the one before is not published any more. */
    async rotate(): Promise<void> {
      pair = await newPair()
    },
    /** The person signs in at the address to which the portal has led the browser; what the browser brings back. */
    authorize: grant,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function newPair() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  return { privateKey, jwk }
}
