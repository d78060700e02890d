import * as z from 'zod/mini'
import { dealStatuses, eBidDecisions, maximumDealItems, maximumReviewDays, protectionStatuses } from './deal-states.ts'
import { externalIdsField } from './external-ids.ts'
import { ProspectDraft } from './prospects.ts'
import { Id, Money, Quantity, requiredText, text } from './values.ts'

/** A date in a request: milliseconds since 1970, in years that a calendar of a screen offers. */
const EpochMilliseconds = z
  .int()
  .check(z.minimum(Date.UTC(1970, 0, 1)), z.maximum(Date.UTC(2999, 11, 31, 23, 59, 59, 999)))

const Chance = z.int().check(z.minimum(0), z.maximum(100))
const Reason = z.optional(z.nullable(text(2000)))

const DraftItem = z.strictObject({ productId: Id, qt: Quantity })
const itemsOf = <T extends z.core.$ZodType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(maximumDealItems))

export const DealDraft = z.strictObject({
  description: z.optional(z.nullable(text(2000))),
  externalIds: externalIdsField,
  /** Milliseconds since 1970; now by default. */
  startDate: z.optional(z.nullable(EpochMilliseconds)),
  estimatedCloseDate: z.optional(z.nullable(EpochMilliseconds)),
  chanceOfClosure: z._default(Chance, 0),
  items: itemsOf(DraftItem),
  prospect: ProspectDraft,
  /** The owner of the deal, its vendor. */
  parentAccountId: Id,
})
export type DealDraft = z.output<typeof DealDraft>

/** An item's own other names, as an answer has them, are ignored. */
const ignored = z.optional(z.unknown())
export const DealItems = z.strictObject({
  items: itemsOf(
    z.extend(DraftItem, {
      dealItemId: ignored,
      dealId: ignored,
      sku: ignored,
      productName: ignored,
      description: ignored,
      price: ignored,
      priceCurrencyId: ignored,
      priceMSRP: ignored,
      priceMSRPCurrencyId: ignored,
      priceMSRPCurrencyCode: ignored,
      priceListId: ignored,
      priceListName: ignored,
    }),
  ),
})
export type DealItems = z.output<typeof DealItems>

/** What is left out stays as it is. */
export const DealUpdate = z.strictObject({
  description: z.optional(z.nullable(text(2000))),
  estimatedCloseDate: z.optional(z.nullable(EpochMilliseconds)),
  chanceOfClosure: z.optional(Chance),
  dealStatus: z.optional(z.enum(dealStatuses)),
  externalIds: externalIdsField,
  reason: Reason,
})
export type DealUpdate = z.output<typeof DealUpdate>

/** A reason is required to approve a deal while a rival is protected or an earlier one waits; only managers read it. */
export const ProtectionDecision = z.strictObject({ protectionStatus: z.enum(protectionStatuses), reason: Reason })
export type ProtectionDecision = z.output<typeof ProtectionDecision>

export const EBidDecision = z.strictObject({
  status: z.enum(eBidDecisions),
  /** The approved amount, by default the one that was asked for; ignored when refusing. */
  value: z.optional(z.nullable(Money)),
  reason: Reason,
})
export type EBidDecision = z.output<typeof EBidDecision>

/** The amount for all items that the vendor asks for, below their total; 0 withdraws. */
export const EBidRequest = z.strictObject({ value: Money, reason: Reason })
export type EBidRequest = z.output<typeof EBidRequest>

export const ExtensionRequest = z.strictObject({ reason: requiredText(2000) })

export const ExtensionDecision = z.strictObject({
  reason: requiredText(2000),
  granted: z._default(z.boolean(), true),
})

export const DealSettings = z.strictObject({
  /** Days within which managers promise to decide. */
  reviewDays: z.int().check(z.minimum(1), z.maximum(maximumReviewDays)),
})
export type DealSettings = z.output<typeof DealSettings>
