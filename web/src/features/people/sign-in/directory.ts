/** Leaving for a directory, and what the browser remembers meanwhile: it is lost with the tab, and nothing in it grants anything. */

const wantedKey = 'trellis.directory.wanted'
const invitationKey = 'trellis.directory.invitation'
/** Written by the test of a connection (`features/settings/DirectoryTest.tsx`). */
const testKey = 'trellis.directory.test'
/** Written by the profile, when somebody proves there who they are (`profile/proofs.ts`). */
const proofKey = 'trellis.directory.proof'
/** That the present session began at a directory: signing out asks whether it ends there too. */
const sessionKey = 'trellis.directory.session'

/** Leads the browser to the directory. */
export function leaveFor(
  connectionId: string,
  { hint, invitation }: { hint?: string; invitation?: string } = {},
): void {
  keep(sessionStorage, wantedKey, new URLSearchParams(window.location.search).get('redirect'))
  keep(sessionStorage, invitationKey, invitation ?? null)
  keep(sessionStorage, testKey, null)
  keep(sessionStorage, proofKey, null)
  const query = new URLSearchParams({ connection: connectionId, ...(hint && { hint }) })
  window.location.assign(`/api/v1/auth/oidc/start?${query}`)
}

/** What was remembered; each is given once. */
export const takeWanted = () => take(wantedKey)
export const takeInvitation = () => take(invitationKey)
export const takeTest = () => take(testKey)

/** Whether the browser has left to prove who it is; the profile takes what was remembered. */
export function isProving(): boolean {
  try {
    return sessionStorage.getItem(proofKey) !== null
  } catch {
    return false
  }
}

export const rememberSession = () => keep(localStorage, sessionKey, '1')

function keep(storage: Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
  } catch {
    // Without storage a sign-in leads to the first screen.
  }
}

function take(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  } catch {
    return null
  }
}
