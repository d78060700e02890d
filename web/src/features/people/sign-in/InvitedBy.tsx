import type { directorySignIn, OfferedConnection } from '@trellis/contract/directories'
import { useEffect, useState } from 'react'
import { loadTexts } from '../../../app/i18n.ts'
import { post } from '../../../app/publicCall.ts'
import { DirectoryButtons } from './DirectoryButtons.tsx'

/** For an invited person whose company has a later: a way in without a password, by the invitation (rules P41). */
export function InvitedBy({ email, token }: { email: string; token: string }) {
  const [connection, setConnection] = useState<OfferedConnection | null>(null)
  useEffect(() => {
    Promise.all([post<typeof directorySignIn.route>('/auth/oidc/route', { email }), loadTexts('later')])
      .then(([route]) => setConnection(route.connection))
      .catch(() => undefined)
  }, [email])
  if (connection === null) return null
  return <DirectoryButtons connections={[connection]} hint={email} invitation={token} />
}
