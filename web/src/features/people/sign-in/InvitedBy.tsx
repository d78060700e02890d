import type { directorySignIn } from '@trellis/contract/directories'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { post } from '../../../app/publicCall.ts'
import { DirectoryButtons } from './DirectoryButtons.tsx'
import type { PasswordLink } from './passwordLinks.ts'

type Route = AnswerOf<typeof directorySignIn.route>

/** The directory of an invited person, if their company has one; null without, and until it is known. */
export function useInvitedRoute(link: PasswordLink | null, isInvitation: boolean): Route | null {
  const [route, setRoute] = useState<Route | null>(null)
  const email = isInvitation ? link?.mail : undefined
  useEffect(() => {
    if (email === undefined) return
    post<typeof directorySignIn.route>('/auth/oidc/route', { email })
      .then(setRoute)
      .catch(() => undefined)
  }, [email])
  return route
}

/** For an invited person whose company has a directory: a way in without a password, by the invitation (rules P41). */
export function InvitedBy({ link, route: { connection, only } }: { link: PasswordLink; route: Route }) {
  const { t } = useTranslation('later')
  if (connection === null) return null
  const text = only ? t('onlyText', { name: connection.name }) : undefined
  return <DirectoryButtons connections={[connection]} hint={link.mail} invitation={link.token} text={text} />
}
