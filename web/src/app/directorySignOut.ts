import { directorySignIn } from '@trellis/contract/directories'
import { call } from './calls.ts'

/** Ends the session, and answers where the browser ends that of the directory; null when it does not (rules P45). */
export async function signOutByDirectory(): Promise<string | null> {
  const { url } = await call(directorySignIn.signOut)
  return url
}
