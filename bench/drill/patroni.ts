import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../product.ts'
import { deployed, makeOwner, notRoot, ownFolder, password, postgresFolder } from './postgres.ts'
import { childrenOf, findProgram, killHard, send, titleOf } from './processes.ts'

/** A machine with Patroni, PostgreSQL and a member of etcd. */
export interface DatabaseServer {
  name: string
  /** Kills Patroni, PostgreSQL with all its processes, and etcd, as the loss of the machine does. */
  kill(): void
  /** Starts what was killed. Patroni makes a standby of what was the primary. */
  start(): void
  /** Stops all of it without an end, as the loss of the machine's network does: connections stay open and nothing is answered. */
  silence(isSilent: boolean): void
  /** Changes Patroni's settings in etcd. */
  configure(changed: Record<string, unknown>): Promise<void>
  /** Stops receiving from the primary, or goes on with it. */
  hold(isHeld: boolean): void
  /** Whether it is this now, as Patroni says. */
  is(role: 'primary' | 'synchronous'): Promise<boolean>
}

export interface Cluster {
  /** The owner's address, which names both servers. */
  url: string
  adminUrl: string
  servers: [DatabaseServer, DatabaseServer]
  /** The server that takes the writes; waits for it. */
  primary(): Promise<DatabaseServer>
  /** Waits until the other server has everything that is acknowledged. */
  isProtected(): Promise<void>
  stop(): Promise<void>
}

/** What is not installed here, and how it is; undefined when all is here. */
export function missingForFailover(): string | undefined {
  const missing = [
    ...['patroni', 'etcd', 'haproxy', 'psql'].filter((name) => findProgram(name) === undefined),
    ...(postgresFolder() === undefined ? ['PostgreSQL with pg_rewind in /usr/lib/postgresql'] : []),
  ]
  if (missing.length === 0) return undefined
  return `This drill needs ${missing.join(', ')}. Debian: apt-get install patroni etcd-server haproxy postgresql (and leave their services stopped)`
}

/** The settings of a sample in `deploy/patroni`, with these in the place of its own. Each must be one of the sample. */
function settingsOf(sample: string, changed: Record<string, string>): Record<string, string> {
  const lines = readFileSync(deployed(`patroni/${sample}`), 'utf8').split('\n')
  const pairs = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2))
  const settings = Object.fromEntries(pairs) as Record<string, string>
  const unknown = Object.keys(changed).filter((name) => !(name in settings))
  if (unknown.length > 0) throw new Error(`${sample} does not name ${unknown.join(', ')}`)
  return { ...settings, ...changed }
}

