import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { NewWebhook } from '@trellis/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { freePort } from '../../testing/processes.ts'
import { selling } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'

/* Runs what docs/webhooks.md prints, against receivers that are processes of their own. */

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))
const page = readFileSync(join(docs, 'webhooks.md'), 'utf8')
const [making = '', checking = ''] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script]) => script)

const receivers = [
  { language: 'JavaScript', command: process.execPath, file: 'receiver.mjs', port: await freePort() },
  { language: 'Python', command: 'python3', file: 'receiver.py', port: await freePort() },
]
const world = await network({ webhookHosts: receivers.map(({ port }) => `127.0.0.1:${port}`) })
const { vendor, nordico, acme } = world
const { issue, offer, change, sell } = selling(world)
const { deliver } = hooking(world)
await issue({ 'EDGE-1Y': 20 })
await sell(vendor, nordico, { 'EDGE-1Y': 10 })
const portal = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

const shell = async (script: string, env: object) =>
  (await promisify(execFile)('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } })).stdout

test.each(receivers)(
  'the printed receiver in $language prints what the printed call asked for, once, and refuses what is not signed (threats W17)',
  async ({ command, file, port }) => {
    const url = `http://127.0.0.1:${port}/`
    const values = {
      PORTAL: portal,
      TENANT: 'verdant',
      TOKEN: await nordico.token(),
      ACCOUNT: nordico.accountId,
      URL: url,
    }
    const { secret } = JSON.parse(await shell(making, values)) as NewWebhook
    // The receiver stands in a folder that has the library, as after its installation.
    const child = spawn(command, [join(docs, 'examples', file)], {
      env: { PATH: process.env.PATH, SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: dirname(docs),
    })
    running.push(child)
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => shell(checking, values).catch(() => ''), { timeout: 20_000 }).toBe('401\n')
    const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
    await change(nordico, id, 'approved')
    await deliver()
    await deliver()
    await expect.poll(() => said).toMatch(new RegExp(`^msg_[0-9a-f]{32} order\\.approved ${id}\n$`))
  },
)
