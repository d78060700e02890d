import { useMutation, useQuery } from '@tanstack/react-query'
import { type DirectoryProblem, directoryProblems } from '@trellis/contract/directory-problems'
import { passkeys } from '@trellis/contract/passkeys'
import { type ProofWays, proofs } from '@trellis/contract/proofs'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../app/calls.ts'
import { canUsePasskeys, signWithPasskey } from '../../../app/passkeys.ts'
import { isProblem } from '../../../app/problem.ts'
import { queryOf } from '../../../app/queries.ts'

export const waysQuery = queryOf(proofs.ways)

/** How the reader signs in; undefined until it is known. */
export const useWays = (): ProofWays | undefined => useQuery(waysQuery).data

/** By what somebody shows anew that it is they (rules P71). */
export type Way = 'password' | 'passkey' | 'code' | 'directory'

/** The ways that are open to the reader, the quickest first. */
export const waysOf = ({ hasPassword, hasPasskey, hasCode, connection }: ProofWays): Way[] => [
  ...(hasPassword ? (['password'] as const) : []),
  ...(hasPasskey && canUsePasskeys() ? (['passkey'] as const) : []),
  ...(connection ? (['directory'] as const) : []),
  ...(hasCode ? (['code'] as const) : []),
]

/** What was begun when the browser left for the directory, with what had been typed. */
export interface Wish {
  what: 'passkey' | 'address'
  typed: string
}

/** What the directory added to the address. */
export interface Returned {
  state?: string
  code?: string
  iss?: string
  error?: string
}

export type Problem = DirectoryProblem | 'failed'

/** The wish with which the reader has come back, and the proof or why there is none. */
export interface Renewed extends Wish {
  directory: string | null
  problem: Problem | null
}

/** Says to the page to which directories lead back (`sign-in/directory.ts`) that this browser proves who it is. */
const key = 'trellis.directory.proof'

/** Leads the browser to the directory; the page is left then. */
export async function leaveToProve(wish: Wish): Promise<void> {
  const { url } = await call(proofs.beginDirectory)
  sessionStorage.setItem(key, JSON.stringify(wish))
  window.location.assign(url)
}

function takeWish(): Wish | null {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  const { what, typed } = (kept === null ? {} : JSON.parse(kept)) as Partial<Wish>
  return what === undefined ? null : { what, typed: typed ?? '' }
}

/** Why the directory proved nothing. */
export function problemIn(error: unknown): Problem {
  const { reason } = (isProblem(error) ? (error.info ?? {}) : {}) as { reason?: string }
  return directoryProblems.find((each) => each === reason) ?? 'failed'
}

/** What the reader has come back for, if it is this; `forget` once the dialog is closed, because a proof is good once. */
export function useWish(what: Wish['what'], renewed: Renewed | null) {
  const [closed, setClosed] = useState(false)
  const wish = renewed?.what === what && !closed ? renewed : null
  return { wish, forget: () => setClosed(true) }
}

/** Ends the proof with which the reader has come back from the directory; null when there is none, and until it has ended. */
export function useRenewed({ state, code, iss, error }: Returned): Renewed | null {
  const { data, mutate } = useMutation({
    mutationFn: async ({ wish, body }: { wish: Wish; body: Returned & { state: string } }): Promise<Renewed> => {
      const proved = call(proofs.endDirectory, { body })
      return proved.then(
        ({ directory }) => ({ ...wish, directory, problem: null }),
        (failure: unknown) => ({ ...wish, directory: null, problem: problemIn(failure) }),
      )
    },
  })
  const asked = useRef(false)
  useEffect(() => {
    // What the directory sent is good once.
    if (state === undefined || asked.current) return
    asked.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const wish = takeWish()
    if (wish !== null)
      mutate({ wish, body: { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) } })
  }, [mutate, state, code, iss, error])
  return data ?? null
}

/** Has the browser sign with one of the reader's passkeys. */
export const signAnew = async () => signWithPasskey(await call(passkeys.signInOptions, { body: {} }))
