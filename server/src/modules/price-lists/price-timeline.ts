import type { PastPrice, priceWays } from '@trellis/contract/past-prices'

/** Microseconds since 1970: as exact as the database's. */
type Micros = number

/** A later change: what was until `at`. */
interface Undo<T> {
  at: Micros
  before: T
}

interface Given {
  priceListId: string
  canPropagate: boolean
}

interface ListFacts {
  name: string
  currencyCode: string
}

interface ProductFacts {
  status: string
  priceMsrp: number
  currencyId: number
}

interface PriceSet {
  at: Micros
  price: number | null
  discountType: PastPrice['discountType']
  discountAmount: number | null
  quantityBreaks: PastPrice['quantityBreaks']
  by: string | null
  how: (typeof priceWays)[number]
  planId: string | null
}

/** What is known of a day: the present state, what every later change replaced, and the prices of the lists until then. */
export interface PastFacts {
  start: Micros
  end: Micros
  /** The tenant's, with its code. */
  currencyId: number
  currencyCode: string
  product: { isOwn: boolean; createdAt: Micros; now: ProductFacts; changes: Undo<Partial<ProductFacts>>[] }
  /** The account and all that have been above it since. */
  accounts: {
    accountId: string
    name: string
    isReached: boolean
    recordedSince: Micros
    parentId: string | null
    moves: Undo<string | null>[]
    given: (Given & { at: Micros }) | null
    associations: Undo<Given | null>[]
  }[]
  lists: {
    priceListId: string
    /** Whether the reader sees it now. */
    isSeen: boolean
    now: ListFacts | null
    changes: Undo<ListFacts>[]
    /** The last price before the day, and those of the day. */
    prices: PriceSet[]
  }[]
}

const instant = (at: Micros) => new Date(Math.floor(at / 1000)).toISOString()

const stateAt = <T>(at: Micros, now: T, changes: Undo<T>[]): T => {
  const later = changes.find((change) => change.at > at)
  return later === undefined ? now : later.before
}

type Served = { list: PastFacts['lists'][number]; from: PastFacts['accounts'][number]; depth: number }

/**
 * The list that served the account at a moment, by the rule of `nearest_price_list` (rules R2) on the rows of then. `root`: none,
 * and the account is the root.
 */
function servedAt(
  { accounts, lists }: PastFacts,
  accountId: string,
  at: Micros,
): Served | PastPrice['reason'] | 'root' {
  let account = accounts.find((each) => each.accountId === accountId)
  for (let depth = 0; account !== undefined; depth++) {
    const { given, associations, moves, parentId, recordedSince } = account
    // A row without an event that is younger than the moment: what was before it is not written anywhere.
    const isYounger = given !== null && given.at > at && !associations.some((change) => change.at > at)
    if (recordedSince > at || isYounger) return 'not_recorded'
    const had = stateAt<Given | null>(at, given, associations)
    const list = had && lists.find(({ priceListId }) => priceListId === had.priceListId)
    if (had && list && (had.canPropagate || depth === 0)) return { list, from: account, depth }
    const above = stateAt(at, parentId, moves)
    if (above === null) return depth === 0 ? 'root' : 'no_list'
    account = accounts.find((each) => each.accountId === above)
  }
  return 'not_recorded'
}

const nothing: Omit<PastPrice, 'since'> = {
  price: null,
  currencyCode: null,
  priceListId: null,
  priceListName: null,
  inherited: false,
  inheritedFrom: null,
  discountType: null,
  discountAmount: null,
  quantityBreaks: [],
  reason: null,
  setDate: null,
  setBy: null,
  setHow: null,
  planId: null,
}

/** The price of the account at a moment, with its reasons. */
function priceAt(facts: PastFacts, accountId: string, at: Micros): Omit<PastPrice, 'since'> {
  const served = servedAt(facts, accountId, at)
  const { isOwn, now, changes, createdAt } = facts.product
  // An event names the fields that it changed.
  const was: ProductFacts = { ...now }
  for (const change of changes.filter((each) => each.at > at).reverse()) Object.assign(was, change.before)
  const isActive = !isOwn || (createdAt <= at && was.status === 'Active')
  if (served === 'not_recorded') return { ...nothing, reason: served }
  if (served === 'root') {
    if (!isOwn) return { ...nothing, reason: 'not_recorded' }
    if (!isActive) return { ...nothing, reason: 'not_active' }
    if (was.currencyId !== facts.currencyId) return { ...nothing, reason: 'not_on_list' }
    return { ...nothing, price: was.priceMsrp, currencyCode: facts.currencyCode }
  }
  if (served === null || typeof served === 'string') return { ...nothing, reason: isActive ? served : 'not_active' }
  const { list, from, depth } = served
  const { name, currencyCode } = stateAt<ListFacts | null>(at, list.now, list.changes) ?? {
    name: null,
    currencyCode: null,
  }
  const set = list.prices.findLast((each) => each.at <= at)
  const isBought = set !== undefined && set.price !== null && isActive
  return {
    ...nothing,
    priceListId: list.isSeen ? list.priceListId : null,
    priceListName: name,
    inherited: depth > 0,
    inheritedFrom: depth > 0 && from.isReached ? { id: from.accountId, name: from.name } : null,
    ...(isBought
      ? {
          price: set.price,
          currencyCode,
          discountType: set.discountType,
          discountAmount: set.discountAmount,
          quantityBreaks: set.quantityBreaks,
        }
      : { reason: isActive ? 'not_on_list' : 'not_active' }),
    ...(set !== undefined && { setDate: instant(set.at), setBy: set.by, setHow: set.how, planId: set.planId }),
  }
}

/** The prices of a day in the order of time: one from its beginning, and one from each moment at which anything of it changed. */
export function pricesOfDay(facts: PastFacts, accountId: string): PastPrice[] {
  const { start, end, product, accounts, lists } = facts
  const moments = [
    ...product.changes,
    ...accounts.flatMap(({ moves, associations, recordedSince }) => [...moves, ...associations, { at: recordedSince }]),
    ...lists.flatMap(({ changes, prices }) => [...changes, ...prices]),
    { at: product.createdAt },
  ].flatMap(({ at }) => (at > start && at < end ? [at] : []))
  const prices: PastPrice[] = []
  let last: string | null = null
  for (const at of [start, ...[...new Set(moments)].sort((one, other) => one - other)]) {
    const found = priceAt(facts, accountId, at)
    const text = JSON.stringify(found)
    if (text !== last) prices.push({ since: instant(at), ...found })
    last = text
  }
  return prices
}
