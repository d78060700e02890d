// @module-tag long
import { webhooks } from '@trellis/contract/webhooks'
import { afterEach, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { raw, selling } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico, acme } = world
const { issue, offer, sell } = selling(world)
const { hook, deliver } = hooking(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

afterEach(async () => {
  receiver.now = Date.now
  world.at(null)
  await raw(world, `update webhooks set ended_at = coalesce(ended_at, now())`)
})
const hour = 3_600_000

/** From a whole second on, as secrets end with one. */
const begun = Math.ceil(Date.now() / 1000) * 1000
function after(milliseconds: number): void {
  const time = begun + milliseconds
  world.at(new Date(time).toISOString())
  receiver.now = () => time
}

/** Whether the receiver verifies with this secret what is sent now. */
async function isVerifiedBy(known: string): Promise<boolean> {
  receiver.secret = known
  const { length } = receiver.received
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await deliver()
  return receiver.received.length > length
}

test('after a change of the secret both sign for a day, then the new one alone (threats W17)', async () => {
  after(0)
  const { id, secret } = await hook(nordico, receiver, { types: ['order.created'] })
  const { secret: next } = await nordico.call(webhooks.changeSecret, { params: { id } })
  expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(next).not.toBe(secret)
  expect(await isVerifiedBy(secret)).toBe(true)
  expect(await isVerifiedBy(next)).toBe(true)
  after(24 * hour + 1000)
  expect(await isVerifiedBy(secret)).toBe(false)
  after(25 * hour)
  receiver.secret = next
  await deliver()
  expect(await isVerifiedBy(next)).toBe(true)
})

test('each secret signs for its own day after it was changed, however often that is done, up to five at once (threats W17)', async () => {
  after(0)
  const { id, secret: first } = await hook(nordico, receiver, { types: ['order.created'] })
  const change = async () => (await nordico.call(webhooks.changeSecret, { params: { id } })).secret
  const second = await change()
  after(hour)
  const third = await change()
  for (const known of [first, second, third]) expect(await isVerifiedBy(known)).toBe(true)
  const fourth = await change()
  const fifth = await change()
  expect(await nordico.call(webhooks.read, { params: { id } })).toMatchObject({
    oldSecretUntil: new Date(begun + 25 * hour).toISOString(),
  })
  const { status, body, headers } = await nordico.raw(webhooks.changeSecret, { params: { id } })
  expect([status, body]).toMatchObject([429, { code: 'RQ429', info: { retryAfter: 23 * 3600 } }])
  expect(headers['retry-after']).toBe(String(23 * 3600))
  for (const known of [first, fifth]) expect(await isVerifiedBy(known)).toBe(true)

  after(24 * hour + 1000)
  const sixth = await change()
  expect(await isVerifiedBy(second)).toBe(true)
  expect(await isVerifiedBy(first)).toBe(false)
  after(25 * hour + 1000)
  for (const known of [sixth, fifth]) expect(await isVerifiedBy(known)).toBe(true)
  expect(await isVerifiedBy(fourth)).toBe(false)
})
