import { type WebhookDelivery, type WebhookDraft, webhooks } from '@trellis/contract/webhooks'
import type { Person, World } from './network.ts'
import { runQueued } from './queue.ts'
import type { Receiver } from './receiving.ts'

export interface Hook {
  id: string
  secret: string
  /** Its log, oldest first. */
  log(): Promise<WebhookDelivery[]>
  /** Resumes it with its address. */
  resume(): Promise<unknown>
}

/** Makes webhooks and sends what they have to send, as the worker does. */
export function hooking(world: World) {
  const [take, send] = ['webhooks:wake', 'webhooks:send'].map((task) =>
    world.app.jobs.find(({ name }) => name === task),
  )
  const { tenantId } = world
  return {
    async hook(person: Person, receiver: Receiver, draft: Partial<WebhookDraft> = {}): Promise<Hook> {
      const body = { url: receiver.url, parentAccountId: person.accountId, ...draft }
      const { id, secret } = await person.call(webhooks.create, { body })
      receiver.secret = secret
      const params = { id }
      return {
        ...{ id, secret },
        async log() {
          const { items } = await person.call(webhooks.searchDeliveries, { params, body: { limit: 3000 } })
          return items.toReversed()
        },
        resume: () => person.call(webhooks.update, { params, body: { url: body.url, isPaused: false } }),
      }
    },
    /** What happened is taken and what is due is sent. */
    async deliver(): Promise<void> {
      await take?.run({ tenantId })
      await runQueued(world, 'webhooks:send')
    },
    /** The same by several processes at the same time. */
    async deliverAtOnce(webhookId: string): Promise<void> {
      await Promise.all([1, 2, 3].map(() => take?.run({ tenantId })))
      await Promise.all([1, 2, 3].map(() => send?.run({ tenantId, webhookId })))
    },
  }
}
