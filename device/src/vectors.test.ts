import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Entitlements, entitlementsOf } from './entitlements.ts'
import { verifyLease } from './lease.ts'
import { verifyLicenseFile } from './license-file.ts'
import { openPortal } from './portal.ts'
import type { PortalRefusal } from './refusal.ts'
import type { JsonWebKeys } from './signature.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const stored = (name: string) => readFileSync(`${here}vectors/${name}`, 'utf8')

interface Asked {
  now: string
  newestTime?: string
}
interface Vector {
  name: string
  lease?: string
  file?: string
  check: Asked & Record<string, never>
  expect: { valid: boolean; reason?: string | null; licenses?: (string | null)[] }
}
const keys = JSON.parse(stored('keys.json')) as JsonWebKeys
const [leases, files] = ['leases.json', 'files.json'].map((name) => JSON.parse(stored(name)) as Vector[]) as [
  Vector[],
  Vector[],
]
interface Question {
  name: string
  lease: string
  ask: { method: keyof Entitlements; name: string; least?: number }
  expect: unknown
}
const questions = JSON.parse(stored('entitlements.json')) as Question[]
interface Call {
  name: string
  call: 'seats' | 'releaseSeat'
  licenseSeatId?: string
  sent: { path: string; body: unknown }
  answer: { status: number; body: unknown }
  expect: unknown
}
const calls = JSON.parse(stored('calls.json')) as Call[]
const passed = `${leases.length} leases, ${files.length} files, ${questions.length} entitlements passed`
const called = `${calls.length} calls passed`
const checkOf = ({ now, newestTime, ...rest }: Vector['check']) => ({
  ...rest,
  now: new Date(now),
  ...(newestTime && { newestTime: new Date(newestTime) }),
})

test('the vectors are those that their script writes, and their names are unique', async () => {
  const { written } = await import(new URL('../vectors/write.mjs', import.meta.url).href)
  for (const [name, content] of Object.entries(written()))
    expect(JSON.parse(stored(name))).toEqual(JSON.parse(JSON.stringify(content)))
  for (const vectors of [leases, files, questions, calls])
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
})

test('the package passes the vectors of leases', async () => {
  for (const { name, lease = '', check, expect: expected } of leases) {
    const verdict = await verifyLease(lease, keys, checkOf(check) as never)
    const found = verdict.valid
      ? { valid: true, inGrace: verdict.inGrace, number: verdict.claims.number }
      : { valid: false, reason: verdict.reason }
    expect([name, found]).toEqual([name, expected])
  }
})

test('the package passes the vectors of .lic files', async () => {
  for (const { name, file = '', check, expect: expected } of files) {
    const { valid, reason, licenses } = await verifyLicenseFile(file, keys, checkOf(check))
    const reasons = licenses.map((license) => (license.valid ? null : license.reason))
    expect([name, { valid, reason, licenses: reasons }]).toEqual([name, expected])
  }
})

test('the package passes the vectors of entitlements', async () => {
  const now = new Date('2026-05-21T10:00:00.000Z')
  for (const { name, lease, ask, expect: expected } of questions) {
    const verdict = await verifyLease(lease, keys, { deviceUuid: 'laptop', now })
    const found = entitlementsOf(verdict.claims ?? null)[ask.method](ask.name, ask.least)
    expect([name, found instanceof Date ? found.toISOString() : found]).toEqual([name, expected])
  }
})

test('the package passes the vectors of calls', async () => {
  for (const { name, call, licenseSeatId = '', sent, answer, expect: expected } of calls) {
    const asked: unknown[] = []
    const portal = openPortal({
      portalUrl: 'https://portal.example.com',
      fetch: async (url, { body }) => {
        asked.push({ path: url.split('/').at(-1), body: JSON.parse(body ?? '') })
        return new Response(answer.body === null ? null : JSON.stringify(answer.body), { status: answer.status })
      },
    })
    const who = { serialKey: 'K', deviceUuid: 'd' }
    const found = await (call === 'seats' ? portal.seats(who) : portal.releaseSeat(who, licenseSeatId)).then(
      (value) => ({ value: value ?? null }),
      ({ code, status, info }: PortalRefusal) => ({ code, status, info }),
    )
    expect([name, asked, found]).toEqual([name, [sent], expected])
  }
})

const exists = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

test.skipIf(!exists('python3', '--version'))('the client for Python passes the vectors', () => {
  const said = execFileSync('python3', ['test_vectors.py'], { cwd: `${here}clients/python`, encoding: 'utf8' })
  expect(said).toContain(passed)
  expect(said).toContain(called)
})

test.skipIf(!exists('go', 'version'))('the client for Go passes the vectors', () => {
  const said = execFileSync('go', ['test', '-count=1', '-v', './...'], {
    cwd: `${here}clients/go`,
    encoding: 'utf8',
    env: { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' },
  })
  expect(said).toContain(passed)
  expect(said).toContain(called)
})
