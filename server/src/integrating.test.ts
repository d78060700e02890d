import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { keysOf } from './testing/keys.ts'
import { network } from './testing/network.ts'
import { selling } from './testing/selling.ts'

/* Runs the examples of docs/integrating.md as they are printed, against a server that listens. */

const world = await network()
const { vendor, nordico, acme } = world
const { sell, offer } = selling(world)
const page = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8')
const [printed = ''] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script]) => script)

test('the printed call answers the orders of the account to its key', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 5 })
  const order = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const { key } = await keysOf(world)(nordico)
  const portal = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
  const run = (env: object) =>
    promisify(execFile)('sh', ['-c', printed], {
      env: { PATH: process.env.PATH, PORTAL: portal, TENANT: 'verdant', ...env },
    })
  const { items, count } = JSON.parse((await run({ KEY: key })).stdout)
  expect([count, items[0].orderId]).toEqual([1, order.id])
  // `--fail`: 22 for a refused call.
  await expect(run({ KEY: key.slice(0, -1) })).rejects.toMatchObject({ code: 22 })
})
