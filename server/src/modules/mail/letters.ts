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
