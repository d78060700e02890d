/**
 * Passkeys in the browser. The library is loaded when somebody uses one, or after the sign-in screen stands.
 */
const webAuthn = () => import('@simplewebauthn/browser')

/** Host names have passkeys; an address of numbers, and a page without https, have none. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** Why no passkey was made or used, by the texts `passkeys:problems`. */
export type PasskeyProblem = 'cancelled' | 'known' | 'unsupported' | 'other'

/** What the browser says when a person cancels, waits too long, or has a passkey on the device already. */
export function problemOf(error: unknown): PasskeyProblem {
  const { name, cause } = (error ?? {}) as { name?: string; cause?: { name?: string } }
  const names = [name, cause?.name]
  if (names.includes('InvalidStateError')) return 'known'
  if (names.includes('NotAllowedError') || names.includes('AbortError')) return 'cancelled'
  return names.includes('NotSupportedError') || names.includes('SecurityError') ? 'unsupported' : 'other'
}

/** Has the browser make a passkey. */
export async function makePasskey(options: object) {
  const { startRegistration } = await webAuthn()
  return startRegistration({ optionsJSON: options as never })
}

/** Has the browser sign with a passkey; with `autofill` when the person chooses one in a field. */
export async function signWithPasskey(options: object, autofill = false) {
  const { startAuthentication } = await webAuthn()
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill })
}
