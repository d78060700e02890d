/**
 * The user as whom this tab looks at the portal (rules P27, P28). It is kept for the tab alone, so that a person has
 * their own portal in another one; every call names the user, so that the server never takes one for the other.
 */
import type { View } from '@trellis/contract/users'
import { isProblem, ProblemError } from './problem.ts'
import { onSessionChange } from './session.ts'

const storageKey = 'trellis.view'

function stored(): View | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as View | null
  } catch {
    return null
  }
}

let view = stored()

/** The view of this tab; null for the reader's own portal. */
export const currentView = (): View | null => view

/** Shows the portal of the user. The page is loaded anew, so that nothing of the reader's own is left in it. */
export function enterView(next: View): void {
  sessionStorage.setItem(storageKey, JSON.stringify(next))
  window.location.assign('/dashboard')
}

/**
 * Shows the reader's own portal again, with the users of the account that was looked at. Until the page is gone, and when
 * the reader stays because of a changed form, calls still name the view: they are refused, and never the reader's own.
 */
export function leaveView(): void {
  if (view === null) return
  sessionStorage.removeItem(storageKey)
  window.location.assign(`/accounts/${view.accountId}/users`)
}

function forget(): void {
  view = null
  sessionStorage.removeItem(storageKey)
}

// The next session has no view.
onSessionChange((change) => {
  if (change !== 'signed-in') forget()
})

/** Whether the server says that the view has ended. */
export const isViewOver = (error: unknown): boolean => saysView(error, 'ended')

/** Whether a call was refused because it would have changed something. */
export const isOnlyReading = (error: unknown): boolean => saysView(error, 'reading')

const saysView = (error: unknown, view: 'ended' | 'reading') =>
  isProblem(error, 'RQ403') && (error.info as { view?: string } | null)?.view === view

/** The refusal of the server, without asking it. */
export const onlyReading = () =>
  new ProblemError({ code: 'RQ403', status: 403, message: 'A view only reads', info: { view: 'reading' } })
