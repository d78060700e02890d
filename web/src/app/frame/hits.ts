import type { FindHit, FindKind } from '@trellis/contract/find'
import type { MenuEntry } from '@trellis/contract/tenants'
import { purchaseHref } from '../purchase.ts'

/** The group in which the palette shows a hit. */
export type HitGroup = Exclude<FindKind, 'order'> | 'sellIn' | 'sellOut'

/** The reader's permissions that the server does not send with each hit. */
export interface Places {
  /** Whether the menu offers the screen. */
  offers: (entry: MenuEntry) => boolean
  mayOrder: boolean
}

/** The actions on a hit, besides opening it. */
export type HitAction =
  | { does: 'approve'; orderId: string }
  | { does: 'again'; href: string }
  | { does: 'order'; href: string }
  | { does: 'copyKey'; text: string }
  | { does: 'copyCode'; text: string }
  | { does: 'copyAddress'; text: string }

/** Shown as a sale to the vendor's side and to readers of neither side, if sales have a screen; otherwise as a purchase. */
const isSale = ({ side }: FindHit, { offers }: Places) => side !== 'buyer' && offers('sell-out')

export const groupOf = (hit: FindHit, places: Places): HitGroup =>
  hit.kind === 'order' ? (isSale(hit, places) ? 'sellOut' : 'sellIn') : hit.kind

/** Screens whose records are hits only if the menu contains the screen. */
const entryOf: Partial<Record<HitGroup, MenuEntry>> = {
  account: 'accounts',
  sellIn: 'sell-in',
  sellOut: 'sell-out',
  license: 'licenses',
  deal: 'deals',
  product: 'products',
  priceList: 'pricelists',
}

export function isOffered(hit: FindHit, places: Places): boolean {
  const entry = entryOf[groupOf(hit, places)]
  return entry === undefined || places.offers(entry)
}

/** The page of a hit. */
export function hrefOf(hit: FindHit, places: Places): string {
  const { kind, recordId, title, accountId } = hit
  switch (kind) {
    case 'account':
      return `/accounts/${recordId}`
    case 'order':
      return `/${isSale(hit, places) ? 'sell-out' : 'sell-in'}/${recordId}`
    case 'license':
      return `/licenses/${encodeURIComponent(title)}`
    case 'deal':
      return `/deals/${recordId}`
    case 'product':
      return `/products/${recordId}`
    case 'user':
      return `/users/${recordId}`
    case 'priceList':
      return `/pricelists/${recordId}`
    case 'userCertificate':
      return `/accounts/${accountId}/certifications/${recordId}`
    case 'accountCertificate':
      return `/accounts/${accountId}/accountcertifications/${recordId}`
    case 'environment':
      return `/environments/${recordId}`
  }
}

/** The code that "copy" copies; the name of an order, key or deal is its code. */
const codeOf = ({ kind, title, code }: FindHit): string | null => (kind === 'order' ? title : code)

export function actionsOf(hit: FindHit, places: Places): HitAction[] {
  const { kind, recordId, side, blocked, title } = hit
  const text = codeOf(hit)
  return [
    ...(blocked?.approve === null ? [{ does: 'approve', orderId: recordId } as const] : []),
    ...(kind === 'order' && side !== 'reader' && places.mayOrder
      ? [
          {
            does: 'again',
            href: `/${side === 'vendor' && places.offers('sell-out') ? 'sell-out' : 'sell-in'}/create?again=${recordId}`,
          } as const,
        ]
      : []),
    ...(kind === 'product' && places.mayOrder && places.offers('sell-in')
      ? [{ does: 'order', href: purchaseHref([{ productId: recordId, quantity: 1 }]) } as const]
      : []),
    ...(kind === 'license' ? [{ does: 'copyKey', text: title } as const] : []),
    ...(kind === 'user' && text !== null ? [{ does: 'copyAddress', text } as const] : []),
    ...(!['license', 'priceList', 'user'].includes(kind) && text !== null ? [{ does: 'copyCode', text } as const] : []),
  ]
}
