import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../platform/database/sql.ts'
import { CommandError } from '../command.ts'
import { type Link, linkName, publish, subscribe, unpublish, unsubscribe, waitUntilCopied } from './links.ts'
import { prove } from './prove.ts'
import { findTenants, refuseServers, refuseShared, refuseTaken, serverOf, sourceOf } from './refuse.ts'
import { type Address, openServers, type Servers, takeTurn } from './servers.ts'
import { type Switched, trySwitch } from './switch.ts'
import { emptyBehind, tidyUp } from './tidy.ts'

/** What a move has done when it is called; nothing is under way then. */
export type Step =
  | 'fenced'
  | 'published'
  | 'subscribed'
  | 'copied'
  | 'paused'
  | 'unpacked'
  | 'marked'
  | 'arrived'
  | 'proved'
  | 'unlinked'
  | 'emptied'

export interface Wanted {
  codes: readonly string[]
  to: string
  /** Leaves the rows that stayed behind. */
  keep?: boolean
}

export interface Means {
  say(line: string): void
  at?(step: Step): Promise<void>
  wait?(milliseconds: number): Promise<unknown>
  /** How often the switch is tried. */
  tries?: number
}

export interface Moved {
  tenants: string[]
  from: string
  to: string
  /** Compared after the switch: both null when an earlier move had switched and was broken off. */
  tables: number | null
  rows: number | null
  pauseMilliseconds: number | null
  seconds: number
}

/** Between two tries of the switch, in milliseconds. */
const tryPause = 5_000
const usualTries = 60

/** Moves living tenants to another primary, or leaves everything as it was. */
export async function moveTenants(primaries: readonly Address[], wanted: Wanted, given: Means): Promise<Moved> {
  const means = {
    wait: (milliseconds: number) => sleep(milliseconds),
    at: async () => undefined,
    tries: usualTries,
    ...given,
  }
  const servers = await openServers(primaries)
  try {
    await takeTurn(servers, means.wait)
  } catch (error) {
    await servers.close()
    throw error
  }
  try {
    return await moveIn(servers, wanted, means)
  } catch (error) {
    await servers.close()
    if (!(await hasRecovered(primaries, means)))
      throw new CommandError(
        `${(error as Error).message}\nWhat the move has left could not be taken back. Run the same command again: it begins with that.`,
      )
    throw error
  } finally {
    await servers.close()
  }
}

/** By new connections, because an old one may be what has failed. */
async function hasRecovered(primaries: readonly Address[], means: Required<Means>): Promise<boolean> {
  const servers = await openServers(primaries)
  try {
    await takeTurn(servers, means.wait)
    await tidyUp(servers, means)
    return true
  } catch {
    return false
  } finally {
    await servers.close()
  }
}

async function moveIn(servers: Servers, { codes, to, keep = false }: Wanted, means: Required<Means>): Promise<Moved> {
  const { at, say } = means
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10
  const target = serverOf(servers, to)
  await tidyUp(servers, means)
  const tenants = await findTenants(servers, codes)
  const ids = tenants.map(({ id }) => id)
  const names = tenants.map(({ code }) => code)
  const left = !keep && tenants.every((tenant) => tenant.at === target) ? await emptyBehind(servers, ids) : 0
  if (left > 0) {
    say(
      `${names.join(', ')} ${names.length === 1 ? 'lives' : 'live'} in ${to}. ${left.toLocaleString('en')} rows that had stayed behind are deleted.`,
    )
    return { tenants: names, from: to, to, tables: null, rows: null, pauseMilliseconds: null, seconds: seconds() }
  }
  const source = sourceOf(tenants, target)
  await refuseServers(source, target)
  await refuseShared(source, ids)
  await refuseTaken(source, target, ids)

  await emptyBehind(servers, ids)
  const link: Link = { source, target, name: linkName(ids[0] ?? '') }
  for (const id of ids)
    await target.run(sql`
      insert into moved_tenants (moved_id, moved_to, coming_from) values (${id}, ${to}, ${source.name})
      on conflict (moved_id) do update set moved_to = excluded.moved_to, coming_from = excluded.coming_from`)
  await at('fenced')
  say(`Copying ${names.join(', ')} from ${source.name} to ${to}. Everybody goes on working.`)
  await publish(link, ids)
  await at('published')
  await subscribe(link)
  await at('subscribed')
  await waitUntilCopied(link, means.wait, say)
  await at('copied')
  const { pauseMilliseconds, snapshots } = await switchOver(link, ids, means)
  say(
    `${names.join(', ')} ${names.length === 1 ? 'lives' : 'live'} in ${to}. Calls waited for ${pauseMilliseconds} ms.`,
  )
  try {
    const proof = await prove(snapshots, ids)
    say(`${proof.rows.toLocaleString('en')} rows in ${proof.tables} tables are equal on both sides.`)
    await at('proved')
    await unsubscribe(target)
    await unpublish(source, means.wait)
    await at('unlinked')
    if (keep) say(`What stayed behind in ${source.name} is kept. The same command again deletes it.`)
    else await emptyBehind(servers, ids)
    await at('emptied')
    return { tenants: names, from: source.name, to, ...proof, pauseMilliseconds, seconds: seconds() }
  } finally {
    await snapshots.close()
  }
}

async function switchOver(link: Link, ids: readonly string[], means: Required<Means>): Promise<Switched> {
  let told = ''
  for (let left = means.tries; left > 0; left -= 1) {
    const result = await trySwitch(link, { ids, at: means.at, wait: means.wait })
    if (typeof result !== 'string') return result
    told = result
    means.say(`Not switched yet: ${result}.`)
    if (left > 1) await means.wait(tryPause)
  }
  throw new CommandError(`The switch was tried ${means.tries} times: ${told}. Nothing was changed.`)
}
