import type { DashboardQuery } from '@trellis/contract/dashboard'
import { carriedOfLicenses, carriedOfOrders } from '@trellis/contract/lean-rows'
import type { OrderDraft } from '@trellis/contract/orders'
import type { Loaded, Size } from './data.ts'
import { fullLines, goodId, partyId, saleId } from './full/schema.ts'
import type { Reader } from './further-data.ts'
import { connections, type Request } from './load.ts'

/** One kind of work, as requests to the product and to the limit. */
export interface Work {
  name: string
  /** The target for the ratio to the limit. */
  aim: number
  /** Who asks, if not the first user of the root. */
  reader?: Reader
  /** Different requests of this kind. */
  variants: Request[]
  /** The equivalent requests to the limit; absent if the limit has none. */
  limit?: Request[]
  /** The equivalent requests to the full limit, and the one that uses a subject up; absent if it has none. */
  full?: { requests: Request[]; of: (subject: number) => Request }
  /** For requests that work only once per subject: more subjects for each variant, besides the one in its path. */
  subjects?: string[][]
  /** The subjects of each limit, if they can be used only once. */
  limitSubjects?: number[]
}

/** A search as the browser sends it: it asks only for the fields that its rows show. */
const search = (path: string, more: object = {}, fields?: readonly string[]): Request => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify({ limit: 20, page: 1, includeChildren: true, ...(fields && { fields }), ...more }),
})
const by = (field: string, direction: 'asc' | 'desc' = 'asc') => ({ sortBy: [{ field, direction }] })
const only = (field: string, ...values: (string | boolean)[]) => ({ filterBy: [{ field, values }] })
const bare = (path: string, ...values: unknown[]): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify({ values }),
})

const period = (query: DashboardQuery, of: 'orders' | 'licenses' | 'deals' = 'orders'): Request => ({
  method: 'POST',
  path: `/api/v1/${of}/dashboard`,
  body: JSON.stringify({ includeChildren: true, ...query }),
})
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const asked = (date: Date) => dayOf(date).replaceAll('-', '/')
const day = (ago: number) => asked(new Date(Date.now() - ago * 86_400_000))
/** The first day of the month, so many months ago. */
const month = (ago: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
}

const today: Request = { method: 'GET', path: '/api/v1/today' }

/** The limit's root and its first distributor. */
const [root, distributor] = [1, 2]
/** The targets: a page with the browser's fields, any other page, a write, a dashboard. */
const aims = { page: 0.5, otherwise: 0.35, writing: 0.33, summing: 0.6 }

/** Requests to the full limit. */
const fullOf = (...requests: Request[]): Pick<Work, 'full'> => ({
  full: { requests, of: () => requests[0] as Request },
})
const promised = (path: string, body: object, withKey = false): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  ...(withKey && { withKey }),
})
const pageOf = (path: string, scope: number): Request =>
  promised(path, { limit: 20, page: 1, includeChildren: true, parentAccountId: partyId(scope) })

const sales = (more: object = {}) => search('orders/sell-out/search', more, carriedOfOrders)
const keys = (more: object = {}) => search('licenses/search', more, carriedOfLicenses)

export function worksOn(loaded: Loaded, size: Size): Work[] {
  return [...ordersOn(loaded), ...licensesOn(loaded), ...others(loaded), ...writes(loaded, size), ...dashboards(loaded)]
}

function ordersOn({ distributorId, resellerIds, buyerName }: Loaded): Work[] {
  const below = { parentAccountId: distributorId }
  const mixed = [root, root, 2, 2, 2, ...[0, 1, 2, 3, 4].map((n) => 21 + n)]
  const of = (name: string, aim: number, more: object, ...limit: Request[]): Work => ({
    name: `orders, ${name}`,
    aim,
    variants: [sales(more)],
    limit,
  })
  return [
    { ...of('root', aims.page, {}, bare('/sales', root)), ...fullOf(pageOf('/orders/search', root)) },
    {
      ...of('a distributor', aims.page, below, bare('/sales', distributor)),
      ...fullOf(pageOf('/orders/search', distributor)),
    },
    {
      name: 'orders, mixed scopes',
      aim: aims.page,
      // Two of ten at the root, three a distributor, five a reseller.
      variants: [
        ...[{}, {}, below, below, below].map(sales),
        ...resellerIds.slice(0, 5).map((parentAccountId) => sales({ parentAccountId })),
      ],
      limit: mixed.map((scope) => bare('/sales', scope)),
      ...fullOf(...mixed.map((scope) => pageOf('/orders/search', scope))),
    },
    of('root, status pending', aims.otherwise, only('status', 'pending'), bare('/sales/status', root, 'pending')),
    of('root, not paid', aims.otherwise, only('paid', false), bare('/sales/paid', root, false)),
    of(
      'a distributor, canceled',
      aims.otherwise,
      { ...below, ...only('status', 'canceled') },
      bare('/sales/status', distributor, 'canceled'),
    ),
    of('root, by total', aims.otherwise, by('orderTotal', 'desc'), bare('/sales/total', root)),
    of(
      'a distributor, by total',
      aims.otherwise,
      { ...below, ...by('orderTotal') },
      bare('/sales/total-asc', distributor),
    ),
    of('root, by buyer', aims.otherwise, by('buyerName'), bare('/sales/by-buyer', root)),
    of('root, buyer’s name', aims.otherwise, only('buyerName', buyerName), bare('/sales/of-buyer', buyerName)),
  ]
}

