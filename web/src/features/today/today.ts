import type { User } from '@trellis/contract/identity'
import { hasPermission } from '@trellis/contract/permissions'
import type { TodayItem, TodayKind } from '@trellis/contract/today'
import { purchaseHref } from '../../app/purchase.ts'
import { utcDaysUntil } from '../../ui/days.ts'

/** What can be done with an item in place; the first one is its main action. */
export interface Act {
  does: 'approve' | 'sign' | 'protect' | Refusal | 'extend' | 'renew' | 'resend' | 'dismiss'
  run: () => void
}

/** Each is called what the page of the record calls it. */
type Refusal = 'refuse' | 'deny' | 'cancel'

/** Whether the key R does it. */
export const isRefusal = ({ does }: Pick<Act, 'does'>): boolean => ['refuse', 'deny', 'cancel'].includes(does)

export interface ActTogether {
  does: 'approve' | 'renew' | 'protect' | 'approveBid' | 'extend'
  count: number
  run: () => void
}

/** Decides in place, with the dialogs of the records' own screens. */
export interface Desk {
  actsOn: (item: TodayItem) => readonly Act[]
  /** What can be done with these at once, each kind by itself. */
  togetherOn: (items: readonly TodayItem[]) => readonly ActTogether[]
  busy: boolean
}

/** Names the decision on an item, as the screens of its records do, to find out whether it is held (rules V16). */
export const decisionOf = ({ recordId, kind }: Pick<TodayItem, 'recordId' | 'kind'>): string => `${recordId} ${kind}`

/** The page of an item. */
export function hrefOf(item: TodayItem, own: string): string {
  const { kind, recordId, code, account } = item
  switch (kind) {
    case 'order':
    case 'signature':
      return `/sell-out/${recordId}`
    case 'protection':
    case 'ebid':
    case 'ebidSignature':
    case 'extension':
    case 'protectionEnd':
      return `/deals/${recordId}`
    case 'stock':
      return '/stocks?belowThreshold=true'
    case 'shortage':
      return `/stocks/movements?product=${item.shortage?.productId}#foresight`
    case 'ask':
    case 'key':
      return `/licenses/${encodeURIComponent(code)}`
    case 'certificate':
      return `/accounts/${account?.accountId}/${item.holder === 'User' ? 'certifications' : 'accountcertifications'}/${recordId}`
    case 'invitation':
      return `/accounts/${account?.accountId ?? own}/users?status=user_pending`
    case 'import':
      return `/import?kind=${item.importKind ?? 'accounts'}`
  }
}

/** What is decided by a purchase. */
export const isOfStock = ({ kind }: Pick<TodayItem, 'kind'>): boolean => kind === 'stock' || kind === 'shortage'

/** The purchase that brings short stock back to its threshold, or of what will lack. */
export const purchaseOf = ({ recordId, available, threshold, shortage }: TodayItem): string =>
  purchaseHref(
    shortage?.items.map(({ productId, missing }) => ({ productId, quantity: missing })) ?? [
      { productId: recordId, quantity: (threshold ?? 0) - (available ?? 0) },
    ],
  )

/** The list with the same records and the same count; null where there is none of several accounts. */
export function listOf(kind: TodayKind, own: string): string | null {
  switch (kind) {
    case 'order':
      return '/sell-out?needsMe=true'
    case 'protection':
    case 'ebid':
    case 'extension':
      return `/deals/waiting?kind=${kind}&nearest=true`
    case 'protectionEnd':
      return '/deals?needsMe=true'
    case 'stock':
      return '/stocks?belowThreshold=true'
    case 'key':
      return '/renewals?needsMe=true&window='
    case 'invitation':
      return `/accounts/${own}/users?needsMe=true&mine=no`
    default:
      return null
  }
}

/** Where a reader can look when nothing waits; null for those who may not read orders. */
export function nextOf({ permissions, account }: Pick<User, 'permissions' | 'account'>) {
  if (!hasPermission(permissions, 'Orders', 'r')) return null
  return account.level <= 40
    ? ({ href: '/sell-out', text: 'next' } as const)
    : ({ href: '/sell-in', text: 'nextPurchase' } as const)
}

const day = 86_400_000

/** What comes by itself, while the others have a term: a key, a certification and a protection end, and a stock runs short. */
const comes: Partial<Record<TodayKind, 'ends' | 'lacks'>> = {
  key: 'ends',
  certificate: 'ends',
  protectionEnd: 'ends',
  shortage: 'lacks',
}

type Timed = Pick<TodayItem, 'kind' | 'urgency' | 'due' | 'since'>

/** What is said about the time of an item, with the number of whole days. */
export function timeOf({ kind, urgency, due, since }: Timed, now: number) {
  const days = (instant: string) => Math.abs(Date.parse(instant) - now) / day
  const how = comes[kind] ?? 'due'
  if (kind === 'key' && due !== null) {
    const left = utcDaysUntil(due, now)
    if (left > 0) return { key: 'endsIn', count: left } as const
    if (left === 0) return { key: Date.parse(due) > now ? 'endsToday' : 'endedNow' } as const
    return { key: 'ended', count: -left } as const
  }
  if (due !== null && urgency === 'overdue') {
    const count = Math.floor(days(due))
    if (how === 'ends') return count === 0 ? ({ key: 'endedNow' } as const) : ({ key: 'ended', count } as const)
    return count === 0 ? ({ key: 'lateToday' } as const) : ({ key: 'late', count } as const)
  }
  if (due !== null)
    return urgency === 'today'
      ? ({ key: `${how}Today` } as const)
      : ({ key: `${how}In`, count: Math.ceil(days(due)) } as const)
  if (since === null) return null
  const count = Math.floor(days(since))
  return count === 0 ? ({ key: 'waitsToday' } as const) : ({ key: 'waits', count } as const)
}
