import type { directorySignIn, OfferedConnection } from '@trellis/contract/directories'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { loadTexts } from '../../../app/i18n.ts'
import { get } from '../../../app/publicCall.ts'
import { DirectoryButtons } from './DirectoryButtons.tsx'
import { leaveFor } from './directory.ts'
import { isAddress, useRoute } from './useRoute.ts'

type Offer = AnswerOf<typeof directorySignIn.offered>

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
