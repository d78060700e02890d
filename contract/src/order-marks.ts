import * as z from 'zod/mini'
import { Id } from './values.ts'

/** Maximum number of orders that are marked at once. */
export const maximumMarks = 100

export const OrderMarks = z
  .strictObject({
    orderIds: z.array(Id).check(z.minLength(1), z.maxLength(maximumMarks)),
    invoiced: z.optional(z.boolean()),
    paid: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ invoiced, paid }) => invoiced !== undefined || paid !== undefined, {
      path: ['invoiced'],
      error: 'required',
    }),
  )
export type OrderMarks = z.output<typeof OrderMarks>

/** The result for one of several orders. */
export const Marked = z.object({
  orderId: Id,
  /** The code of the reason why it was not marked; null if it was, or if it had the mark already. */
  blocked: z.nullable(z.string()),
})
export type Marked = z.output<typeof Marked>
