import type { passwords } from '@trellis/contract/identity'
import type { invitations } from '@trellis/contract/users'
import i18next from 'i18next'
import { isProblem } from '../../../app/problem.ts'
import { post } from '../../../app/publicCall.ts'

/** The two links of a mail that lead to a password: of an invitation, and of a reset. */
export type LinkKind = 'confirm' | 'reset'

export interface PasswordLink {
  mail: string
  token: string
}

/** The query parameters of the link (rules P2, P19); null when it did not arrive whole. */
export function linkOf(kind: LinkKind, search: string): PasswordLink | null {
  const parameters = new URLSearchParams(search)
  // Mail programs are known to turn `%2B` into a plus, which reads as a space; no address has one.
  const mail = parameters.get('mail')?.trim().replaceAll(' ', '+')
  const token = parameters.get(kind === 'confirm' ? 'token' : 'reset')?.trim()
  return mail && token ? { mail, token } : null
}

/** Sets the password that the link stands for; throws the server's refusal. */
export async function setPassword(kind: LinkKind, { mail: email, token }: PasswordLink, password: string) {
  if (kind === 'reset') return post<typeof passwords.reset>('/auth/password/reset', { email, token, password })
  const languageCode = i18next.resolvedLanguage ?? null
  const accept = (timeZone: string | null) =>
    post<typeof invitations.accept>('/Invitations', { email, token, password, languageCode, timeZone })
  try {
    return await accept(browserTimeZone())
  } catch (error) {
    // A zone that this browser knows and the server does not, yet: no reason to keep somebody out.
    if (isProblem(error) && error.issues.some(({ path }) => path.at(-1) === 'timeZone')) return accept(null)
    throw error
  }
}

/** Null where the browser knows an offset at most: that is no place. */
function browserTimeZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^[A-Za-z]/.test(timeZone ?? '') ? timeZone : null
}
