/**
 * The user as whom this tab looks at the portal (rules P27, P28). It is kept for the tab alone, so that a person has
 * their own portal in another one; every call names the user, so that the server never takes one for the other.
 */
import type { View } from '@trellis/contract/users'
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
