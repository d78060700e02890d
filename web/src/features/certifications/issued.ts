import type { CertificateKind } from '@trellis/contract/certificates'
import type { AccountCertificate, UserCertificate } from '@trellis/contract/issued-certificates'
import type { Tone } from '../../ui/StatusTag.tsx'

/** An issued certificate of either kind, as the screens show it. */
export interface Issued extends Omit<AccountCertificate, 'accountCertificateId'> {
  kind: CertificateKind
  id: string
  /** The name of the person, or of the account itself. */
  owner: string
  isGuest: boolean
}

export const ofUser = ({ userCertificateId, userFirstName, userLastName, ...shared }: UserCertificate): Issued => ({
  ...shared,
  kind: 'User',
  id: userCertificateId,
  owner: `${userFirstName} ${userLastName}`,
  isGuest: shared.isGuestCertificate,
})

export const ofAccount = ({ accountCertificateId, ...shared }: AccountCertificate): Issued => ({
  ...shared,
  kind: 'Account',
  id: accountCertificateId,
  owner: shared.accountName,
  isGuest: false,
})

/** The page of an issued certificate. */
export const hrefOf = ({ kind, accountId, id }: Pick<Issued, 'kind' | 'accountId' | 'id'>): string =>
  `/accounts/${accountId}/${kind === 'User' ? 'certifications' : 'accountcertifications'}/${id}`

/** The list that an issued certificate is in. */
export const listOfAccount = (accountId: string): string => `/accounts/${accountId}/certifications`

export type State = 'valid' | 'expired' | 'revoked'

export const stateTones: Record<State, Tone> = { valid: 'success', expired: 'warning', revoked: 'error' }

/** Valid while the expiration date is in the future; a revoked one is never valid again (rules Q4, Q6). */
export function stateOf(issued: Pick<Issued, 'statusName' | 'expirationDate'>, now: number): State {
  if (issued.statusName === 'Revoked') return 'revoked'
  return Date.parse(issued.expirationDate) > now ? 'valid' : 'expired'
}

/** The public page that validates a code. */
export const validationPath = (code: string): string => `/verify?code=${encodeURIComponent(code)}`
