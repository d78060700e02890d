import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint } from 'jose'
import type pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { type Secrets, seal, unsealOrNull } from '../secrets.ts'

/** A public key as published (RFC 7517, RFC 8037). */
export interface PublicKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}

export interface SigningKey {
  key: KeyObject
  shown: PublicKey
}

const secretOf = (secrets: Secrets) => secrets('signing keys')

/** Parses a PKCS #8 PEM. Errors name `where`, never the content. */
async function readKey(pem: string, where: string): Promise<SigningKey> {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new OperatorError(`${where} is not a private key in PKCS #8 PEM`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new OperatorError(`${where} is not an Ed25519 key`)
  const { kty = '', crv = '', x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty, crv, x })
  return { key, shown: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } }
}

/** The key of a row; throws when it was sealed with another SECRET_KEY, or does not match the row's id. */
export async function unsealKey(secrets: Secrets, kid: string, sealed: Buffer): Promise<SigningKey> {
  const pem = unsealOrNull(secretOf(secrets), sealed)
  const key = pem === null ? undefined : await readKey(pem, `Signing key ${kid}`)
  if (key?.shown.kid !== kid)
    throw new OperatorError(`Signing key ${kid} was sealed with another SECRET_KEY, or changed.`)
  return key
}

/** Adds a new key, which signs after `signingDelay`. Returns its id. */
export async function addSigningKey(client: pg.ClientBase, secrets: Secrets): Promise<string> {
  return insertKey(client, secrets, pemOf(generateKeyPairSync('ed25519').privateKey), 'The new key')
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

async function insertKey(client: pg.ClientBase, secrets: Secrets, pem: string, where: string, made?: Date) {
  const { key, shown } = await readKey(pem, where)
  await client.query(
    `insert into signing_keys (kid, private_key_sealed, created_at) values ($1, $2, coalesce($3, now()))`,
    [shown.kid, seal(secretOf(secrets), pemOf(key)), made ?? null],
  )
  return shown.kid
}

/**
 * Imports unknown keys from `DATA_DIR/signing-keys`, where previous versions kept them; creates the first key when
 * there is none. Returns the ids that came from files.
 */
export async function completeSigningKeys(client: pg.ClientBase, secrets: Secrets, dataDir: string): Promise<string[]> {
  const { rows } = await client.query<{ kid: string; private_key_sealed: Buffer }>('select * from signing_keys')
  for (const { kid, private_key_sealed } of rows) await unsealKey(secrets, kid, private_key_sealed)
  const known = new Set(rows.map(({ kid }) => kid))
  const takenIn: string[] = []
  for (const file of await pemFiles(join(dataDir, 'signing-keys'))) {
    const pem = await readFile(file, 'utf8')
    const { kid } = (await readKey(pem, file)).shown
    if (known.has(kid)) continue
    takenIn.push(await insertKey(client, secrets, pem, file, (await stat(file)).mtime))
    known.add(kid)
  }
  if (known.size === 0) await addSigningKey(client, secrets)
  return takenIn
}

/** Re-encrypts every key with another secret. */
export async function resealSigningKeys(client: pg.ClientBase, from: Secrets, to: Secrets): Promise<void> {
  const { rows } = await client.query<{ kid: string; private_key_sealed: Buffer }>('select * from signing_keys')
  for (const { kid, private_key_sealed } of rows) {
    const { key } = await unsealKey(from, kid, private_key_sealed)
    const sealed = seal(secretOf(to), pemOf(key))
    await client.query('update signing_keys set private_key_sealed = $2 where kid = $1', [kid, sealed])
  }
}

async function pemFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith('.pem')).map((name) => join(folder, name))
}
