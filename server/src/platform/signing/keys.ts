import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
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
  const { key, shown } = await readKey(pemOf(generateKeyPairSync('ed25519').privateKey), 'The new key')
  await client.query(`insert into signing_keys (kid, private_key_sealed, created_at) values ($1, $2, now())`, [
    shown.kid,
    seal(secretOf(secrets), pemOf(key)),
  ])
  return shown.kid
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Creates the first key when there is none; throws when a stored one cannot be read with this secret. */
export async function completeSigningKeys(client: pg.ClientBase, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ kid: string; private_key_sealed: Buffer }>('select * from signing_keys')
  for (const { kid, private_key_sealed } of rows) await unsealKey(secrets, kid, private_key_sealed)
  if (rows.length === 0) await addSigningKey(client, secrets)
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
