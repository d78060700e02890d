import { hash, verify } from '@node-rs/argon2'
import { openTurns } from '../../../platform/turns.ts'

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most two at once, off the event loop: a flood of sign-ins must not starve everything else (threats A5). */
const turns = openTurns({ atOnce: 2, longest: 64 })
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns('hash', work)

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options))

let decoy: Promise<string> | undefined

/** The same work whether there is a hash to compare with or not, so that time does not tell who exists. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash('a password that nobody has', options)
  // Waited for by everybody, because the first to come has to wait for it.
  const nobodys = await decoy
  const fits = await inTurn(() => verify(stored ?? nobodys, password))
  return fits && stored !== null
}
