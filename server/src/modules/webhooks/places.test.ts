import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { queued, runQueued } from '../../testing/queue.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { raw } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'

const receiver = await openReceiver()
/** Each knows the secret of one webhook. */
const slow = await Promise.all(Array.from({ length: 9 }, openReceiver))
const world = await network({ webhookHosts: [receiver, ...slow].map(({ host }) => host) })
const { nordico, canary } = world
const { hook } = hooking(world)

test('webhooks of a tenant whose receivers take long leave places to those of other tenants, and its own others come after them (rules E14)', async () => {
  const open: (() => void)[] = []
  for (const each of slow) each.answer = (_, response) => void open.push(() => response.writeHead(204).end())
  const logs = []
  for (const each of slow) {
    const { id, log } = await hook(nordico, each)
    await nordico.call(webhooks.test, { params: { id } })
    logs.push(log)
  }
  const { id, log } = await hook(canary, receiver)
  await canary.call(webhooks.test, { params: { id } })
  const send = world.app.jobs.find(({ name }) => name === 'webhooks:send')
  const due = await queued(world, 'webhooks:send')
  await raw(
    world,
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'webhooks:send'))`,
  )
  const jobs = due.map(({ payload }) => send?.run(payload))
  // Those that have no place are put off, and those of another tenant have come back.
  await Promise.all(jobs.slice(8))
  expect(await log()).toEqual([expect.objectContaining({ status: 'delivered' })])
  expect(await queued(world, 'webhooks:send')).toEqual([expect.objectContaining({ payload: due[8]?.payload })])
  await expect.poll(() => open.length).toBe(8)
  for (const answer of open.splice(0)) answer()
  await Promise.all(jobs)
  const last = runQueued(world, 'webhooks:send')
  await expect.poll(() => open.length).toBe(1)
  for (const answer of open) answer()
  await last
  for (const log of logs) expect(await log()).toEqual([expect.objectContaining({ status: 'delivered' })])
})
