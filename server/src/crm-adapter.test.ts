// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deals } from '@trellis/contract/deals'
import { events } from '@trellis/contract/events'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCrm } from './testing/crm.ts'
import { dealing } from './testing/dealing.ts'
import { isFull } from './testing/full.ts'
import { keysOf } from './testing/keys.ts'
import { network } from './testing/network.ts'

/* docs/examples/crm, the adapter between the deals of a partner and its CRM, against a stand-in for the CRM. */

const world = await network()
const { nordico, acme, bergen, tenantCode, dataDir } = world
const { register, protect, read, update } = dealing(world)
const portal = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
const crm = await openCrm('pat-1')
const { key } = await keysOf(world)(acme, { permissions: [{ module: 'Deals', flags: 'c-r-u' }] })
const script = fileURLToPath(new URL('../../docs/examples/crm/adapter.ts', import.meta.url))
const running = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await crm.close()
})
beforeEach(() => {
  crm.before = () => undefined
})

const file = join(dataDir, 'state.json')
function start() {
  const env = { PORTAL: portal, TENANT: tenantCode, KEY: key, ACCOUNT: acme.accountId }
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script, file, '--once'], {
    env: { PATH: process.env.PATH, ...env, CRM_URL: crm.url, CRM_TOKEN: 'pat-1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'exit').then(([code]) => ({ code, said }))
  return { child, ended }
}
const sync = async () => expect(await start().ended).toEqual({ code: 0, said: '' })
const opportunityOf = (dealId: string) => crm.all().filter(({ properties }) => properties.portal_deal_id === dealId)
const propertiesOf = (dealId: string) => opportunityOf(dealId)[0]?.properties
const dealsOf = async () => (await acme.call(deals.search, { body: { limit: 100 } })).items
const end = async () => (await acme.call(events.list, { query: { after: 'latest' } })).next

/** Nothing that was told to one side comes back to be told to the other. */
async function expectQuiet(): Promise<void> {
  const place = await end()
  crm.writes = []
  await sync()
  await sync()
  expect(crm.writes).toEqual([])
  expect(await end()).toBe(place)
}

const company = {
  ...{ company_name: 'Lys Design AS', company_street: 'Torget 4', company_city: 'Hamar', company_zip: '2317' },
  ...{ company_country: 'NO', contact_first_name: 'Liv', contact_last_name: 'Moen' },
}

test('a deal that is registered in the portal appears in the CRM once, with what the portal decides; those of others do not', async () => {
  const foreign = await register(bergen, { 'EDGE-1Y': 1 })
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await update(acme, id, { description: 'Renewal of Fjord', chanceOfClosure: 40, dealStatus: 'Demo' })
  await sync()
  const { code } = await read(acme, id)
  expect(propertiesOf(id)).toMatchObject({
    ...{ dealname: 'Renewal of Fjord', hs_deal_stage_probability: '0.4', dealstage: 'presentationscheduled' },
    ...{ portal_code: code, portal_protection: 'Pending', amount: '200' },
  })
  expect(opportunityOf(id)).toHaveLength(1)
  expect(opportunityOf(foreign)).toEqual([])
  await protect(nordico, id, 'Approved')
  await sync()
  expect(propertiesOf(id)?.portal_protection).toBe('Approved')
  await expectQuiet()
})

test('an opportunity of the CRM becomes a deal once it names a product; a refusal is said there, and it is tried again', async () => {
  const own = crm.make({ dealname: 'Not for the vendor', dealstage: 'closedwon', company_vat: 'NO1', ...company })
  const { id } = crm.make({ dealname: 'Studio in Hamar', dealstage: 'contractsent', portal_sku: 'EDGE-9Y', ...company })
  const before = (await dealsOf()).length
  await sync()
  expect((await dealsOf()).length).toBe(before)
  const opportunity = () => crm.all().find((one) => one.id === id)?.properties
  expect(opportunity()?.portal_error).toBe('There is no product EDGE-9Y')
  crm.change(id, { portal_sku: 'EDGE-1Y', portal_quantity: '3' })
  await sync()
  expect(opportunity()?.portal_error).toContain('RQ422')
  crm.change(id, { company_vat: 'NO995525828MVA' })
  await sync()
  const dealId = opportunity()?.portal_deal_id ?? ''
  expect(await read(acme, dealId)).toMatchObject({
    description: 'Studio in Hamar',
    status: 'Negotiation',
    prospect: { name: 'Lys Design AS', vatId: 'NO995525828MVA', city: 'Hamar' },
    items: [{ sku: 'EDGE-1Y', qt: 3 }],
  })
  // The portal does not tell these stages apart; the CRM keeps its own.
  expect(opportunity()).toMatchObject({ dealstage: 'contractsent', portal_error: null })
  expect(crm.all().find((one) => one.id === own.id)?.properties.portal_deal_id).toBeUndefined()
  await expectQuiet()
})

test('changes go both ways; where both have changed the same field, the mapping says whose stands', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  await sync()
  const crmId = opportunityOf(id)[0]?.id ?? ''
  crm.change(crmId, { dealname: 'Named in the CRM', closedate: '2027-03-31T00:00:00Z' })
  await update(acme, id, { chanceOfClosure: 70 })
  await sync()
  expect(await read(acme, id)).toMatchObject({
    ...{ description: 'Named in the CRM', estimatedCloseDate: '2027-03-31T00:00:00.000Z', chanceOfClosure: 70 },
  })
  expect(propertiesOf(id)?.hs_deal_stage_probability).toBe('0.7')

  crm.change(crmId, { dealname: 'CRM again', dealstage: 'closedlost', closedate: '' })
  await update(acme, id, { description: 'Portal', dealStatus: 'Won' })
  await sync()
  expect(await read(acme, id)).toMatchObject({ description: 'CRM again', status: 'Won', estimatedCloseDate: null })
  expect(propertiesOf(id)).toMatchObject({ dealname: 'CRM again', dealstage: 'closedwon' })
  await expectQuiet()
})

