import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { openOutward } from '../../platform/outward.ts'
import { network } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'

/* A resolver of the test's own, and a network in which nothing answers and every address that is dialed is noted. */

const names = new Map([['hooks.example', '93.184.216.34']])
const dialed: string[] = []
const outward = openOutward({
  trusted: [],
  resolve: async (host) => {
    const found = names.get(host)
    if (found === undefined) throw new Error('ENOTFOUND')
    return [found]
  },
  dial: ({ host }) => {
    dialed.push(host)
    throw new Error('Nothing may be dialed')
  },
})
const world = await network({ outward })
const { vendor, nordico, acme } = world
const { issue, offer, sell } = selling(world)
const { deliver } = hooking(world)
await issue({ 'EDGE-1Y': 20 })
await sell(vendor, nordico, { 'EDGE-1Y': 10 })
const draft = (url: string) => ({ body: { url, parentAccountId: nordico.accountId } })

test('an address inside, or that is no web address, is refused when it is saved, without saying what is there (threats W15)', async () => {
  names.set('inside.example', '10.0.0.8')
  const urls = [
    'https://10.0.0.8/',
    'https://inside.example/',
    'https://nowhere.example/',
    'http://hooks.example/',
    'https://[::1]/',
  ]
  const { id } = await nordico.call(webhooks.create, draft('https://hooks.example/'))
  const said = new Set<string>()
  for (const url of urls) {
    const refusals = [
      await nordico.refused(webhooks.create, draft(url)),
      await nordico.refused(webhooks.update, { params: { id }, body: { url } }),
    ]
    for (const { code, info } of refusals) said.add(JSON.stringify([code, info]))
  }
  expect([...said]).toHaveLength(1)
  expect([...said][0]).toContain('not_public')
  for (const url of ['hooks.example', 'ftp://hooks.example/', '', 'javascript:alert(1)'])
    expect(await nordico.refused(webhooks.create, draft(url))).toMatchObject({ code: 'RQ422' })
  await nordico.call(webhooks.end, { params: { id } })
})

test('a name that leads inside after it was saved gets no packet, and the log says so (threats W15)', async () => {
  const { id } = await nordico.call(webhooks.create, draft('https://hooks.example/'))
  names.set('hooks.example', '169.254.169.254')
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await deliver()
  const { items } = await nordico.call(webhooks.searchDeliveries, { params: { id }, body: {} })
  expect(items).toMatchObject([{ status: 'waiting', problem: 'not_public', answerStatus: null }])
  expect(dialed).toEqual([])
  // Who wants to stop it can, though the address leads nowhere.
  const paused = await nordico.call(webhooks.update, {
    params: { id },
    body: { url: 'https://hooks.example/', isPaused: true },
  })
  expect(paused).toMatchObject({ status: 'paused' })
})
