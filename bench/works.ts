import type { DashboardQuery } from '@trellis/contract/dashboard'
import type { OrderDraft } from '@trellis/contract/orders'
import type { Loaded } from './data.ts'
import type { Reader } from './further-data.ts'
import { connections, type Request } from './load.ts'

/** One kind of work, as requests to the product. */
export interface Work {
  name: string
  /** The target for the ratio to the limit. */
  aim: number
  /** Who asks, if not the first user of the root. */
  reader?: Reader
  /** Different requests of this kind; the limit gets one recording for each. */
  variants: Request[]
  /** For requests that work only once per subject: more subjects for each variant, besides the one in its path. */
  subjects?: string[][]
}

const search = (path: string, more: object = {}): Request => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify({ limit: 20, page: 1, includeChildren: true, ...more }),
})
const by = (field: string, direction: 'asc' | 'desc' = 'asc') => ({ sortBy: [{ field, direction }] })
const only = (field: string, ...values: (string | boolean)[]) => ({ filterBy: [{ field, values }] })

const period = (query: DashboardQuery, of: 'orders' | 'licenses' | 'deals' = 'orders'): Request => ({
  method: 'POST',
  path: `/api/v1/${of}/dashboard`,
  body: JSON.stringify({ includeChildren: true, ...query }),
})
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/')

const today: Request = { method: 'GET', path: '/api/v1/today' }

const orderPath = 'orders/sell-out/search'
const licensePath = 'licenses/search'

export function worksOn({ distributorId, buyers, items, buyerName, productIds }: Loaded): Work[] {
  const [atDefault, otherwise, writing, summing] = [0.65, 0.4, 0.8, 0.7]
  const one = (name: string, aim: number, request: Request): Work => ({ name, aim, variants: [request] })
  const draft = (parentAccountId: string): OrderDraft => ({ source: 'bench', parentAccountId, items })
  const thisYear = new Date().getUTCFullYear()
  return [
    one('orders, root', atDefault, search(orderPath)),
    one('orders, a distributor', atDefault, search(orderPath, { parentAccountId: distributorId })),
    one('orders, root, status pending', otherwise, search(orderPath, only('status', 'pending'))),
    one('orders, root, not paid', otherwise, search(orderPath, only('paid', false))),
    one(
      'orders, a distributor, canceled',
      otherwise,
      search(orderPath, { parentAccountId: distributorId, ...only('status', 'canceled') }),
    ),
    one('orders, root, by total', otherwise, search(orderPath, by('orderTotal', 'desc'))),
    one(
      'orders, a distributor, by total',
      otherwise,
      search(orderPath, { parentAccountId: distributorId, ...by('orderTotal') }),
    ),
    one('orders, root, by buyer', otherwise, search(orderPath, by('buyerName'))),
    one('orders, root, buyer’s name', otherwise, search(orderPath, only('buyerName', buyerName))),
    one('licenses, root', atDefault, search(licensePath)),
    one('licenses, a distributor', atDefault, search(licensePath, { parentAccountId: distributorId })),
    one('licenses, root, activated', otherwise, search(licensePath, only('activated', true))),
    one(
      'licenses, a distributor, not activated',
      otherwise,
      search(licensePath, { parentAccountId: distributorId, ...only('activated', false) }),
    ),
    one('licenses, root, by SKU', otherwise, search(licensePath, by('sku'))),
    one('licenses, root, by expiration', otherwise, search(licensePath, by('expirationDate', 'desc'))),
    one('licenses, root, owner’s name', otherwise, search(licensePath, only('ownerAccountName', buyerName))),
    // Of the first key, which is the MD5 of 1.
    one('licenses, root, a part of a key', otherwise, search(licensePath, only('anything', '238a0-b92'))),
    one('renewals, root, 30 days', otherwise, search('renewals/search', only('window', '30'))),
    one('renewals, a distributor, expired', otherwise, {
      ...search('renewals/search', { parentAccountId: distributorId, ...only('window', 'expired') }),
    }),
    one('deals, root', otherwise, search('deals/search')),
    one('deals, a distributor, not yet protected', otherwise, {
      ...search('deals/search', { parentAccountId: distributorId, ...only('protectionStatus', 'Pending') }),
    }),
    one('certificates, root', otherwise, search('certificates/users/search')),
    one('what needs me, root', otherwise, today),
    { ...one('what needs me, a distributor', otherwise, today), reader: 'distributor' },
    { ...one('what needs me, a reseller', otherwise, today), reader: 'reseller' },
    {
      name: 'create an order of 3 lines',
      aim: writing,
      variants: buyers.map(({ accountId }) => ({
        method: 'POST' as const,
        path: '/api/v1/orders',
        body: JSON.stringify(draft(accountId)),
      })),
    },
    {
      name: 'approve an order of 3 lines',
      aim: writing,
      variants: buyers.map(({ pendingOrderIds }) => ({
        method: 'PUT' as const,
        path: `/api/v1/orders/${pendingOrderIds[0]}`,
        body: JSON.stringify({ source: 'bench', status: 'approved' }),
      })),
      subjects: buyers.map(({ pendingOrderIds }) => pendingOrderIds.slice(1)),
    },
    one('dashboard of 365 days, root', summing, period({ currentFrom: day(364), currentTo: day(0) })),
    one('dashboard of this year, root', summing, period({ currentFrom: `${thisYear}/01/01`, currentTo: day(0) })),
    one(
      'dashboard of 365 days, a distributor',
      summing,
      period({ parentAccountId: distributorId, currentFrom: day(364), currentTo: day(0) }),
    ),
    one('dashboard of 7 days, root', summing, period({ currentFrom: day(6), currentTo: day(0) })),
    one(
      'dashboard of licenses, 365 days, root',
      summing,
      period({ currentFrom: day(364), currentTo: day(0) }, 'licenses'),
    ),
    one(
      'dashboard of licenses, 365 days, a distributor',
      summing,
      period({ parentAccountId: distributorId, currentFrom: day(364), currentTo: day(0) }, 'licenses'),
    ),
    one('dashboard of licenses, 7 days, root', summing, period({ currentFrom: day(6), currentTo: day(0) }, 'licenses')),
    one('dashboard of licenses, all time, 20 products, root', summing, period({ products: productIds }, 'licenses')),
    one('dashboard of deals, 365 days, root', summing, period({ currentFrom: day(364), currentTo: day(0) }, 'deals')),
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
