import { breakAt, type QuantityBreak } from '@trellis/contract/quantity-breaks'
import type { RenewalPieces, RenewalResult } from '@trellis/contract/renewals'
import type { ProductFacts } from '../../catalogue/index.ts'
import { dueOf, type Ends, endsAfter, type RenewedFacts, whyNotRenew } from './rules.ts'

/*
 * Decides what becomes of each key, without I/O: the preview and the renewal apply the same decision, to balances as they
 * are and to locked ones.
 */

type Order = NonNullable<RenewalResult['order']>

/** A key that is to be renewed, with what the decision depends on. */
export interface Candidate extends RenewedFacts {
  licenseId: string
  serialKey: string
  seats: number
  owner: { accountId: string; accountCode: string; accountName: string }
  /** The end that the caller saw. */
  seen: Date | null
  /** The products that can renew it, the usual one first. */
  choices: ProductFacts[]
  /** The product that renews it; undefined when none does, or the caller chose one that does not. */
  product: ProductFacts | undefined
  /** The pending order that was made for this end. */
  order: Order | null
}

/** What an account pays for a product. */
export interface Price {
  price: number
  currencyCode: string
  breaks: readonly QuantityBreak[]
}

interface Situation {
  /** Pieces available, by `pieceKey`. */
  available: ReadonlyMap<string, number>
  /** Prices, by `pieceKey`; absent: the account cannot buy the product. */
  prices: ReadonlyMap<string, Price>
  /** The root issues stock, so it is never short. */
  rootAccountId: string
  orderMissing: boolean
  now: Date
}

export interface Planned {
  candidate: Candidate
  outcome: RenewalResult['outcome']
  reason: RenewalResult['reason']
  /** The ends after the renewal, for `extended`. */
  ends: Ends | null
}

export interface Plan {
  keys: Planned[]
  pieces: RenewalPieces[]
}

const named = ({ productId, sku, name }: ProductFacts) => ({ productId, sku, name })

export const pieceKey = (accountId: string, productId: string) => `${accountId} ${productId}`

/**
 * Takes the keys in the given sequence: each takes a piece per seat of its owner's stock, all or none. A key that is short
 * takes nothing, and does not stop the next one.
 */
export function planRenewals(candidates: readonly Candidate[], situation: Situation): Plan {
  const { prices, rootAccountId, orderMissing, now } = situation
  const left = new Map(situation.available)
  const pieces = new Map<string, RenewalPieces>()
  const lacking = new Map<string, number>()

  const keys = candidates.map((candidate): Planned => {
    const { owner, product, seats } = candidate
    const no = (reason: Planned['reason']): Planned => ({ candidate, outcome: 'refused', reason, ends: null })
    const reason = whyNotRenew(candidate, candidate.seen)
    if (reason !== null) return no(reason)
    if (product === undefined) return no('no_product')
    const key = pieceKey(owner.accountId, product.productId)
    const has = left.get(key) ?? 0
    const price = prices.get(key)
    const isThere = owner.accountId === rootAccountId || has >= seats
    if (!isThere && candidate.order !== null) return { candidate, outcome: 'waiting', reason: null, ends: null }
    if (!isThere && orderMissing && price === undefined) return no('not_for_sale')

    const row = pieces.get(key) ?? {
      account: owner,
      product: named(product),
      quantity: 0,
      missing: 0,
      price: price?.price ?? null,
      currencyCode: price?.currencyCode ?? null,
    }
    if (isThere) {
      left.set(key, has - seats)
      pieces.set(key, { ...row, quantity: row.quantity + seats })
      return { candidate, outcome: 'extended', reason: null, ends: endsAfter(candidate, product, now) }
    }
    pieces.set(key, row)
    lacking.set(key, (lacking.get(key) ?? 0) + seats)
    return { candidate, outcome: orderMissing ? 'ordered' : 'short', reason: null, ends: null }
  })

  return {
    keys,
    // What the extended keys leave is there for the short ones, so only the rest is missing.
    pieces: [...pieces].map(([key, row]) => {
      const missing = Math.max(0, (lacking.get(key) ?? 0) - Math.max(0, left.get(key) ?? 0))
      // What is missing is ordered together, so its number decides the price (rules R22).
      const found = breakAt(prices.get(key)?.breaks ?? [], missing)
      return { ...row, missing, price: found?.price ?? row.price }
    }),
  }
}

/** The answer for one key. `orders` are those made now, by buyer. */
export function presentPlanned(
  { candidate, outcome, reason, ends }: Planned,
  orders: ReadonlyMap<string, Order> = new Map(),
): RenewalResult {
  const { licenseId, serialKey, owner, seats, product, choices } = candidate
  const made = outcome === 'ordered' ? (orders.get(owner.accountId) ?? null) : null
  return {
    licenseId,
    serialKey,
    ownerAccount: owner,
    seats,
    outcome,
    reason,
    renewal: product ? named(product) : null,
    choices: choices.map(named),
    dueDate: dueOf(candidate)?.toISOString() ?? null,
    newDueDate: (ends && dueOf(ends)?.toISOString()) ?? null,
    order: outcome === 'waiting' ? candidate.order : made,
  }
}
