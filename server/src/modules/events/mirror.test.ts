import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { afterAll, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { freePort } from '../../testing/processes.ts'
import { selling } from '../../testing/selling.ts'

/* docs/examples/mirror.mjs is what docs/events.md tells an integrator to write. */

const world = await network()
const { app, vendor, nordico, acme, tenantCode, dataDir } = world
const { issue, offer, change, sell, productOf } = selling(world)
const { register, protect } = dealing(world)
const script = fileURLToPath(new URL('../../../../docs/examples/mirror.mjs', import.meta.url))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

const port = await freePort()
const start = async (person: Person, file: string, limit: number) => {
  const env = {
    PORTAL: `http://127.0.0.1:${port}`,
    TENANT: tenantCode,
    TOKEN: await person.token(),
    LIMIT: String(limit),
  }
  const child = spawn(process.execPath, [script, file, '--once'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'exit').then(([code]) => ({ code, said }))
  return { child, ended }
}
interface Copy {
  next: string
  records: Record<string, Record<string, unknown>>
}
const copyIn = (file: string): Copy => JSON.parse(readFileSync(file, 'utf8')) as Copy

test('a mirror that is killed again and again, beside a portal that is away at first, ends with every record as it is', async () => {
  await issue({ 'EDGE-1Y': 100 })
  await sell(vendor, nordico, { 'EDGE-1Y': 60 })
  const made: string[] = []
  for (let n = 0; n < 12; n++) {
    const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
    made.push(id)
    if (n % 2 === 0) await change(nordico, id, n % 4 === 0 ? 'approved' : 'canceled')
  }
  const deal = await register(acme, { 'EDGE-1Y': 10 })
  await protect(nordico, deal, 'Approved')
  const body = {
    name: 'Short',
    currencyId: 978,
    items: [{ productId: productOf('EDGE-1Y').productId, customPrice: 80 }],
  }
  const { id: removed } = await nordico.call(priceLists.create, { body })
  await nordico.call(priceLists.remove, { params: { id: removed } })

  const file = join(dataDir, 'copy.json')
  const early = await start(nordico, file, 2)
  await app.http.listen({ port, host: '127.0.0.1' })
  // Each is killed as soon as the file has gone on.
  let run = early
  for (let kills = 0, last: string | null = null; kills < 5; kills++) {
    while (run.child.exitCode === null && (existsSync(file) ? copyIn(file).next : null) === last)
      await new Promise((resolve) => setImmediate(resolve))
    last = copyIn(file).next
    run.child.kill('SIGKILL')
    expect(await run.ended).toEqual({ code: null, said: '' })
    run = await start(nordico, file, 2)
  }
  expect(await run.ended).toEqual({ code: 0, said: '' })
  const { records } = copyIn(file)
  for (const id of made) expect(records.order?.[id]).toEqual(await nordico.call(orders.read, { params: { id } }))
  expect(records.deal?.[deal]).toEqual(await nordico.call(deals.read, { params: { id: deal } }))
  expect(records.price_list?.[removed]).toBeUndefined()
  // With the purchase of what was sold.
  expect(Object.keys(records.order ?? {})).toHaveLength(made.length + 1)
})

test('a mirror whose place is not in the journal any more says so and changes nothing', async () => {
  const file = join(dataDir, 'other.json')
  const whole = await start(acme, file, 200)
  expect((await whole.ended).code).toBe(0)
  const { next, ...rest } = copyIn(file)
  const outdated = JSON.stringify({ ...rest, next: next.replace(/-.*/, '-00000000') })
  writeFileSync(file, outdated)
  const again = await (await start(acme, file, 200)).ended
  expect(again.code).toBe(1)
  expect(again.said).toContain('EV410')
  expect(readFileSync(file, 'utf8')).toBe(outdated)
})
