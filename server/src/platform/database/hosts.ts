/** A server of an address: `host` or `host:port`, as it is written. */
type Host = string

/** How long an answer is good for connections that are opened together, in milliseconds. */
const freshness = 1_000

/** Scheme with user, the list of servers, and the rest of an address. */
const parts = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s

/**
 * The servers of an address `postgres://user:password@one:5432,two:5432/database`, as libpq reads it. Only one of them takes writes at
 * a time.
 */
export function hostsOf(url: string): Host[] {
  return parts.exec(url)?.[2]?.split(',') ?? []
}

/** The address of one of its servers. */
export const addressAt = (url: string, host: Host): string => url.replace(parts, `$1${host.replaceAll('$', '$$$$')}$3`)

/** Changes an address as a URL, which has no form for several servers. */
export function changedUrl(url: string, change: (url: URL) => void): string {
  const hosts = hostsOf(url)
  const [first = ''] = hosts
  const changed = new URL(addressAt(url, first))
  change(changed)
  return addressAt(changed.href, hosts.join(','))
}

/** Why the list of servers cannot be used; null when it can. */
export function faultInHosts(url: string): string | null {
  const hosts = hostsOf(url)
  if (hosts.length < 2)
    return URL.canParse(url) ? null : 'is no address such as postgres://user:password@host:5432/database'
  const wrong = hosts.find((host) => host === '' || !URL.canParse(addressAt(url, host)))
  return wrong === undefined ? null : `names a server that is no host: "${wrong}"`
}

interface Found {
  host: Host
  /** False: no server takes writes at present, and this one answers reads. */
  isPrimary: boolean
}

interface Known {
  found: Promise<Found>
  until: number
}

/** Asks the server of an address with one server whether it is a standby; rejects when it does not answer in time. */
type Ask = (address: string) => Promise<boolean>

const known = new Map<string, Known>()

/**
 * The server to connect to: the one that takes writes, else one that answers. All are asked at once, so a dead one delays nobody. Connections
 * that are opened within a second share the answer.
 */
export function aim(url: string, isStandby: Ask): Promise<Found> {
  const key = hostsOf(url).join(',')
  const present = known.get(key)
  if (present && present.until > performance.now()) return present.found
  const entry: Known = { found: find(url, isStandby), until: Number.POSITIVE_INFINITY }
  known.set(key, entry)
  entry.found.then(
    () => {
      entry.until = performance.now() + freshness
    },
    () => known.delete(key),
  )
  return entry.found
}

/** The answer was wrong: a connection to it failed. */
export const forgetAim = (url: string): void => void known.delete(hostsOf(url).join(','))

async function find(url: string, isStandby: Ask): Promise<Found> {
  const asked = hostsOf(url).map((host) => ({ host, standby: isStandby(addressAt(url, host)) }))
  const primary = asked.map(async ({ host, standby }) => {
    if (await standby) throw new Error(`${host} is a standby`)
    return { host, isPrimary: true }
  })
  try {
    return await Promise.any(primary)
  } catch {
    // The first error is as good as any: the server of the first place is tried, and says why it cannot be used.
    const answers = await Promise.allSettled(asked.map(({ standby }) => standby))
    const place = Math.max(
      0,
      answers.findIndex(({ status }) => status === 'fulfilled'),
    )
    return { host: asked[place]?.host ?? '', isPrimary: false }
  }
}
