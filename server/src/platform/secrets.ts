import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { makeFolderSync } from './folders.ts'
import { OperatorError } from './operator-error.ts'

/** A secret for one purpose, derived from the installation's key (HKDF, RFC 5869). 32 bytes. */
export type Secrets = (purpose: string) => Buffer

/** The installation's secrets: from SECRET_KEY, or from a key created on first run and kept in the data folder. */
export function openSecrets(config: Pick<Config, 'secretKey' | 'dataDir'>): Secrets {
  const key = config.secretKey ?? ownKey(config.dataDir)
  return (purpose) => Buffer.from(hkdfSync('sha256', key, 'trellis', purpose, 32))
}

/** Where the key comes from, for messages. */
export const nameOfKey = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string =>
  secretKey === undefined ? `The secret key in ${keyFile(dataDir)}` : 'SECRET_KEY'

/** False before the first start, which makes the key. */
export const hasKey = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): boolean =>
  secretKey !== undefined || existsSync(keyFile(dataDir))

/** Characters, as of SECRET_KEY. */
const shortestKey = 32

const keyFile = (dataDir: string) => join(dataDir, 'secret-key')

function ownKey(dataDir: string): string {
  const file = keyFile(dataDir)
  makeFolderSync(dataDir)
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(file, 'utf8')
  // As after a disk that was full on the first run: everything would be sealed with what anybody can guess.
  if (key.length < shortestKey)
    throw new OperatorError(`${file} is damaged: it has less than ${shortestKey} characters.`)
  return key
}

/** 256 random bits, in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token (SHA-256): whoever reads the table cannot sign in with it. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * HMAC-SHA-256 of a text, with a secret for this purpose. For values that must be found in the database but not be
 * readable there: without the secret nobody can test guesses.
 */
export type Keyed = (purpose: string, text: string) => Buffer

/** Without secrets the returned function throws. */
export function openKeyed(secrets?: Secrets): Keyed {
  const known = new Map<string, Buffer>()
  return (purpose, text) => {
    if (secrets === undefined) throw new Error('The database was opened without the secret of the installation.')
    const secret = known.get(purpose) ?? secrets(purpose)
    known.set(purpose, secret)
    return createHmac('sha256', secret).update(text).digest()
  }
}

/** HMAC-SHA-256 in base64url. */
export const keyedHash = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** AES-256-GCM: nonce (12 bytes), tag (16 bytes), ciphertext. */
export function seal(secret: Buffer, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts; throws when the data was changed or sealed with another secret. */
export function unseal(secret: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Decrypts; null for data sealed with another secret: the installation's key was changed. */
export function unsealOrNull(secret: Buffer, sealed: Buffer): string | null {
  try {
    return unseal(secret, sealed)
  } catch {
    return null
  }
}
