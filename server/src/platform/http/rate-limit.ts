import rateLimit from '@fastify/rate-limit'
import { keyMark } from '@trellis/contract/api-keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from './client.ts'

const window = 60

/**
 * Limits the requests of a client, coarsely and in this process only. Answers to API keys say how many are left
 * (draft-ietf-httpapi-ratelimit-headers), so that a machine slows down before it is refused.
 */
export async function limitRequests(app: FastifyInstance, perMinute: number): Promise<void> {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    max: perMinute,
    keyGenerator: clientOf,
    timeWindow: window * 1000,
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  })
  const read = app.createRateLimit()
  app.addHook('onSend', async (request, reply) => {
    if (!hasKey(request)) return
    const limit = await read(request, { increment: false })
    if (limit.isAllowed) return
    reply.header('ratelimit-policy', `"client";q=${limit.max};w=${window}`)
    reply.header('ratelimit', `"client";r=${limit.remaining};t=${limit.ttlInSeconds}`)
  })
}

const hasKey = ({ headers }: FastifyRequest): boolean =>
  headers.authorization?.slice('Bearer '.length).startsWith(keyMark) ?? false
