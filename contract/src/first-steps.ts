import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Steps that somebody takes, and may skip (rules Y5): those of the vendor, then those of a partner; `partner` and `order` are of both. */
export const ownSteps = ['brand', 'product', 'priceList', 'company', 'prices', 'partner', 'order'] as const
export type OwnStep = (typeof ownSteps)[number]

/** What follows the first order: it is approved, a key is made of the stock, and a device takes a seat of the key. */
export const followingSteps = ['approval', 'key', 'activation'] as const
export type FollowingStep = (typeof followingSteps)[number]

/** A step of the way to the first activated key, and how far it is. */
export const FirstStep = z.object({
  /** Those that somebody takes, and may skip; then `approval`, `key` and `activation`, which follow the first order. */
  step: z.enum([...ownSteps, ...followingSteps]),
  /** `done` says what there is, whoever did it. */
  state: z.enum(['done', 'skipped', 'open']),
  /** Whether the caller may do it; what follows the first order is shown to all. */
  isYours: z.boolean(),
  /**
   * With what an open step goes on: the Pending product, the list without prices, the pending order, the account that has
   * the stock, or the serial key.
   */
  recordId: z.nullable(z.string()),
})
export type FirstStep = z.output<typeof FirstStep>

/** The first steps of the caller's account. */
export const FirstSteps = z.object({
  /** In the order in which they are taken. Empty for who may do none of them. */
  steps: z.array(FirstStep),
  /** The caller has put them away. */
  isDismissed: z.boolean(),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** What the caller wants of the first steps. */
export const FirstStepsDraft = z.strictObject({
  /** Steps that are not to be asked for again. */
  skipped: z.array(z.enum(ownSteps)).check(z.maxLength(ownSteps.length)),
  /** Puts all of them away; false calls them back. */
  isDismissed: z.boolean(),
})

export const firstSteps = {
  read: endpoint({
    method: 'GET',
    path: '/first-steps',
    summary: "The first steps of the caller's account that the caller may do, and how far it is",
    permission: 'session',
    answer: FirstSteps,
    onlyPeople: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/first-steps',
    summary: 'Skip first steps, put all of them away, or call them back; for the caller alone',
    permission: 'session',
    body: FirstStepsDraft,
    answer: FirstSteps,
    onlyPeople: true,
  }),
}
