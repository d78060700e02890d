import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { raw } from '../../testing/selling.ts'
import { openDatabase } from '../database/database.ts'
import { prepareInstallation, rotateSigningKey } from '../installation.ts'
import { OperatorError } from '../operator-error.ts'
import { openSecrets } from '../secrets.ts'
import { openSigner } from './signer.ts'

const database = await testDatabase()
const db = await openDatabase(database.url)
const folders: string[] = []
afterAll(async () => {
  await db.close()
  await database.drop()
})
afterEach(() => {
  vi.useRealTimers()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => raw(database, 'delete from signing_keys; delete from secret_key_check'))

/** The configuration of a process with a data folder of its own. */
function configWith(pems: Record<string, string> = {}, secretKey = 'a key that is long enough for anybody') {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-signing-'))
  folders.push(dataDir)
  mkdirSync(join(dataDir, 'signing-keys'))
  for (const [name, pem] of Object.entries(pems)) writeFileSync(join(dataDir, 'signing-keys', name), pem)
  return { dataDir, secretKey }
}
const newPem = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

async function start(config = configWith()) {
  const said: string[] = []
  const secrets = openSecrets(config)
  await prepareInstallation(database.url, secrets, config, (line) => said.push(line))
  return { signer: openSigner(db, secrets), secrets, said }
}
const minutesPass = () => raw(database, `update signing_keys set created_at = created_at - interval '2 minutes'`)

test('processes that start at once, each with a folder of its own, use one key', async () => {
  const processes = await Promise.all(Array.from({ length: 8 }, () => start()))
  const shown = await Promise.all(processes.map(({ signer }) => signer.keys()))
  expect(shown[0]).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' },
  ])
  for (const keys of shown) expect(keys).toEqual(shown[0])
})

test('a running process publishes a new key at once, signs with it a minute later, and keeps the old one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { signer, secrets } = await start()
  const old = await signer.sign({ number: 1 }, 'test')
  const [first] = await signer.keys()
  const kid = await rotateSigningKey(database.url, secrets)
  vi.advanceTimersByTime(10_001)
  expect((await signer.keys()).map((key) => key.kid)).toEqual([first?.kid, kid])
  await minutesPass()
  vi.advanceTimersByTime(10_001)
  const keys = await signer.keys()
  expect(keys.map((key) => key.kid)).toEqual([kid, first?.kid])
  const fresh = await signer.sign({ number: 2 }, 'test')
  for (const [jws, by] of [
    [old, first?.kid],
    [fresh, kid],
  ] as const) {
    const { protectedHeader } = await compactVerify(jws, createLocalJWKSet({ keys }))
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: by, typ: 'test' })
  }
})

test('key files of earlier versions are imported once, from every folder, and the newest signs', async () => {
  const [older, newer] = [newPem(), newPem()]
  const config = configWith({ 'a.pem': older, 'b.pem': newer })
  utimesSync(join(config.dataDir, 'signing-keys/a.pem'), new Date(), new Date(Date.now() - 7_200_000))
  utimesSync(join(config.dataDir, 'signing-keys/b.pem'), new Date(), new Date(Date.now() - 3_600_000))
  const { signer, said } = await start(config)
  const [signs] = await signer.keys()
  expect(await signer.keys()).toHaveLength(2)
  expect(said).toEqual([expect.stringContaining('Took 2 signing keys')])
  expect((await start(config)).said).toEqual([])

  const elsewhere = configWith({ 'c.pem': newPem() })
  utimesSync(join(elsewhere.dataDir, 'signing-keys/c.pem'), new Date(), new Date(Date.now() - 9_000_000))
  const keys = await (await start(elsewhere)).signer.keys()
  expect(keys).toHaveLength(3)
  expect(keys[0]).toEqual(signs)
})

test('neither the database nor an error shows a private key (threats L8)', async () => {
  const pem = newPem()
  const secret = (pem.split('\n')[1] ?? '').slice(0, 24)
  await start(configWith({ 'a.pem': pem }))
  const [row] = await raw<{ text: string; bytes: Buffer }>(
    database,
    'select k::text as text, private_key_sealed as bytes from signing_keys k',
  )
  for (const text of [row?.text, row?.bytes.toString('latin1')]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('PRIVATE')
  }
  const body = pem.split('\n')[1] ?? ''
  for (const content of [`-----BEGIN PRIVATE KEY-----\n${body.slice(0, -4)}\n-----END PRIVATE KEY-----`, body]) {
    const config = configWith({ 'broken.pem': content })
    const error = (await start(config).catch((caught: Error) => caught)) as Error
    expect(error).toBeInstanceOf(OperatorError)
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(secret)
    expect(error.message).toContain(join(config.dataDir, 'signing-keys/broken.pem'))
  }
})

test('a key that was inserted or replaced by somebody without SECRET_KEY is refused', async () => {
  const { secrets } = await start()
  await rotateSigningKey(database.url, secrets)
  await raw(database, `update signing_keys set private_key_sealed = (select max(private_key_sealed) from signing_keys)`)
  await expect(openSigner(db, secrets).keys()).rejects.toThrow('was sealed with another SECRET_KEY, or changed')
  await expect(start()).rejects.toThrow(OperatorError)
})

test('a process with another SECRET_KEY than the database’s refuses to start, in one sentence', async () => {
  await start()
  const other = configWith({}, 'another key that is long enough too')
  await expect(start(other)).rejects.toThrow(OperatorError)
  await expect(start(other)).rejects.toThrow(/^SECRET_KEY is not the key that this database was set up with: [^\n]*\.$/)
  const without = { dataDir: other.dataDir, secretKey: undefined }
  await expect(prepareInstallation(database.url, openSecrets(without), without)).rejects.toThrow(
    `The secret key in ${join(other.dataDir, 'secret-key')} is not the key`,
  )
})
