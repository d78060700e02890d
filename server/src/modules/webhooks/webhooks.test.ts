import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { selling } from '../../testing/selling.ts'

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico, acme } = world
const { issue, offer, sell } = selling(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

async function deliver() {
  await runJob(world, 'webhooks:take')
  await runQueued(world, 'webhooks:send')
}

test('an event of an account arrives signed at the address of its webhook, and the log shows what was sent and answered', async () => {
  const { id, secret } = await nordico.call(webhooks.create, {
    body: { url: receiver.url, parentAccountId: nordico.accountId },
  })
  receiver.secret = secret
  const order = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await deliver()
  expect(receiver.refused).toBe(0)
  expect(receiver.received.map(({ event }) => [event.type, event.entityId])).toContainEqual(['order.created', order.id])
  const { items } = await nordico.call(webhooks.searchDeliveries, { params: { id }, body: {} })
  expect(items[0]).toMatchObject({ status: 'delivered', answerStatus: 204, tries: 1 })
})
