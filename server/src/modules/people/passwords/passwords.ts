import * as argon2 from '@node-rs/argon2'
import { openTurns } from '../../../platform/turns.ts'

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2, where tests can count and hold its calls. */
export const hashing = { verify: argon2.verify, hash: argon2.hash }

/**
 * At most two hashes at once, outside the event loop, so that many sign-ins do not block all other requests (threats A5).
 */
const turns = openTurns({ atOnce: 2, longest: 64, patience: 2_500 })
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns('hash', work)

export const hashPassword = (password: string): Promise<string> => inTurn(() => hashing.hash(password, options))

let decoy: Promise<string> | undefined

/** Does the same work with and without a stored hash, so that the response time does not reveal who exists. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashing.hash('a password that nobody has', options)
  // Awaited in both cases, because the first call computes it and takes longer.
  const nobodys = await decoy
  const fits = await inTurn(() => hashing.verify(stored ?? nobodys, password))
  return fits && stored !== null
}
