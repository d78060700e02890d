// @module-tag long
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { findProgram, installDaemons } from './testing/debian.ts'
import { isFull } from './testing/full.ts'
import { network } from './testing/network.ts'
import { freePort, type ServerProcess, startServerProcess } from './testing/processes.ts'
import { builtProgram } from './testing/programs.ts'
import { selling } from './testing/selling.ts'

/* Runs the files of docs/examples, and Caddy with that of deploy, before real processes. */

const world = await network()
const { acme } = world
const { items } = selling(world)
const example = (name: string) => fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url))
const deployed = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trellis-examples-'))
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
})

/** Also in the folders of daemons, which a user's PATH may not include. */
const find = (name: string) => findProgram([name]) ?? findProgram([`../sbin/${name}`])
const proxies = ['haproxy', 'nginx', 'caddy']
const areThere = proxies.every(find) || installDaemons('HAProxy, nginx and Caddy', ['haproxy', 'nginx-light', 'caddy'])
const without = areThere ? '' : ' (not run: the proxies are not here, and are installed only on Debian as root)'

test.skipIf(!areThere)(
  `no call fails while two processes behind HAProxy, nginx and Caddy are restarted one after the other${without}`,
  async () => {
    const ports = [await freePort(), await freePort()] as const
    // As long as production drains.
    const start = (port: number) => startServerProcess(world, { port, drainSeconds: 3 })
    const servers = new Map<number, ServerProcess>()
    ends.push(() => Promise.all([...servers.values()].map((server) => server.stop())))
    await Promise.all(ports.map(async (port) => servers.set(port, await start(port))))

    const front = { haproxy: await freePort(), nginx: await freePort(), caddy: await freePort() }
    const upstream = write('upstream.conf', ports, front.nginx)
    await startProxy('haproxy', ['-db', '-q', '-f', write('haproxy.cfg', ports, front.haproxy)], front.haproxy)
    const nginx = ['-p', folder, '-e', 'stderr', '-c', write('nginx.conf', ports, front.nginx)]
    const own = 'daemon off; pid nginx.pid;'
    await startProxy('nginx', [...nginx, '-g', own], front.nginx)

    const portals = ports.map((port) => `127.0.0.1:${port}`).join(' ')
    const caddyfile = join(folder, 'Caddyfile')
    // The interface for administration has one port on each machine.
    writeFileSync(caddyfile, `{\n\tadmin off\n}\n${readFileSync(deployed('Caddyfile'), 'utf8')}`)
    await startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', caddyfile], front.caddy, {
      PUBLIC_URL: `http://127.0.0.1:${front.caddy}`,
      PORTALS: portals,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    })

    const calling = Object.values(front).flatMap((port) => [
      callUntilEnd(port, orders.sellIn, {}),
      callUntilEnd(port, orders.create, { items: items({ BOX: 1 }) }),
    ])
    const restart = await serve(async (port) => {
      await Promise.all(calling.map(({ more }) => more()))
      await servers.get(port)?.stop()
      servers.set(port, await start(port))
    })
    copyFileSync(example('rolling-restart.sh'), join(folder, 'rolling-restart.sh'))
    await promisify(execFile)('sh', [join(folder, 'rolling-restart.sh'), ...ports.map(String)], {
      env: {
        PATH: process.env.PATH,
        UPSTREAM: upstream,
        RELOAD: `kill -HUP ${readFileSync(join(folder, 'nginx.pid'), 'utf8').trim()}`,
        RESTART: `curl --silent --fail ${restart}/`,
      },
    })
    await Promise.all(calling.map(({ more }) => more()))
    expect(await Promise.all(calling.map(({ end }) => end()))).toEqual(
      Object.keys(front).flatMap(() => [['200'], ['201']]),
    )
  },
)

test.skipIf(!isFull)(
  'the move of a vendor is rehearsed on one machine: exported, imported into an installation that is made for it, and compared',
  async () => {
    const rehearsal = join(folder, 'rehearsal')
    const { stdout } = await promisify(execFile)('sh', [example('rehearse-move.sh'), 'verdant', rehearsal], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: world.adminUrl,
        DATA_DIR: world.dataDir,
        PORTAL: `${process.execPath} ${await builtProgram('cli/portal.js')}`,
        MOVE_PASSPHRASE: 'a sentence that nobody guesses',
      },
    })
    expect(stdout).toContain('Tenant verdant (Verdant) is here')
    expect(stdout.match(/all of them hold/g)).toHaveLength(2)
    expect(stdout).toContain('The rehearsal of verdant succeeded')
    expect(existsSync(`${rehearsal}.installation`)).toBe(false)
  },
)

/** Copies an example with these ports instead of those written in it. Returns the path of the copy. */
function write(name: string, ports: readonly [number, number], front: number): string {
  const file = join(folder, name)
  const written = readFileSync(example(name), 'utf8')
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${front}`)
  writeFileSync(file, written)
  return file
}

async function startProxy(program: string, args: string[], port: number, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(find(program) ?? program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  ends.push(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  await expect
    .poll(async () => {
      if (child.exitCode !== null) throw new Error(`${program} did not start:\n${complaint}`)
      return (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status
    })
    .toBe(200)
}

/** An address that does the work for the port in its path, and answers when it is done. */
async function serve(work: (port: number) => Promise<void>): Promise<string> {
  const server = createServer((incoming, answer) => {
    work(Number(incoming.url?.slice(1))).then(
      () => answer.end(),
      (error) => answer.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Calls again and again, each time on a new connection, until `end`, which returns the different answers. */
function callUntilEnd(port: number, endpoint: Endpoint, body: unknown) {
  const answers: string[] = []
  let going = true
  const done = (async () => {
    while (going) answers.push(await callOnce(port, endpoint, body).catch((error: Error) => error.message))
  })()
  return {
    /** Waits for twenty more answers. */
    async more() {
      const wanted = answers.length + 20
      await expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThanOrEqual(wanted)
    },
    async end() {
      going = false
      await done
      return [...new Set(answers)]
    },
  }
}

/** The status of the answer; with its text, if it is a refusal. */
async function callOnce(port: number, endpoint: Endpoint, body: unknown): Promise<string> {
  const headers = {
    'x-tenant-code': world.tenantCode,
    authorization: `Bearer ${await acme.token()}`,
    'content-type': 'application/json',
  }
  const path = `/api/v1${pathOf(endpoint)}`
  const call = request({ host: '127.0.0.1', port, path, method: endpoint.method, headers, agent: false })
  call.end(JSON.stringify(body))
  const [answer] = await once(call, 'response')
  const content = await text(answer)
  return answer.statusCode < 300 ? String(answer.statusCode) : `${answer.statusCode} ${content}`
}
