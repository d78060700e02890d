import type { MonthReport } from '@trellis/contract/month-reports'
import type { DealNewsEvent } from '@trellis/contract/news'

/**
 * The kinds of mail and their values. `path` is a path of the portal; the mail turns it into a link with the tenant's own
 * address.
 */
type Letters =
  | { kind: 'invitation'; values: { path: string; accountName: string; invitedBy: string | null; days: number } }
  | { kind: 'account_offer'; values: { path: string; accountName: string; invitedBy: string | null } }
  | { kind: 'password_reset'; values: { path: string; minutes: number } }
  | { kind: 'email_change'; values: { path: string; hours: number } }
  | { kind: 'email_changed'; values: { path: string; email: string; days: number } }
  | { kind: 'mfa_code'; values: { code: string; minutes: number } }
  | { kind: 'password_changed'; values: { path: string } }
  | { kind: 'mfa_enabled'; values: { provider: string; path: string } }
  | { kind: 'mfa_disabled'; values: { provider: string; path: string } }
  | { kind: 'passkey_added'; values: { name: string; path: string } }
  | { kind: 'passkey_removed'; values: { name: string; path: string } }
  | { kind: 'session_reused'; values: { path: string } }
  | { kind: 'key_ends'; values: { path: string; name: string; prefix: string; accountName: string; date: string } }
  | { kind: 'webhook_paused'; values: WebhookPaused }
  | { kind: 'order_requested'; values: OrderNews }
  | { kind: 'order_approved'; values: OrderNews }
  | { kind: 'order_canceled'; values: OrderNews }
  | { kind: 'order_revoked'; values: OrderNews }
  | { kind: 'order_short'; values: OrderNews }
  | { kind: 'order_delayed'; values: OrderNews }
  | { kind: 'order_digest'; values: { path: string; news: OrderChange[] } }
  | { kind: 'deal_news'; values: { path: string; changes: DealChange[] } }
  | { kind: 'license_due'; values: { path: string; due: KeysDue[] } }
  | { kind: 'month_report'; values: { path: string; report: MonthReport } }
  | { kind: 'renewal_asked'; values: RenewalAsked }
  | { kind: 'certificate_due'; values: { path: string; due: CertificatesDue[] } }

export type Kind = Letters['kind']
export type ValuesOf<K extends Kind> = Extract<Letters, { kind: K }>['values']
/** `toAccount`: the name of the account whose address for news it goes to, where that is no user's. */
export type Letter = { [K in Kind]: { kind: K; values: ValuesOf<K> & { toAccount?: string } } }[Kind]

export interface WebhookPaused {
  path: string
  accountName: string
  /** Of its address. */
  host: string
  /** Nothing was delivered for days, or the receiver said that it is gone. */
  because: 'failing' | 'gone'
}

/** A renewal that was asked for on the page of a key. What its author wrote is not in the mail: it is a stranger's. */
export interface RenewalAsked {
  path: string
  productName: string
  accountName: string
  /** The end of the key, a day by UTC. */
  dueDate: string
}

export interface OrderNews {
  path: string
  orderCode: string
  buyerName: string
  vendorName: string
  /** The side of the order that the recipient is on. */
  reader: 'buyer' | 'vendor'
  /** Name of the user who did it; null for the System. */
  by: string | null
  /** Decimal text. */
  total: string
  /** ISO 4217 letters. */
  currencyCode: string
  /** What was approved at the prices that were asked for, as decimal text; null where none was changed. */
  asked?: string | null
  /** Code of the order that waits, where only a part was approved. */
  rest?: string | null
  /** Number of order lines. */
  lines: number
}

export type OrderEvent = 'requested' | 'approved' | 'canceled' | 'revoked' | 'short' | 'delayed'

/** One entry of a digest. */
export interface OrderChange extends OrderNews {
  event: OrderEvent
}

/** What happened to a deal, or waits. */
export interface DealChange {
  path: string
  event: DealNewsEvent
  code: string
  /** The prospect. */
  company: string
  vendorName: string
  /** Name of the user who did it; null for the System. */
  by: string | null
  /** The price that was asked for or approved, and what the vendor pays without it, as decimal text. */
  amount: string
  total: string
  currencyCode: string
  /** The day that counts: the end of the protection, or of the promise to decide. `YYYY-MM-DD`. */
  date: string | null
}

/** What ends within so many days. */
export interface Due {
  path: string
  days: number
  /** How many accounts hold it, and the name of the only one. */
  accounts: number
  accountName: string
  /** The first end: a day, `YYYY-MM-DD`. */
  firstDate: string
}

export interface KeysDue extends Due {
  keys: number
}

export interface CertificatesDue extends Due {
  certificates: number
}

export interface Recipient {
  email: string
  name: string
  /** Language of the recipient; an unsupported one falls back to English. */
  languageCode: string
  /** No user, but the address that an account has named for its news; `name` is the account's. */
  isAccount?: boolean
}

/** For how many minutes a letter is useful to its recipient; null: always. */
export function usefulFor({ kind, values }: Letter): number | null {
  if (kind === 'mfa_code' || kind === 'password_reset') return values.minutes
  if (kind === 'invitation') return values.days * 24 * 60
  if (kind === 'email_change') return values.hours * 60
  return null
}

/** Mails from this priority on are bulk mail, sent by separate workers. */
export const firstOfBulk = 100

/**
 * Priority in the queue; the lowest number is sent first: first what somebody needs to sign in now, then security
 * notices, then invitations, then bulk mails by their number in the batch.
 */
export function priorityOf({ kind }: Letter, numberInBatch: number | undefined): number {
  if (numberInBatch !== undefined || kind.startsWith('order_'))
    return firstOfBulk + Math.min(numberInBatch ?? 0, 30_000)
  if (kind === 'mfa_code' || kind === 'password_reset') return 0
  return kind === 'invitation' ? 20 : 10
}
