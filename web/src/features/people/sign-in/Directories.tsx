import type { directorySignIn, OfferedConnection } from '@trellis/contract/directories'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { loadTexts } from '../../../app/i18n.ts'
import { get, post } from '../../../app/publicCall.ts'
import { DirectoryButtons } from './DirectoryButtons.tsx'
import { leaveFor } from './directory.ts'

/** Milliseconds without a key after which the typed address is looked up. */
const pause = 300

/** No part of the screen is shared with it: one more piece of code would make the first visit heavier. */
const isAddress = (email: string) => /^[^\s@]+@[^\s@]+$/.test(email.trim())

type Offer = AnswerOf<typeof directorySignIn.offered>
type Route = AnswerOf<typeof directorySignIn.route>

/** The directories of the tenant on the sign-in screen: those that it shows, and the one of the address that was typed (rules P40). */
export default function Directories({ email }: { email: string }) {
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    Promise.all([
      get<typeof directorySignIn.offered>('/auth/oidc/connections', '/auth/oidc/connections'),
      loadTexts('later'),
    ])
      .then(([found]) => setOffer(found))
      // Passwords go on without.
      .catch(() => undefined)
  }, [])
  if (offer === null || (offer.connections.length === 0 && !offer.byAddress)) return null
  return <Offered offer={offer} email={email} />
}

function Offered({ offer, email }: { offer: Offer; email: string }) {
  const { connection, only } = useRoute(email, offer.byAddress)
  const [withPassword, setWithPassword] = useState(false)
  const here = useRef<HTMLDivElement>(null)
  const isOnly = only && connection !== null && !withPassword
  // The form belongs to the screen, whose code is small: while it has nothing to say it gives way.
  useEffect(() => {
    const form = here.current?.parentElement?.querySelector('form')
    if (!form || !isOnly || connection === null) return
    const leave = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      leaveFor(connection.connectionId, { hint: email.trim() })
    }
    form.dataset.only = ''
    form.addEventListener('submit', leave)
    return () => {
      delete form.dataset.only
      form.removeEventListener('submit', leave)
    }
  }, [isOnly, connection, email])
  const shown: OfferedConnection[] = isOnly
    ? [connection]
    : [
        ...offer.connections,
        ...(connection && !offer.connections.some(({ connectionId }) => connectionId === connection.connectionId)
          ? [connection]
          : []),
      ]
  return (
    <div ref={here}>
      {shown.length > 0 && (
        <DirectoryButtons
          connections={shown}
          hint={isAddress(email) ? email.trim() : undefined}
          onWithPassword={isOnly ? () => setWithPassword(true) : undefined}
        />
      )}
    </div>
  )
}

/** The connection of the domain of an address; none while it is typed. */
function useRoute(email: string, byAddress: boolean): Route {
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
