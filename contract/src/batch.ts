import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requiredText, text } from './values.ts'

/** Entries of one batch. */
export const maximumBatch = 1000

const Parameter = z.union([requiredText(300), z.int()])

export const BatchItem = z.strictObject({
  /** What stands in the path: `{ "id": "…" }`. */
  params: z._default(z.record(z.string(), Parameter), {}),
  body: z.optional(z.unknown()),
  /** For creates; without it the `Idempotency-Key` of the batch and the entry's place. */
  idempotencyKey: z.optional(requiredText()),
  /** The `ETag` that the record had when it was read. */
  ifMatch: z.optional(text()),
})

export const Batch = z.strictObject({
  method: z.enum(['POST', 'PUT']),
  /** The path of the call as the document has it: `/orders/{id}/update`. */
  path: requiredText(),
  items: z.array(BatchItem).check(z.minLength(1), z.maxLength(maximumBatch)),
})
export type Batch = z.infer<typeof Batch>

/** What the call answered to one entry, at the entry's place. */
export const BatchResult = z.object({
  status: z.int(),
  /** The answer, or the problem; null for an answer without one. */
  body: z.unknown(),
  etag: z.nullable(z.string()),
  requestId: z.string(),
})
export type BatchResult = z.infer<typeof BatchResult>

export const batch = {
  run: endpoint({
    method: 'POST',
    path: '/batch',
    summary:
      'Up to 1,000 creates or changes by one call, one after the other, each as if it were sent alone: with its own transaction, ' +
      'permission, answer or problem, and idempotency',
    permission: 'session',
    body: Batch,
    answer: z.object({ items: z.array(BatchResult), done: z.int(), refused: z.int() }),
    maximumBody: 10 * 1024 * 1024,
  }),
}
