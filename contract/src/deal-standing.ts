import * as z from 'zod/mini'
import { decisionKinds } from './deal-states.ts'
import { Amount, Id, Instant } from './values.ts'

const Party = z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() })
const End = { until: Instant }
/** Whose user decided; null for imported decisions. */
const Decided = { by: z.nullable(Party) }
const Rivals = { others: z.int() }
const Asked = {
  decision: z.enum(decisionKinds),
  /** When the promise of days ends (rules J12). */
  due: Instant,
  isLate: z.boolean(),
  /** What the vendor said when asking. */
  reason: z.nullable(z.string()),
}
/** What the purchase costs, and what the vendor would pay without the approved price. */
const Price = { amount: Amount, insteadOf: Amount, currencyCode: z.string() }

const fact = <K extends string, S extends z.core.$ZodShape>(kind: K, shape: S) =>
  z.object({ kind: z.literal(kind), ...shape })

/**
 * Where a deal stands, as facts for who reads it (rules J19). The deal's own side learns nothing of other registrations;
 * managers read how many there are.
 */
export const Standing = z.discriminatedUnion('kind', [
  fact('expired', End),
  fact('won', {}),
  fact('lost', {}),
  /** For the deal's own side. */
  fact('protected', End),
  /** For managers: nobody else is protected for it. */
  fact('protectedAlone', End),
  /** For managers: others are protected for it too, with a reason. */
  fact('protectedBeside', { ...End, ...Rivals }),
  fact('refused', Decided),
  fact('duplicated', Decided),
  /** For managers, while its protection waits: others are protected, others were registered earlier and wait, or it was first. */
  fact('rivalProtected', Rivals),
  fact('earlierWaits', Rivals),
  fact('first', Rivals),
  /** A decision waits: for the reader as the nearest manager, or for somebody else. */
  fact('decisionYours', Asked),
  fact('decisionWaits', Asked),
  /** The approved price, for who makes the purchase now, for who will once the deal is won, and for all others. */
  fact('canBuy', Price),
  fact('canBuyWhenWon', Price),
  fact('bidApproved', Price),
  /** The vendor's own prices fell below the approved one, which stands in `insteadOf`. */
  fact('ownPriceLower', Price),
  fact('bidRefused', Decided),
  /** The deal was lost, and its purchase is still pending. */
  fact('purchasePending', { orderId: Id, orderCode: z.string(), seller: Party, mayCancel: z.boolean() }),
])
export type Standing = z.output<typeof Standing>
