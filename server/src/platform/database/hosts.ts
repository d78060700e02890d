import { setTimeout as sleep } from 'node:timers/promises'

/** A server of an address: `host` or `host:port`, as it is written. */
type Host = string

/** How long an answer is good for connections that are opened together, in milliseconds. */
const freshness = 1_000
/** How long the others are waited for when a standby has answered: a machine that has lost its power answers nothing at all. */
const grace = 1_000

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
  // It is not repeated: where a password is written wrong, what stands in place of a host is a part of it.
  const wrong = hosts.findIndex((host) => host === '' || !URL.canParse(addressAt(url, host)))
  return wrong < 0 ? null : `names a server that is no host: the ${wrong + 1}. of ${hosts.length}`
}

/** What a connection is for: writes and what they depend on, or reads that may lag. */
type Role = 'primary' | 'standby'

/** The role is in the address, by libpq's name for it. */
const attribute = 'target_session_attrs'

/** The same address for connections to a standby alone. */
export const toStandby = (url: string): string =>
  hostsOf(url).length > 1 ? changedUrl(url, ({ searchParams }) => searchParams.set(attribute, 'standby')) : url

const roleOf = (url: string): Role => (url.includes(`${attribute}=standby`) ? 'standby' : 'primary')

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

/** Names the servers of an address and what is asked of them. */
export const clusterOf = (url: string): string => `${roleOf(url)} of ${hostsOf(url).join(',')}`

/**
 * The server to connect to: the one that takes writes, else one that answers. All are asked at once, so a dead one delays nobody. Connections
 * that are opened within a second share the answer. For an address `toStandby`: a standby, or none.
 */
export function aim(url: string, isStandby: Ask): Promise<Found> {
  const key = clusterOf(url)
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
export const forgetAim = (url: string): void => void known.delete(clusterOf(url))

async function find(url: string, isStandby: Ask): Promise<Found> {
  const asked = hostsOf(url).map((host) => ({ host, standby: isStandby(addressAt(url, host)) }))
  const those = (wanted: Role) =>
    asked.map(async ({ host, standby }): Promise<Found> => {
      if ((await standby) !== (wanted === 'standby')) throw new Error(`${host} is no ${wanted}`)
      return { host, isPrimary: wanted === 'primary' }
    })
  if (roleOf(url) === 'standby') return Promise.any(those('standby'))
  const standIn = async () => {
    const found = await Promise.any(those('standby'))
    const answers = Promise.allSettled(asked.map(({ standby }) => standby))
    await Promise.race([answers, sleep(grace, undefined, { ref: false })])
    return found
  }
  try {
    return await Promise.any([...those('primary'), standIn()])
  } catch {
    // None answers. Any error is as good: the server of the first place is tried, and says why it cannot be used.
    return { host: asked[0]?.host ?? '', isPrimary: false }
  }
}
