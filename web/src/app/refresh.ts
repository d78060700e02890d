/**
 * The access token for all tabs of a browser. The refresh token works only once, so one tab exchanges it and
 * announces the new access token to the others. A browser lock prevents races between tabs; a shared promise
 * does so within a tab.
 */
export interface AccessToken {
  token: string
  /** Expiry by this browser's clock, in milliseconds since 1970. */
  expiresAt: number
}

export interface RefresherParts {
  /** Runs the task under a lock that all tabs share. Passes true when it had to wait for another tab. */
  exclusively: <T>(task: (waited: boolean) => Promise<T>) => Promise<T>
  /** Exchanges the refresh cookie for a new access token. */
  exchange: () => Promise<AccessToken>
  /** Sends the new token to the other tabs. */
  announce: (access: AccessToken) => void
  now: () => number
  wait: (milliseconds: number) => Promise<void>
}

/** A token that expires within this time is exchanged before the next call. Milliseconds. */
export const nearExpiry = 60_000

/** How long a tab that waited for the lock waits for the announcement of the other tab. Milliseconds. */
const announcementTimeout = 250

export function createRefresher(parts: RefresherParts) {
  let access: AccessToken | null = null
  let flight: Promise<AccessToken> | null = null

  const fresh = (): AccessToken | null =>
    access !== null && access.expiresAt - parts.now() > nearExpiry ? access : null

  async function news(): Promise<AccessToken | null> {
    for (let waited = 0; fresh() === null && waited < announcementTimeout; waited += 25) await parts.wait(25)
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
    /** The token for the next call; exchanged first when it expires soon. */
    async token(): Promise<string> {
      return (fresh() ?? (await refresh())).token
    },
    /** Stores a token from sign-in or from another tab. */
    take(given: AccessToken): void {
      access = given
    },
    forget(): void {
      access = null
    },
  }
}