function licensesOn({ distributorId, buyerName, productIds }: Loaded): Work[] {
  const below = { parentAccountId: distributorId }
  const of = (name: string, aim: number, more: object, ...limit: Request[]): Work => ({
    name: `licenses, ${name}`,
    aim,
    variants: [keys(more)],
    limit,
  })
  return [
    { ...of('root', aims.page, {}, bare('/licenses', root)), ...fullOf(pageOf('/licenses/search', root)) },
    {
      ...of('a distributor', aims.page, below, bare('/licenses', distributor)),
      ...fullOf(pageOf('/licenses/search', distributor)),
    },
    {
      name: 'licenses, root, of a product',
      aim: aims.page,
      variants: productIds.map((productId) => keys(only('productId', productId))),
      limit: productIds.map((_, n) => bare('/licenses/of-good', n + 1)),
    },
    of('root, activated', aims.otherwise, only('activated', true), bare('/licenses/activated', root, true)),
    of(
      'a distributor, not activated',
      aims.otherwise,
      { ...below, ...only('activated', false) },
      bare('/licenses/activated', distributor, false),
    ),
    of('root, by SKU', aims.otherwise, by('sku'), bare('/licenses/by-good', root)),
    of('root, by expiration', aims.otherwise, by('expirationDate', 'desc'), bare('/licenses/by-expiry', root)),
    of(
      'root, owner’s name',
      aims.otherwise,
      only('ownerAccountName', buyerName),
      bare('/licenses/of-owner', buyerName),
    ),
  ]
}

/** Without a limit of their own: milliseconds and processor time alone. */
function others({ distributorId }: Loaded): Work[] {
  const below = { parentAccountId: distributorId }
  const one = (name: string, request: Request, reader?: Reader): Work => ({
    name,
    aim: aims.otherwise,
    variants: [request],
    ...(reader && { reader }),
  })
  return [
    // Of the first key, which is the MD5 of 1.
    one('licenses, root, a part of a key', keys(only('anything', '238a0-b92'))),
    one('renewals, root, 30 days', search('renewals/search', only('window', '30'))),
    one('renewals, a distributor, expired', search('renewals/search', { ...below, ...only('window', 'expired') })),
    one('deals, root', search('deals/search')),
    one(
      'deals, a distributor, not yet protected',
      search('deals/search', { ...below, ...only('protectionStatus', 'Pending') }),
    ),
    one('certificates, root', search('certificates/users/search')),
    one('what needs me, root', today),
    one('what needs me, a distributor', today, 'distributor'),
    one('what needs me, a reseller', today, 'reseller'),
  ]
}

