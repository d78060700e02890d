import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../product.ts'

export interface Balancer {
  url: string
  /** Requests that each server has got so far, in the order of the servers. */
  shares(): Promise<number[]>
  stop(): Promise<void>
}

/**
 * HAProxy before server processes, as docs/scaling.md describes it. A user's requests go to one process as long as it answers, so
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
      const rows = lines.map((line) => line.split(',')).filter(([, name]) => name?.startsWith('server-'))
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

const configuration = (port: number, statistics: number, servers: readonly { url: string }[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  # A request that no process has seen yet may go to another one.
  option redispatch
  retries 3
  retry-on conn-failure

frontend portal
  bind 127.0.0.1:${port}
  default_backend processes

backend processes
  balance leastconn
  stick-table type string len 64 size 1m expire 1h
  stick on req.hdr(Authorization),sha1,hex
  option forwardfor
  option httpchk GET /health/ready
  default-server check inter 250ms fall 1 rise 1
${servers.map(({ url }, index) => `  server server-${index + 1} ${new URL(url).host}`).join('\n')}

frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
`

/** Also the folders of daemons, which a user's PATH may not include. */
const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
