import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../platform/refusal.ts'

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most two at once, off the event loop: a flood of sign-ins must not starve everything else (threats A5). */
const atOnce = 2
const longestQueue = 64
let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (queue.length >= longestQueue) throw new Refusal('RQ503', null, 'Too many people are signing in right now')
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options))

let decoy: Promise<string> | undefined

/** The same work whether there is a hash to compare with or not, so that time does not tell who exists. */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hash('a password that nobody has', options)
  const against = stored ?? (await decoy)
  const fits = await inTurn(() => verify(against, password))
  return fits && stored !== null
}
