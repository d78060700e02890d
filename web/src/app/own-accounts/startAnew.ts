import { change } from '../session.ts'

/** Whether a form on the screen is changed: its guard answers as it does when the page is closed. */
const isChanged = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/**
 * Asks whether what is typed on the screen may be lost; true where nothing is.
 * @param ask shows the question
 */
export const mayLeaveForm = async (ask: () => Promise<boolean>): Promise<boolean> => !isChanged() || (await ask())

/**
 * The session acts for another account: the page is loaded anew, and every other tab is told, so that nothing that was read for the
 * former account stays.
 */
export function startAnew(): void {
  change('account')
  // Whatever is typed was given up before the account was changed.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  // The browser may bring this page back as it was.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  window.location.assign('/dashboard')
}
