import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf } from '@trellis/contract/endpoint'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { findProgram, installDaemons } from './testing/debian.ts'
import { network } from './testing/network.ts'
import { freePort, type ServerProcess, startServerProcess } from './testing/processes.ts'
import { selling } from './testing/selling.ts'

/* Runs the proxy configurations of docs/examples before real processes. */

const world = await network()
const { acme } = world
const { items } = selling(world)
const folder = mkdtempSync(join(tmpdir(), 'trellis-examples-'))
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
})

const daemonFolders = ['/usr/sbin', '/usr/local/sbin']
const find = (name: string) => findProgram([name, ...daemonFolders.map((place) => join(place, name))])
const ready =
  ['haproxy', 'nginx'].every((name) => find(name)) || installDaemons('HAProxy and nginx', ['haproxy', 'nginx-light'])
const title = 'no call fails while two processes behind HAProxy and nginx are restarted one after the other'

test.skipIf(!ready)(
  `${title}${ready ? '' : ' (neither proxy is here, and they can be installed only on Debian as root, where no systemd would start them)'}`,
  async () => {
    const ports = [await freePort(), await freePort()] as const
    const start = (port: number) => startServerProcess(world, { port, drainSeconds: 1 })
    const servers: ServerProcess[] = await Promise.all(ports.map(start))
    ends.push(() => Promise.all(servers.map((server) => server.stop())))
    const proxies = [
      await startProxy('haproxy.cfg', ports, (file) => ['haproxy', '-db', '-q', '-f', file]),
      await startProxy('nginx.conf', ports, (file) => [
        'nginx',
        '-p',
        folder,
        '-e',
        'stderr',
        '-c',
        file,
        '-g',
        'daemon off;',
      ]),
    ]
    const authorization = `Bearer ${await acme.token()}`
    const headers = { 'x-tenant-code': world.tenantCode, authorization, 'content-type': 'application/json' }
    const calling = proxies.flatMap((url) => [
      callUntilEnd(() => post(url + pathOf(orders.sellIn), headers, {})),
      callUntilEnd(() => post(url + pathOf(orders.create), headers, { items: items({ BOX: 1 }) })),
    ])
    // Each is stopped when the other has been ready for as long as the balancer needs to see it: two checks.
    for (const [index, port] of ports.entries()) {
      await Promise.all(calling.map(({ next }) => next()))
      await servers[index]?.stop()
      servers[index] = await start(port)
    }
    await Promise.all(calling.map(({ next }) => next()))
    const answers = (await Promise.all(calling.map(({ end }) => end()))).map((statuses) => [...new Set(statuses)])
    expect(answers).toEqual([[200], [201], [200], [201]])
  },
)

/** Starts a proxy with an example, with these ports instead of those written in it. Returns the address of the API behind it. */
async function startProxy(
  example: string,
  ports: readonly [number, number],
  command: (file: string) => string[],
): Promise<string> {
  const port = await freePort()
  const text = readFileSync(new URL(`../../docs/examples/${example}`, import.meta.url), 'utf8')
  const file = join(folder, example)
  const placed = [3001, 3002].reduce(
    (all, from, index) => all.replaceAll(`127.0.0.1:${from}`, `127.0.0.1:${ports[index]}`),
    text,
  )
  writeFileSync(file, placed.replace('127.0.0.1:8080', `127.0.0.1:${port}`))
  const [program = '', ...args] = command(file)
  const child = spawn(find(program) ?? program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
    console.log(String(chunk))
  })
  ends.push(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(async () => {
      if (child.exitCode !== null) throw new Error(`${program} did not start:\n${complaint}`)
      return (await fetch(`${url}/health/ready`).catch(() => null))?.status
    })
    .toBe(200)
  return `${url}/api/v1`
}

const post = async (url: string, headers: Record<string, string>, body: unknown): Promise<number | string> => {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return answer.ok ? answer.status : `${answer.status} ${/"code":"\w+"/.exec(text) ?? text}`
}

/** Calls again and again, until `end`, which returns all answers. `next` waits for twenty more. */
function callUntilEnd(call: () => Promise<number | string>) {
  const answers: (number | string)[] = []
  let going = true
  const done = (async () => {
    while (going) answers.push(await call().catch((error: Error) => String(error.cause ?? error)))
  })()
  return {
    async next() {
      const wanted = answers.length + 20
      await expect.poll(() => answers.length, { interval: 5 }).toBeGreaterThanOrEqual(wanted)
    },
    async end() {
      going = false
      await done
      return answers
    },
  }
}
