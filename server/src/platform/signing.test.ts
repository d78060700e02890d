import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { openSigner } from './signing.ts'

const folders: string[] = []
const dataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-signing-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const filesOf = (folder: string) => readdirSync(join(folder, 'signing-keys'))

test('the first run makes one key that only its owner reads, named by its thumbprint, and the next run uses it', async () => {
  const folder = dataDir()
  const { keys } = await openSigner(folder)
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' },
  ])
  expect(filesOf(folder)).toEqual([`${keys[0]?.kid}.pem`])
  expect(statSync(join(folder, 'signing-keys', `${keys[0]?.kid}.pem`)).mode & 0o777).toBe(0o600)
  expect((await openSigner(folder)).keys).toEqual(keys)
})

test('processes that start at once agree on one key and leave nothing else behind', async () => {
  const folder = dataDir()
  const signers = await Promise.all(Array.from({ length: 8 }, () => openSigner(folder)))
  expect(new Set(signers.map(({ keys }) => keys[0]?.kid)).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['signing-keys'])
  expect(filesOf(folder)).toHaveLength(1)
})

test('after a rotation the newest key signs, and what the old one signed is still believed', async () => {
  const folder = dataDir()
  const before = await openSigner(folder)
  const old = await before.sign({ number: 1 }, 'test')
  const file = join(folder, 'signing-keys', filesOf(folder)[0] as string)
  utimesSync(file, new Date(), new Date(Date.now() - 60_000))
  writeFileSync(
    join(folder, 'signing-keys', 'next.pem'),
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
  const after = await openSigner(folder)
  expect(after.keys).toHaveLength(2)
  expect(after.keys[1]).toEqual(before.keys[0])
  const fresh = await after.sign({ number: 2 }, 'test')
  const keys = createLocalJWKSet({ keys: after.keys })
  for (const [jws, kid] of [
    [old, before.keys[0]?.kid],
    [fresh, after.keys[0]?.kid],
  ] as const) {
    const { protectedHeader } = await compactVerify(jws, keys)
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid, typ: 'test' })
  }
})

test('no error shows what is in a key file', async () => {
  const folder = dataDir()
  await openSigner(folder)
  const file = join(folder, 'signing-keys', filesOf(folder)[0] as string)
  chmodSync(file, 0o600)
  const secret = readFileSync(file, 'utf8').split('\n')[1] as string
  for (const content of [`-----BEGIN PRIVATE KEY-----\n${secret.slice(0, -4)}\n-----END PRIVATE KEY-----`, secret]) {
    writeFileSync(file, content)
    const error = (await openSigner(folder).catch((caught: Error) => caught)) as Error
    expect(error).toBeInstanceOf(Error)
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(secret.slice(0, 20))
    expect(error.message).toContain(file)
  }
})
