import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { openTurns } from '../../../platform/turns.ts'

/** Failures per address before it must wait. The wait grows and is at most a quarter of an hour (threats A3). */
const perAddress: Allowance = { free: 5, seconds: 60, longest: 900, memory: 900 }
/**
 * Failures per client in five minutes, for all addresses together (threats A4). The wait does not grow, because a whole
 * office may be one client.
 */
const signInsPerClient: Allowance = { free: 50, seconds: 300, longest: 300, memory: 300 }

/** Milliseconds that a try may wait for both turns together; the password's hash then waits for its own. */
const patience = 2_000

/** How a device is recognized as one that this user has signed in with before. */
export interface KnownDevice {
  /** By the browser's cookie, or only by the name that a client sends, which a stranger could guess. */
  by: 'cookie' | 'name'
  id: string
}

export interface Trying {
  tenantId: string
  /** In lower case; it need not exist. */
  email: string
  client: string
  device: KnownDevice | null
}

/**
 * Runs a check of credentials unless there were too many failures. Refuses RQ429, and RQ503 when too many calls are
 * waiting.
 */
export type SignInGuard = <T>(trying: Trying, prove: () => Promise<T | null>) => Promise<T | null>

/**
 * Each try is counted before the check, and the count is taken back when the check succeeds. Tries for one address run
 * one after the other, and those of one client a few at a time, so that concurrent correct sign-ins do not count against
 * each other.
 */
export function openSignInGuard(throttle: Throttle): SignInGuard {
  const byClient = openTurns({ atOnce: 8, longest: 64 })
  const byAddress = openTurns({ atOnce: 1, longest: 64 })

  return ({ tenantId, email, client, device }, prove) => {
    // A known device has a counter of its own, so that guesses made elsewhere do not lock the owner out.
    const address = `sign-in:${tenantId}:${email}${device ? `:${device.by}:${device.id}` : ''}`
    const from = device?.by === 'cookie' ? null : `sign-in:${client}`

    async function tried<T>(work: () => Promise<T | null>): Promise<T | null> {
      if (from !== null) await throttle.take(from, signInsPerClient)
      const takeBack = async () => {
        if (from !== null) await throttle.forgive(from, signInsPerClient)
      }
      try {
        await throttle.take(address, perAddress)
      } catch (error) {
        await takeBack()
        throw error
      }
      try {
        const proof = await work()
        if (proof !== null) {
          await throttle.forget(address)
          await takeBack()
        }
        return proof
      } catch (error) {
        // The check did not run, so the try does not count.
        await throttle.forgive(address, perAddress)
        await takeBack()
        throw error
      }
    }

    const latest = performance.now() + patience
    const left = () => Math.max(0, latest - performance.now())
    return byClient(client, () => byAddress(address, () => tried(prove), left()), patience)
  }
}
