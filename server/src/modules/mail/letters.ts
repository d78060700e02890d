/** What a mail is about. `path` is a path of the portal, which the mail makes a link of the tenant's own address. */
export type Letter =
  | { kind: 'invitation'; values: { path: string; accountName: string; invitedBy: string | null; days: number } }
  | { kind: 'password_reset'; values: { path: string; minutes: number } }
  | { kind: 'mfa_code'; values: { code: string; minutes: number } }
  | { kind: 'password_changed'; values: { path: string } }
  | { kind: 'mfa_enabled'; values: { provider: string; path: string } }
  | { kind: 'mfa_disabled'; values: { provider: string; path: string } }
  | { kind: 'session_reused'; values: { path: string } }
  | { kind: 'order_requested'; values: OrderNews }
  | { kind: 'order_approved'; values: OrderNews }
  | { kind: 'order_canceled'; values: OrderNews }
  | { kind: 'order_revoked'; values: OrderNews }
  | { kind: 'order_digest'; values: { path: string; news: OrderChange[] } }

export type Kind = Letter['kind']
export type ValuesOf<K extends Kind> = Extract<Letter, { kind: K }>['values']

export interface OrderNews {
  path: string
  orderCode: string
  buyerName: string
  vendorName: string
  /** Which side of the order the reader is on. */
  reader: 'buyer' | 'vendor'
  /** Who did it; null for the System. */
  by: string | null
  /** Decimal text. */
  total: string
  /** ISO 4217 letters. */
  currencyCode: string
  /** How many lines the order has. */
  lines: number
}

export type OrderEvent = 'requested' | 'approved' | 'canceled' | 'revoked'

/** One entry of a digest. */
export interface OrderChange extends OrderNews {
  event: OrderEvent
}

export interface Recipient {
  email: string
  name: string
  /** Of the recipient; what the portal does not speak becomes English. */
  languageCode: string
}

/** For how long a letter is of use to its reader, in minutes; null for ever. */
export function usefulFor({ kind, values }: Letter): number | null {
  if (kind === 'mfa_code' || kind === 'password_reset') return values.minutes
  if (kind === 'invitation') return values.days * 24 * 60
  return null
}

/** From here on nobody waits for the mail, and workers of its own send it. */
export const firstOfBulk = 100

/**
 * The lowest goes first: what lets somebody sign in right now, then warnings, then invitations, then many of a kind by their
 * place among them.
 */
export function priorityOf({ kind }: Letter, place: number | undefined): number {
  if (place !== undefined || kind.startsWith('order_')) return firstOfBulk + Math.min(place ?? 0, 30_000)
  if (kind === 'mfa_code' || kind === 'password_reset') return 0
  return kind === 'invitation' ? 20 : 10
}
