import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompactSign, calculateJwkThumbprint } from 'jose'

/** A public key as the installation shows it (RFC 7517, RFC 8037). */
export interface PublicKey {
  kty: string
  crv: string
  x: string
  kid: string
  alg: string
  use: string
}

/** Signs what has to be believed offline, with the installation's Ed25519 key. */
export interface Signer {
  /** A compact JWS (EdDSA) over the claims; `type` becomes the header `typ`. */
  sign(claims: object, type: string): Promise<string>
  /** Every public key, the one that signs first: what an earlier key signed stays verifiable. */
  keys: PublicKey[]
}

const fileEnding = '.pem'

/**
 * The installation's signing keys: PKCS #8 files in `dataDir/signing-keys`, each named after its key's thumbprint
 * (RFC 7638), made on first run and never kept anywhere else. The newest signs; a key is rotated by putting another one
 * beside it. Processes that serve one installation share the folder.
 */
export async function openSigner(dataDir: string): Promise<Signer> {
  const folder = join(dataDir, 'signing-keys')
  let files = await pemFiles(folder)
  if (files.length === 0) {
    await makeFirstKey(dataDir, folder)
    files = await pemFiles(folder)
  }
  const held = await Promise.all(
    files.map(async (file) => ({ ...(await readKey(file)), made: (await stat(file)).mtimeMs })),
  )
  held.sort((a, b) => b.made - a.made || a.shown.kid.localeCompare(b.shown.kid))
  const newest = held[0]
  if (newest === undefined) throw new Error(`There is no signing key in ${folder}`)
  return {
    keys: held.map(({ shown }) => shown),
    sign: (claims, type) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'EdDSA', kid: newest.shown.kid, typ: type })
        .sign(newest.key),
  }
}

async function pemFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith(fileEnding)).map((name) => join(folder, name))
}

/** The folder appears with its key in it, in one step: of two processes at once, one makes it and both use that. */
async function makeFirstKey(dataDir: string, folder: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { kid } = await publicPart(privateKey)
  const draft = join(dataDir, `signing-keys-${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await writeFile(join(draft, kid + fileEnding), pem, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if ((await pemFiles(folder)).length === 0) throw error
  }
}

/** Errors name the file and never show what is in it. */
async function readKey(file: string): Promise<{ key: KeyObject; shown: PublicKey }> {
  const pem = await readFile(file)
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error(`${file} is not a private key in PKCS #8 PEM`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is not an Ed25519 key`)
  return { key, shown: await publicPart(key) }
}

async function publicPart(key: KeyObject): Promise<PublicKey> {
  const { kty = '', crv = '', x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint({ kty, crv, x })
  return { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' }
}
