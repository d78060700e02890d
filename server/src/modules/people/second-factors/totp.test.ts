import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { after, codeAt, hasOathtool, stepAt } from '../../../testing/second-factors.ts'
import { matchingStep, newSetupLink, periodSeconds, secretOfSetupLink } from './totp.ts'

const key = randomBytes(32)
const owner = 'tenant:user'
const named = { issuer: 'Verdant', label: 'vera@verdant.example' }
const noon = '2026-03-02T12:00:07.000Z'

/** RFC 6238, appendix B, SHA-1: the secret is the twenty characters 12345678901234567890; of eight digits we use six. */
const vectorSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors = [
  { seconds: 59, code: '94287082' },
  { seconds: 1_111_111_109, code: '07081804' },
  { seconds: 1_111_111_111, code: '14050471' },
  { seconds: 1_234_567_890, code: '89005924' },
  { seconds: 2_000_000_000, code: '69279037' },
  { seconds: 20_000_000_000, code: '65353130' },
]

test.each(vectors)('the code of RFC 6238 at $seconds seconds is known', ({ seconds, code }) => {
  const step = Math.floor(seconds / periodSeconds)
  expect(matchingStep(vectorSecret, code.slice(-6), step, 0)).toBe(step)
})

test(`what an authenticator shows is accepted (${hasOathtool ? 'oathtool' : 'without oathtool: the library'})`, () => {
  const secret = secretOfSetupLink(key, owner, newSetupLink(key, owner, named)) ?? ''
  const instants = Array.from({ length: 20 }, (_, n) => after(noon, n * 86_413))
  for (const instant of instants) {
    expect(matchingStep(secret, codeAt(secret, instant), stepAt(instant), 0)).toBe(stepAt(instant))
  }
})

test('one step of drift is accepted either way, two are not', () => {
  const step = stepAt(noon)
  const found = [-60, -30, 0, 30, 60].map((seconds) =>
    matchingStep(vectorSecret, codeAt(vectorSecret, after(noon, seconds)), step, 0),
  )
  expect(found).toEqual([null, step - 1, step, step + 1, null])
})

test('a step up to the last accepted one is spent', () => {
  const step = stepAt(noon)
  const code = (seconds: number) => codeAt(vectorSecret, after(noon, seconds))
  expect(matchingStep(vectorSecret, code(0), step, step)).toBeNull()
  expect(matchingStep(vectorSecret, code(-30), step, step)).toBeNull()
  expect(matchingStep(vectorSecret, code(30), step, step)).toBe(step + 1)
})

test.each(['', '1', '12345', '1234567', 'abcdef', '१२३४५६', '00000\u0000'])('%j is no code', (code) => {
  expect(matchingStep(vectorSecret, code, stepAt(noon), 0)).toBeNull()
})

test('a setup link says all that an authenticator has to know', () => {
  const link = new URL(newSetupLink(key, owner, { issuer: 'Halcyon: Nord & Süd', label: 'a+b@c.example' }))
  expect(link.protocol).toBe('otpauth:')
  expect(link.host).toBe('totp')
  expect(decodeURIComponent(link.pathname)).toBe('/Halcyon  Nord & Süd:a+b@c.example')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    issuer: 'Halcyon  Nord & Süd',
    secret: expect.stringMatching(/^[A-Z2-7]{40}$/),
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('only a link that was made here for this user sets one up: a secret that somebody else knows does not', () => {
  const link = newSetupLink(key, owner, named)
  const secret = new URL(link).searchParams.get('secret') ?? ''
  expect(secretOfSetupLink(key, owner, link)).toBe(secret)
  const refused = [
    '',
    'otpauth://totp/x',
    `otpauth://totp/Verdant:v?secret=${vectorSecret}&issuer=Verdant`,
    `otpauth://totp/Verdant:v?secret=${'A'.repeat(40)}&issuer=Verdant`,
    `otpauth://totp/Verdant:v?secret=${secret.slice(0, 32)}&issuer=Verdant`,
    link.replace('otpauth:', 'https:'),
    link.replace('/totp/', '/hotp/'),
    `${link.replace('/totp/', '/hotp/')}&counter=0`,
    link.replace('SHA1', 'SHA256'),
    link.replace('digits=6', 'digits=8'),
    link.replace('period=30', 'period=300'),
    link.replace(
      secret,
      secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
    newSetupLink(key, 'tenant:somebody else', named),
    newSetupLink(randomBytes(32), owner, named),
  ]
  for (const other of refused) expect(secretOfSetupLink(key, owner, other), other).toBeNull()
})

test('no two setup links are alike', () => {
  expect(new Set(Array.from({ length: 100 }, () => newSetupLink(key, owner, named))).size).toBe(100)
})
