import type { passwords } from '@trellis/contract/identity'
import type { invitations } from '@trellis/contract/users'
import { shownLanguage } from '../../../app/i18n.ts'
import { isProblem } from '../../../app/problem.ts'
import { post } from '../../../app/publicCall.ts'

/** The two mail links to set a password: of an invitation, and of a reset. */
export type LinkKind = 'confirm' | 'reset'

export interface PasswordLink {
  mail: string
  token: string
}

/** Reads the query parameters of the link (rules P2, P19); null when one is missing. */
export function linkOf(kind: LinkKind, search: string): PasswordLink | null {
  const parameters = new URLSearchParams(search)
  // Some mail programs change `%2B` into a plus, which is decoded as a space; no address contains a space.
  const mail = parameters.get('mail')?.trim().replaceAll(' ', '+')
  const token = parameters.get(kind === 'confirm' ? 'token' : 'reset')?.trim()
  return mail && token ? { mail, token } : null
}

/** Sets the password with the link's token; throws the server's error. */
export async function setPassword(kind: LinkKind, { mail: email, token }: PasswordLink, password: string) {
  if (kind === 'reset') return post<typeof passwords.reset>('/auth/password/reset', { email, token, password })
  const languageCode = shownLanguage()
  const accept = (timeZone: string | null) =>
    post<typeof invitations.accept>('/Invitations', { email, token, password, languageCode, timeZone })
  try {
    return await accept(browserTimeZone())
  } catch (error) {
    // The server does not know this browser's time zone: accept the invitation without one.
    if (isProblem(error) && error.issues.some(({ path }) => path.at(-1) === 'timeZone')) return accept(null)
    throw error
  }
}

/** Null when the browser returns only a UTC offset instead of a zone name. */
export function browserTimeZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^[A-Za-z]/.test(timeZone ?? '') ? timeZone : null
}
