import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { raw } from '../../testing/selling.ts'
import { openDatabase } from '../database/database.ts'
import { prepareInstallation, rotateSigningKey } from '../installation.ts'
import { OperatorError } from '../operator-error.ts'
import { openSecrets, seal, unsealOrNull } from '../secrets.ts'
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
function configWith(secretKey = 'a key that is long enough for anybody') {
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-signing-'))
  folders.push(dataDir)
  return { dataDir, secretKey }
}

async function start(config = configWith()) {
  const secrets = openSecrets(config)
  await prepareInstallation(database.url, secrets, config)
  return { signer: openSigner(db, secrets), secrets }
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

test('neither the database nor an error shows a private key (threats L8)', async () => {
  const { secrets } = await start()
  const read = () =>
    raw<{ text: string; kid: string; bytes: Buffer }>(
      database,
      'select k::text as text, kid, private_key_sealed as bytes from signing_keys k',
    )
  const [row] = await read()
  const pem = unsealOrNull(secrets('signing keys'), row?.bytes ?? Buffer.alloc(0)) ?? ''
  const secret = (pem.split('\n')[1] ?? '').slice(0, 24)
  expect(secret).toHaveLength(24)
  for (const text of [row?.text, row?.bytes.toString('latin1')]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('PRIVATE')
  }
  const body = pem.split('\n')[1] ?? ''
  for (const content of [`-----BEGIN PRIVATE KEY-----\n${body.slice(0, -4)}\n-----END PRIVATE KEY-----`, body]) {
    const sealed = seal(secrets('signing keys'), content).toString('hex')
    await raw(database, `update signing_keys set private_key_sealed = '\\x${sealed}'`)
    const error = (await start().catch((caught: Error) => caught)) as Error
    expect(error).toBeInstanceOf(OperatorError)
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(secret)
    expect(error.message).toContain(`Signing key ${row?.kid}`)
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
  const other = configWith('another key that is long enough too')
  await expect(start(other)).rejects.toThrow(OperatorError)
  await expect(start(other)).rejects.toThrow(/^SECRET_KEY is not the key that this database was set up with: [^\n]*\.$/)
  const without = { dataDir: other.dataDir, secretKey: undefined }
  await expect(prepareInstallation(database.url, openSecrets(without), without)).rejects.toThrow(
    `The secret key in ${join(other.dataDir, 'secret-key')} is not the key`,
  )
})
