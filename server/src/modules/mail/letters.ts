/** What a mail is about. `path` is a path of the portal, which the mail makes a link of the tenant's own address. */
export type Letter =
  | { kind: 'invitation'; values: { path: string; accountName: string; invitedBy: string | null; days: number } }
  | { kind: 'password_reset'; values: { path: string; minutes: number } }
  | { kind: 'mfa_code'; values: { code: string; minutes: number } }
  | { kind: 'password_changed'; values: { path: string } }
  | { kind: 'mfa_enabled'; values: { provider: string; path: string } }
  | { kind: 'mfa_disabled'; values: { provider: string; path: string } }
  | { kind: 'session_reused'; values: { path: string } }

export type Kind = Letter['kind']

export interface Recipient {
  email: string
  name: string
  /** Of the recipient; what the portal does not speak becomes English. */
  languageCode: string
}
