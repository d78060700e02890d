import { hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { CommandError } from '../command.ts'

/** How the key of an export was made from its passphrase, and a value that tells whether a passphrase is the right one. */
export interface Locked {
  /** scrypt (RFC 7914). */
  cost: number
  blockSize: number
  parallelization: number
  /** base64. */
  salt: string
  /** base64. */
  check: string
}

const shortest = 12
/** 128 MB and some tenths of a second for each guess. */
const strength = { cost: 2 ** 17, blockSize: 8, parallelization: 1 }
const checked = 'trellis'
const checkKey = (secrets: Secrets) => secrets('check')

/** Secrets that belong to a new passphrase, and what an import needs to find them again. */
export async function lockWith(passphrase: string): Promise<{ secrets: Secrets; locked: Locked }> {
  if (passphrase.length < shortest)
    throw new CommandError(`The passphrase has at least ${shortest} characters. Nothing was written.`)
  const how = { ...strength, salt: randomBytes(16).toString('base64') }
  const secrets = await secretsOf(passphrase, how)
  return { secrets, locked: { ...how, check: seal(checkKey(secrets), checked).toString('base64') } }
}

/** The secrets of an export; null for another passphrase. */
export async function unlockWith(passphrase: string, locked: Locked): Promise<Secrets | null> {
  const { cost, blockSize, parallelization } = locked
  // Whoever changes an export must not make this take all memory.
  if (cost > strength.cost || blockSize > strength.blockSize || parallelization > strength.parallelization)
    throw new CommandError('The manifest of the export was changed. Nothing was imported.')
  const secrets = await secretsOf(passphrase, locked)
  return unsealOrNull(checkKey(secrets), Buffer.from(locked.check, 'base64')) === checked ? secrets : null
}

function secretsOf(passphrase: string, how: Omit<Locked, 'check'>): Promise<Secrets> {
  const { cost, blockSize, parallelization, salt } = how
  const limits = { N: cost, r: blockSize, p: parallelization, maxmem: 2 * 128 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, limits, (error, key) => {
      if (error) return reject(error)
      resolve((purpose) => Buffer.from(hkdfSync('sha256', key, 'trellis move', purpose, 32)))
    })
  })
}