test.skipIf(!isFull)('a person who changes the deal between reading and writing is not overwritten', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  await sync()
  const crmId = opportunityOf(id)[0]?.id ?? ''
  crm.change(crmId, { dealname: 'From the CRM' })
  let isFirst = true
  crm.before = async (method, which) => {
    // The adapter has read the deal and now reads the opportunity.
    if (method !== 'GET' || which !== crmId || !isFirst) return
    isFirst = false
    await update(acme, id, { chanceOfClosure: 55, dealStatus: 'Trial' })
  }
  await sync()
  expect(isFirst).toBe(false)
  const { items } = await acme.call(deals.history, { params: { id } })
  expect(await read(acme, id)).toMatchObject({ description: 'From the CRM', chanceOfClosure: 55, status: 'Trial' })
  expect(items.length).toBeGreaterThan(2)
  expect(propertiesOf(id)).toMatchObject({ hs_deal_stage_probability: '0.55', dealstage: 'qualifiedtobuy' })
  await expectQuiet()
})

test('what the portal refuses is said in the CRM and set back there', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  await update(acme, id, { description: 'Kept' })
  await sync()
  const crmId = opportunityOf(id)[0]?.id ?? ''
  crm.change(crmId, { hs_deal_stage_probability: '1.7' })
  await sync()
  expect(propertiesOf(id)).toMatchObject({
    hs_deal_stage_probability: '0',
    portal_error: expect.stringContaining('RQ422'),
  })
  expect((await read(acme, id)).chanceOfClosure).toBe(0)
  await sync()
  await expectQuiet()
})

test.skipIf(!isFull)(
  'killed after an opportunity was made, or with an older state, it makes nothing twice',
  async () => {
    const id = await register(acme, { 'EDGE-1Y': 1 })
    copyFileSync(file, `${file}.old`)
    const run = start()
    crm.before = async (method) => {
      if (method === 'POST') run.child.kill('SIGKILL')
    }
    expect((await run.ended).code).toBeNull()
    expect(opportunityOf(id)).toHaveLength(1)
    crm.before = () => undefined
    await sync()
    expect(opportunityOf(id)).toHaveLength(1)

    crm.make({ dealname: 'Twice?', portal_sku: 'EDGE-1Y', company_vat: 'NO995525828MVA', ...company })
    await sync()
    const before = (await dealsOf()).length
    const made = crm.all().length
    copyFileSync(`${file}.old`, file)
    await sync()
    expect([(await dealsOf()).length, crm.all().length]).toEqual([before, made])
    await expectQuiet()
  },
)