/** Two servers of PostgreSQL under Patroni and three of etcd, on loopback, as the files in `deploy/patroni` say. */
export async function startCluster(): Promise<Cluster> {
  const bin = postgresFolder()
  const missing = missingForFailover()
  if (missing !== undefined || bin === undefined) throw new Error(missing)
  const home = mkdtempSync(join(tmpdir(), 'trellis-patroni-'))
  const user = notRoot()
  const folder = (name: string) => ownFolder(join(home, name))
  chmodSync(home, 0o711)
  const config = join(home, 'config.yml')
  copyFileSync(deployed('patroni/patroni.yml'), config)
  chmodSync(config, 0o644)

  const run = (name: string, program: string, args: string[], env: Record<string, string>): ChildProcess => {
    const log = openSync(join(home, `${name}.log`), 'a')
    const { PATH = '' } = process.env
    const child = spawn(findProgram(program) ?? program, args, {
      cwd: home,
      // Debian's Patroni is a program of Debian's Python.
      env: { ...env, PATH: `/usr/bin:/bin:${PATH}`, LC_ALL: 'C.UTF-8', HOME: home },
      stdio: ['ignore', log, log],
      ...user,
    })
    child.on('error', () => undefined)
    closeSync(log)
    return child
  }

  const members = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      name: `etcd-${number}`,
      folder: folder(`etcd-${number}`),
      client: `http://127.0.0.1:${await freePort()}`,
      peer: `http://127.0.0.1:${await freePort()}`,
    })),
  )
  const startEtcd = (member: (typeof members)[number]) =>
    run(
      member.name,
      'etcd',
      [],
      settingsOf('etcd.conf', {
        ETCD_NAME: member.name,
        ETCD_DATA_DIR: join(member.folder, 'data'),
        ETCD_LISTEN_CLIENT_URLS: member.client,
        ETCD_ADVERTISE_CLIENT_URLS: member.client,
        ETCD_LISTEN_PEER_URLS: member.peer,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: member.peer,
        ETCD_INITIAL_CLUSTER: members.map(({ name, peer }) => `${name}=${peer}`).join(','),
      }),
    )
  const hosts = members.map(({ client }) => new URL(client).host).join(',')

  const server = async (place: 0 | 1) => {
    const name = `db-${place + 1}`
    const [port, rest] = [await freePort(), await freePort()]
    const own = folder(name)
    const data = join(own, 'data')
    const member = members[place]
    if (member === undefined) throw new Error('There is no member of etcd for it')
    const settings = settingsOf('patroni_env.conf', {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: hosts,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
      PATRONI_RESTAPI_PASSWORD: password,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
    })
    let running: ChildProcess[] = []
    /** The file outlives a kill, and its number may be that of another process then. */
    const postmaster = () => {
      try {
        const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
        return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined
      } catch {
        return undefined
      }
    }
    const postgres = () => {
      const pid = postmaster()
      return pid === undefined ? [] : [pid, ...childrenOf(pid)]
    }
    return {
      name,
      host: `127.0.0.1:${port}`,
      kill() {
        for (const child of running) child.kill('SIGKILL')
        for (const pid of postgres()) killHard(pid)
      },
      silence(isSilent: boolean) {
        const signal = isSilent ? 'SIGSTOP' : 'SIGCONT'
        for (const child of running) child.kill(signal)
        for (const pid of postgres()) send(signal, pid)
      },
      start() {
        running = [startEtcd(member), run(name, 'patroni', [config], settings)]
      },
      is: (role: 'primary' | 'synchronous') =>
        fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      async configure(changed: Record<string, unknown>) {
        const authorization = `Basic ${Buffer.from(`${settings.PATRONI_RESTAPI_USERNAME}:${password}`).toString('base64')}`
        const body = JSON.stringify(changed)
        const answer = await fetch(`http://127.0.0.1:${rest}/config`, {
          method: 'PATCH',
          headers: { authorization },
          body,
        })
        if (!answer.ok) throw new Error(`Patroni refused the settings: ${await answer.text()}`)
      },
      hold(isHeld: boolean) {
        const receivers = childrenOf(postmaster() ?? 0).filter((pid) => titleOf(pid).includes('walreceiver'))
        for (const pid of receivers) send(isHeld ? 'SIGSTOP' : 'SIGCONT', pid)
      },
      async end() {
        for (const child of running) {
          if (child.exitCode !== null || child.signalCode !== null) continue
          const exited = new Promise((resolve) => child.once('exit', resolve))
          // Patroni stops PostgreSQL; etcd must not go before.
          child.kill('SIGTERM')
          await exited
        }
      },
    }
  }
  const servers = [await server(0), await server(1)] as const
  const third = startEtcd(members[2] as (typeof members)[number])
  const until = async (what: string, is: () => Promise<boolean>) => {
    const deadline = performance.now() + 180_000
    while (!(await is())) {
      if (performance.now() > deadline) throw new Error(`${what} within three minutes:\n${logs()}`)
      await sleep(100)
    }
  }
  const logs = () =>
    servers
      .map(({ name }) =>
        readFileSync(join(home, `${name}.log`), 'utf8')
          .split('\n')
          .slice(-15)
          .join('\n'),
      )
      .join('\n')
  const primary = async () => {
    let found: (typeof servers)[number] | undefined
    await until('No server became the primary', async () => {
      const asked = servers.map(async (each) => {
        if (!(await each.is('primary'))) throw new Error(`${each.name} is not`)
        return each
      })
      // One that is silent is not waited for.
      found = await Promise.any(asked).catch(() => undefined)
      return found !== undefined
    })
    return found as (typeof servers)[number]
  }
  const isProtected = async () => {
    await until('No server became the synchronous standby', async () => {
      const first = await primary()
      const [other] = servers.filter((each) => each !== first)
      return other !== undefined && (await other.is('synchronous'))
    })
  }
  const stop = async () => {
    for (const each of servers) await each.end().catch(() => undefined)
    for (const each of servers) each.kill()
    third.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }

  try {
    for (const each of servers) each.start()
    const first = await primary()
    const { hostname, port } = new URL(`http://${first.host}`)
    makeOwner(hostname, port)
    await isProtected()
    const named = servers.map(({ host }) => host).join(',')
    return {
      url: `postgres://trellis_owner:${password}@${named}/trellis`,
      adminUrl: `postgres://postgres:${password}@${named}/trellis`,
      servers: [...servers],
      primary,
      isProtected,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