function writes({ buyers, items, resellerIds, productIds }: Loaded, size: Size): Work[] {
  const creating = (path: string, body: object): Request => ({
    method: 'POST',
    path: `/api/v1/${path}`,
    body: JSON.stringify(body),
    withKey: true,
  })
  const order = (parties: Partial<OrderDraft>) => creating('orders', { source: 'bench', ...parties, items })
  const firstBuyer = 2 + size.distributors + size.resellers
  const sellerOf = (buyer: number) => 2 + size.distributors + (buyer % size.resellers)
  const selling = buyers.map((_, n) => bare('/sell', sellerOf(firstBuyer + n), firstBuyer + n, [1, 2, 3], [1, 2, 3]))
  const full = (origin: 'sell-in' | 'sell-out') =>
    fullOf(
      ...buyers.map((_, n) =>
        promised(
          '/orders',
          {
            ...{ vendorId: partyId(sellerOf(firstBuyer + n)), buyerId: partyId(firstBuyer + n) },
            ...{ origin, source: 'bench', items: fullLines },
          },
          true,
        ),
      ),
    )
  return [
    {
      name: 'create an order of 3 lines',
      aim: aims.writing,
      variants: buyers.map(({ accountId }) => order({ parentAccountId: accountId })),
      limit: selling,
      ...full('sell-in'),
    },
    {
      name: 'create a sale of 3 lines, which holds stock',
      aim: aims.writing,
      variants: buyers.map(({ accountId, vendorId }) =>
        order({ parentAccountId: vendorId, buyerAccountId: accountId }),
      ),
      limit: selling,
      ...full('sell-out'),
    },
    {
      name: 'approve an order of 3 lines',
      aim: aims.writing,
      variants: buyers.map(({ pendingOrderIds }) => ({
        method: 'PUT' as const,
        path: `/api/v1/orders/${pendingOrderIds[0]}`,
        body: JSON.stringify({ source: 'bench', status: 'approved' }),
      })),
      subjects: buyers.map(({ pendingOrderIds }) => pendingOrderIds.slice(1)),
      limit: [bare('/settle')],
      full: {
        requests: [],
        of: (n) => promised('/orders/approve', { orderId: saleId(n), status: 'approved', source: 'bench' }),
      },
      limitSubjects: Array.from({ length: buyers.length * size.pendingPerPair }, (_, n) => size.orders + 2 + n),
    },
    {
      name: 'create a license',
      aim: aims.writing,
      variants: resellerIds.map((parentAccountId, n) =>
        creating('licenses', { parentAccountId, items: [{ productId: productIds[n], qt: 1 }] }),
      ),
      limit: resellerIds.map((_, n) => bare('/issue', 2 + size.distributors + n, n + 1, 1)),
      ...fullOf(
        ...resellerIds.map((_, n) =>
          promised('/licenses', { ownerId: partyId(2 + size.distributors + n), productId: goodId(n + 1) }, true),
        ),
      ),
    },
  ]
}

function dashboards({ distributorId, productIds }: Loaded): Work[] {
  const below = { parentAccountId: distributorId }
  const year = { currentFrom: asked(month(11)), currentTo: day(0) }
  const months = [dayOf(month(11)), dayOf(month(-1))]
  const of = (name: string, request: Request, ...limit: Request[]): Work => ({
    name: `dashboard of ${name}`,
    aim: aims.summing,
    variants: [request],
    ...(limit.length > 0 && { limit }),
  })
  return [
    of('12 months, root', period(year), bare('/dashboard', root, ...months)),
    of('12 months, a distributor', period({ ...below, ...year }), bare('/dashboard', distributor, ...months)),
    of('365 days, root', period({ currentFrom: day(364), currentTo: day(0) })),
    of('7 days, root', period({ currentFrom: day(6), currentTo: day(0) })),
    of('12 months, 20 products, root', period({ ...year, products: productIds })),
    of('licenses, 365 days, root', period({ currentFrom: day(364), currentTo: day(0) }, 'licenses')),
    of('licenses, 365 days, a distributor', period({ ...below, currentFrom: day(364), currentTo: day(0) }, 'licenses')),
    of('licenses, 7 days, root', period({ currentFrom: day(6), currentTo: day(0) }, 'licenses')),
    of('licenses, all time, 20 products, root', period({ products: productIds }, 'licenses')),
    of('deals, 365 days, root', period({ currentFrom: day(364), currentTo: day(0) }, 'deals')),
  ]
}

/**
 * Distributes subjects that can be used only once, so that no two connections and no two of `runs` runs get
 * the same. Returns, for each connection of a run, its requests as variant number and subject.
 */
export function dealer({ variants, subjects }: Work, runs: number) {
  const left = subjects?.map((ids) => [...ids])
  const share = Math.floor((subjects ?? []).flat().length / (connections * runs))
  return (): { variant: number; subject: string | undefined }[][] =>
    Array.from({ length: connections }, (_, connection) =>
      Array.from({ length: left ? share : variants.length }, (_, i) => {
        const variant = (i + connection) % variants.length
        return { variant, subject: left?.[variant]?.pop() }
      }).filter(({ subject }) => left === undefined || subject !== undefined),
    )
}
