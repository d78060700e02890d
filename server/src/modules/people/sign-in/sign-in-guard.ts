import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import { openTurns } from '../../../platform/turns.ts'

/** Failures of one address before it has to wait; the wait grows, and ends of itself within a quarter of an hour (threats A3). */
const perAddress: Allowance = { free: 5, seconds: 60, longest: 900, memory: 900 }
/** Failures of one client in five minutes, whatever the addresses (threats A4). It does not grow: an office is one client. */
const signInsPerClient: Allowance = { free: 50, seconds: 300, longest: 300, memory: 300 }

/** How a device is known as one that this user signed in on before. */
export interface KnownDevice {
  /** By the cookie of a browser, or only by the name that a client gives itself, which a stranger could guess. */
  by: 'cookie' | 'name'
  id: string
}

export interface Trying {
  tenantId: string
  /** In lower case, known or not. */
  email: string
  client: string
  device: KnownDevice | null
}

/** Lets a proof be tried, if it is not too often. Refuses RQ429, and RQ503 when too many are waiting. */
export type SignInGuard = <T>(trying: Trying, prove: () => Promise<T | null>) => Promise<T | null>

/**
 * Each try is counted before it is judged and taken back when it succeeds. Those of one address go one after the other,
 * and those of one client a few at a time, so that people who sign in rightly at the same moment do not count against
 * each other.
 */
export function openSignInGuard(throttle: Throttle): SignInGuard {
  const byClient = openTurns({ atOnce: 8, longest: 64 })
  const byAddress = openTurns({ atOnce: 1, longest: 64 })

  return ({ tenantId, email, client, device }, prove) => {
    // A device that is known has a count of its own, so that a stranger's guesses do not keep its owner out.
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
        // Nothing was judged.
        await throttle.forgive(address, perAddress)
        await takeBack()
        throw error
      }
    }

    return byClient(client, () => byAddress(address, () => tried(prove)))
  }
}
