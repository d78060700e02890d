import type { directorySignIn } from '@trellis/contract/directories'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useEffect, useState } from 'react'
import { post } from '../../../app/publicCall.ts'

/** Milliseconds without a key after which the typed address is looked up. */
const pause = 300

/** No part of the screen is shared with it: one more piece of code would make the first visit heavier. */
export const isAddress = (email: string) => /^[^\s@]+@[^\s@]+$/.test(email.trim())

type Route = AnswerOf<typeof directorySignIn.route>

/** The connection of the domain of an address; none while it is typed. */
export function useRoute(email: string, byAddress: boolean): Route {
  const none: Route = { connection: null, only: false }
  const [found, setFound] = useState<{ email: string; route: Route } | null>(null)
  useEffect(() => {
    if (!byAddress || !isAddress(email)) return
    let isHere = true
    const timer = setTimeout(() => {
      post<typeof directorySignIn.route>('/auth/oidc/route', { email: email.trim() })
        .then((route) => isHere && setFound({ email, route }))
        .catch(() => undefined)
    }, pause)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [email, byAddress])
  return found?.email === email ? found.route : none
}
