import { identity } from '@trellis/contract/identity'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openApp } from '../../../app.ts'
import { readConfig } from '../../../platform/config.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { network, password } from '../../../testing/network.ts'

const world = await network()
const { app, fjord, anonymous } = world

test('the web app’s refresh token is in a cookie that scripts cannot read, and its expiry times in one that they can (threats A20)', async () => {
  const browser = openBrowser(world)
  const answer = await browser.signIn(fjord.email)
  const pair = answer.body as Record<string, string | null>
  expect(pair.refreshToken).toBeNull()
  expect(pair.token).toBeTruthy()
  expect(answer.headers['cache-control']).toBe('no-store')

  const cookies = new Map(answer.cookies.map((cookie) => [cookie.split('=', 1)[0], cookie]))
  expect([...cookies.keys()].toSorted()).toEqual(['trellis_browser', 'trellis_refresh', 'trellis_session'])
  for (const [name, cookie] of cookies) {
    expect(cookie, name).toMatch(/; SameSite=Strict/)
    expect(cookie, name).not.toMatch(/Domain/i)
    expect(cookie.includes('; HttpOnly'), name).toBe(name !== 'trellis_session')
    expect(cookie, name).toContain(name === 'trellis_session' ? '; Path=/;' : '; Path=/api/v1/auth;')
  }
  const readable = decodeURIComponent(/^trellis_session=([^;]+)/.exec(cookies.get('trellis_session') ?? '')?.[1] ?? '')
  const { expirationUtc, refreshTokenExpirationUtc } = pair
  expect(JSON.parse(readable)).toEqual({ expirationUtc, refreshTokenExpirationUtc })
  for (const name of ['trellis_session', 'trellis_refresh']) {
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookies.get(name) ?? '')?.[1] ?? '')
    expect(Math.abs(expires - Date.parse(refreshTokenExpirationUtc ?? ''))).toBeLessThan(1000)
  }

  const renewed = await browser.refresh()
  expect(renewed.body).toMatchObject({ refreshToken: null })
  expect(renewed.cookies).toHaveLength(2)
})

test('under https every cookie is Secure, and HSTS is sent (threats A20)', async () => {
  const config = { NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0', PUBLIC_URL: 'https://portal.example' }
  const secure = await openApp({
    config: readConfig(config),
    db: world.db,
    directUrl: world.adminUrl,
    secrets: openSecrets(readConfig(config)),
    logger: pino({ level: 'silent' }),
  })
  const { headers } = await secure.http.inject('/health/live')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  const browser = openBrowser({ ...world, app: secure })
  const signedIn = await browser.signIn(fjord.email)
  expect(signedIn.cookies).toHaveLength(3)
  for (const cookie of signedIn.cookies) expect(cookie).toMatch(/; Secure/)
  const cleared = (await browser.send(identity.signOut)).cookies
  expect(cleared).toHaveLength(2)
  for (const cookie of cleared) expect(cookie).toMatch(/=; .*Expires=Thu, 01 Jan 1970/)
  expect([...browser.jar.keys()]).toEqual(['trellis_browser'])
  await secure.close()
})

test('every other client gets the tokens in the body and no cookie', async () => {
  const { body, headers } = await anonymous(identity.signIn, {
    body: { grantType: 'password', email: fjord.email, password },
  })
  expect(headers['set-cookie']).toBeUndefined()
  const { refreshToken } = body as { refreshToken: string }
  expect(refreshToken).toMatch(/^[\w-]{43}$/)
  const renewed = await anonymous(identity.refresh, { body: { refreshToken } })
  expect(renewed.headers['set-cookie']).toBeUndefined()
  expect(renewed.headers['cache-control']).toBe('no-store')
})

test('a cookie sent from another site, or by a page that cannot set our header, is refused, and nobody is signed out (threats W7)', async () => {
  const browser = openBrowser(world)
  const { token } = await browser.signIn(fjord.email)
  const cookie = `trellis_refresh=${browser.jar.get('trellis_refresh')?.value}`
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'x-refresh-cookie': '1' },
    { 'sec-fetch-site': 'same-site', 'x-refresh-cookie': '1' },
    { 'sec-fetch-site': 'none', 'x-refresh-cookie': '1' },
    { 'sec-fetch-site': 'same-origin' },
    { 'x-refresh-cookie': '1' },
    { origin: 'https://evil.example', 'x-refresh-cookie': '1' },
    { origin: 'null', 'x-refresh-cookie': '1' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', 'x-refresh-cookie': '1' },
    {},
  ]
  for (const headers of foreign) {
    for (const endpoint of [identity.refresh, identity.signOut]) {
      const body = endpoint.body === undefined ? {} : { body: {} }
      const answer = await anonymous(endpoint, { ...body, headers: { ...headers, cookie } })
      expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, body: { code: 'RQ403' } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  }
  expect((await anonymous(identity.me, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  const own = { 'x-refresh-cookie': '1', origin: 'http://portal.example:3000', host: 'portal.example:3000', cookie }
  expect((await anonymous(identity.refresh, { body: {}, headers: own })).status).toBe(200)
  expect((await browser.refresh()).status).toBe(200)
})

test('a request from a form of another site is not JSON and is refused before it is processed (threats W7)', async () => {
  const browser = openBrowser(world)
  await browser.signIn(fjord.email)
  const cookie = `trellis_refresh=${browser.jar.get('trellis_refresh')?.value}`
  for (const url of ['/api/v1/auth/token', '/api/v1/auth/token-refresh', '/api/v1/auth/logout']) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const { statusCode, headers } = await app.http.inject({
        method: 'POST',
        url,
        headers: { 'x-tenant-code': 'verdant', 'content-type': type, cookie, 'sec-fetch-site': 'cross-site' },
        payload: '{"refreshToken":null}',
      })
      expect(statusCode, `${url} ${type}`).toBe(415)
      expect(headers['set-cookie']).toBeUndefined()
    }
  }
  expect((await browser.refresh()).status).toBe(200)
})

test('no answer can be read by another origin, with or without cookies', async () => {
  const { headers } = await app.http.inject({
    method: 'OPTIONS',
    url: '/api/v1/auth/token-refresh',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})
