import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../product.ts'
import { findProgram } from './processes.ts'

export interface Balancer {
  url: string
  /** Requests that each server has got so far, in the order of the servers. */
  shares(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * HAProxy before server processes, as docs/examples/haproxy.cfg configures it. A user's requests go to one process as long as it answers, so
 * that they read their own changes from a replica.
 */
export async function startBalancer(servers: readonly { url: string }[]): Promise<Balancer> {
  const program = findProgram('haproxy')
  if (program === undefined) throw new Error('This needs HAProxy (Debian, Ubuntu: apt-get install haproxy)')
  const folder = await mkdtemp(join(tmpdir(), 'trellis-balancer-'))
  const [port, statistics] = [await freePort(), await freePort()]
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configuration(port, statistics, servers))
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`HAProxy did not start:\n${complaint}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    async shares() {
      const text = await (await fetch(`http://127.0.0.1:${statistics}/;csv`)).text()
      const [head = '', ...lines] = text.trim().split('\n')
      const column = head.split(',').indexOf('stot')
      const rows = lines.map((line) => line.split(',')).filter(([, name]) => /^server-\d+$/.test(name ?? ''))
      return rows.map((row) => Number(row[column]))
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The example of the documentation, with these servers, and with statistics. */
function configuration(port: number, statistics: number, servers: readonly { url: string }[]): string {
  const example = readFileSync(new URL('../../docs/examples/haproxy.cfg', import.meta.url), 'utf8')
  const used = servers.length < 2 ? example.replaceAll(/^ {2}server server-2.*\n/gm, '') : example
  const placed = servers.reduce(
    (text, { url }, index) => text.replaceAll(`127.0.0.1:${3001 + index}`, new URL(url).host),
    used.replace('127.0.0.1:8080', `127.0.0.1:${port}`),
  )
  return `${placed}
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
`
}
