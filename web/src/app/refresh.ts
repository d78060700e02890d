/**
 * Many tabs, one refresh token that works once: whichever tab needs a fresh access token first fetches it, and hands it to
 * the others. Across tabs the browser's lock decides who is first; within a tab a shared promise does.
 */
export interface AccessToken {
  token: string
  /** By this browser's clock, in milliseconds. */
  expiresAt: number
}

export interface RefresherParts {
  /** Runs the task while no other tab runs one. Tells the task whether it had to wait for another tab. */
  exclusively: <T>(task: (waited: boolean) => Promise<T>) => Promise<T>
  /** Exchanges the refresh cookie for a fresh access token. */
  exchange: () => Promise<AccessToken>
  /** Tells the other tabs. */
  announce: (access: AccessToken) => void
  now: () => number
  wait: (milliseconds: number) => Promise<void>
}

/** A token this near to its end is exchanged before the next call, in milliseconds. */
export const nearExpiry = 60_000

/** How long a tab that waited for another gives the other's news to arrive, in milliseconds. */
const patience = 250

export function createRefresher(parts: RefresherParts) {
  let access: AccessToken | null = null
  let flight: Promise<AccessToken> | null = null

  const fresh = (): AccessToken | null =>
    access !== null && access.expiresAt - parts.now() > nearExpiry ? access : null

  async function news(): Promise<AccessToken | null> {
    for (let waited = 0; fresh() === null && waited < patience; waited += 25) await parts.wait(25)
    return fresh()
  }

  function refresh(): Promise<AccessToken> {
    flight ??= parts
      .exclusively(async (waited) => {
        const announced = waited ? await news() : fresh()
        if (announced !== null) return announced
        access = await parts.exchange()
        parts.announce(access)
        return access
      })
      .finally(() => {
        flight = null
      })
    return flight
  }

  return {
    /** The token for the next call, exchanged first when it is near its end. */
    async token(): Promise<string> {
      return (fresh() ?? (await refresh())).token
    },
    /** A token from sign-in, or from another tab. */
    take(given: AccessToken): void {
      access = given
    },
    forget(): void {
      access = null
    },
  }
}
