import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { identity } from '@trellis/contract/identity'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { network, password } from '../../../testing/network.ts'

const world = await network()
const { nordico, canary, anonymous } = world
const secrets = openSecrets({ secretKey: undefined, dataDir: world.dataDir })
const key = secrets('access token')

const { body } = await anonymous(identity.signIn, { body: { grantType: 'password', email: nordico.email, password } })
const { token, refreshToken } = body as { token: string; refreshToken: string }
const [head = '', claims = '', signature = ''] = token.split('.')
const genuineHead = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
const genuine = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
type Change = Record<string, unknown>
const parts = (headChange: Change, claimChange: Change) =>
  `${encoded({ ...genuineHead, ...headChange })}.${encoded({ ...genuine, ...claimChange })}`
/** Signs a token with our own key, so that only the given change can be the reason for a refusal. */
const signed = (headChange: Change, claimChange: Change, secret: Buffer | string = key, hash = 'sha256') => {
  const text = parts(headChange, claimChange)
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}
const me = (bearer: string) => anonymous(identity.me, { headers: { authorization: `Bearer ${bearer}` } })
const now = Math.floor(Date.now() / 1000)
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const rsaText = parts({ alg: 'RS256' }, {})

const forged: Record<string, string> = {
  'alg none, without a signature': `${parts({ alg: 'none' }, {})}.`,
  'alg none, with the genuine signature': `${parts({ alg: 'none' }, {})}.${signature}`,
  'alg None, in another case': `${parts({ alg: 'None' }, {})}.`,
  'RS256 with a key of its own': `${rsaText}.${sign('sha256', Buffer.from(rsaText), privateKey).toString('base64url')}`,
  'RS256 swapped for HS256 with a public key as secret': signed({ alg: 'HS256' }, {}, pem),
  'HS512 with our key': signed({ alg: 'HS512' }, {}, key, 'sha512'),
  'HS384 with our key': signed({ alg: 'HS384' }, {}, key, 'sha384'),
  'a key of nothing': signed({}, {}, ''),
  'a kid that is a path, and the key that is there': signed({ kid: '../../../../dev/null' }, {}, ''),
  'a kid that is SQL': signed({ kid: "' union select 'x' --" }, {}, 'x'),
  'a key that the token brings along': signed({ jwk: { kty: 'oct', k: 'eA' } }, {}, 'x'),
  'keys that the token points to': signed({ jku: 'http://127.0.0.1:9/keys' }, {}, 'x'),
  'the key of another installation': signed(
    {},
    {},
    openSecrets({ secretKey: 'x'.repeat(40), dataDir: '' })('access token'),
  ),
  'our own key for another purpose': signed({}, {}, secrets('refresh token succession')),
  'expired a second ago': signed({}, { exp: now - 1 }),
  'without an expiry, with our key': signed({}, { exp: undefined }),
  'without an expiry that was signed': `${parts({}, { exp: undefined })}.${signature}`,
  'prolonged by its bearer': `${parts({}, { exp: now + 1_000_000 })}.${signature}`,
  'another tenant written in': `${parts({}, { tid: canary.accountId })}.${signature}`,
  'another session written in': `${parts({}, { sid: newId() })}.${signature}`,
  'another tenant, with our key': signed({}, { tid: newId() }),
  'a session that does not exist, with our key': signed({}, { sid: newId() }),
  'another issuer': signed({}, { iss: 'elsewhere' }),
  'another audience': signed({}, { aud: 'trellis:refresh' }),
  'another type': signed({ typ: 'JWT' }, {}),
  'an extension that has to be understood': signed({ crit: ['x'], x: 1 }, {}),
  'one bit of the signature turned': `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
  'without a signature': `${head}.${claims}.`,
  'two parts only': `${head}.${claims}`,
  'a fourth part': `${token}.${signature}`,
  'a space before it': ` ${token}`,
  'nothing at all': '',
  'not a token': 'x'.repeat(8000),
  'a refresh token': refreshToken,
}

test.for(Object.entries(forged))('an access token forged by %s is refused (threats A8)', async ([, bearer]) => {
  expect(await me(bearer)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
})

test('the unmodified token is accepted, so the refusals come from the forgery (threats A8)', async () => {
  expect((await me(token)).status).toBe(200)
  expect((await me(signed({}, {}))).status).toBe(200)
})

test('an access token and a forged token are refused as refresh tokens (threats A8)', async () => {
  for (const presented of [
    token,
    ...Object.values(forged).filter((text) => text !== refreshToken && text.length < 500),
  ]) {
    const answer = await anonymous(identity.refresh, { body: { refreshToken: presented } })
    expect(answer, presented).toMatchObject({ status: 401, body: { code: 'A407' } })
  }
})

test('a token of one tenant is refused in another (threats A8, T1)', async () => {
  const own = await canary.token()
  expect(await me(own)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  expect((await canary.raw(identity.me)).status).toBe(200)
})

afterEach(() => vi.useRealTimers())
const day = 86_400_000

test.each([
  ['three months ahead', 90 * day],
  ['a day behind', -day],
])('a server whose clock is %s gives and takes tokens by the database’s clock (threats X7)', async (_where, skew) => {
  const before = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: before + skew })
  const answer = await anonymous(identity.signIn, { body: { grantType: 'password', email: nordico.email, password } })
  const pair = answer.body as { token: string; refreshToken: string; expirationUtc: string }
  // Issued before this server's clock went wrong, or by a server with a correct clock.
  expect((await me(signed({ cty: 'x' }, {}))).status).toBe(200)
  expect((await me(pair.token)).status).toBe(200)
  const late = signed({ cty: String(skew) }, { exp: Math.floor(before / 1000) - 1 })
  expect((await me(late)).status).toBe(401)
  const refreshed = await anonymous(identity.refresh, { body: { refreshToken: pair.refreshToken } })
  for (const { body, headers } of [answer, refreshed]) {
    const { expirationUtc, token } = body as typeof pair
    const expires = Date.parse(expirationUtc)
    expect(expires - before).toBeGreaterThan(14 * 60_000)
    expect(expires - before).toBeLessThan(day / 24)
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).exp * 1000).toBe(expires)
    // The browser computes the token's lifetime from these two values.
    expect(expires - Date.parse(String(headers.date))).toBe(15 * 60_000)
  }
})
