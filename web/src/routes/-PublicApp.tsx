import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../app/i18n.ts'
import type { PublicPath } from '../app/places.ts'
import { Message, type Said } from '../features/people/sign-in/Message.tsx'
import { PublicLayout } from '../features/people/sign-in/PublicLayout.tsx'
import { type PublicWorld, PublicWorldContext } from '../features/people/sign-in/publicWorld.ts'
import { SignInPage } from '../features/people/sign-in/SignInPage.tsx'

const later = () => import('../features/people/sign-in/laterScreens.tsx')
/** What the screens read beside the texts of all. */
const more: { [S in PublicPath]?: Parameters<typeof loadTexts> } = {
  '/auth/email': ['email'],
  '/auth/oidc': ['secondFactor'],
  '/verify': ['verify'],
  '/key': ['keyPage'],
}
/** Loads the code and the texts of the screen; rejects when they cannot be loaded. */
export const loadScreen = (screen: PublicPath): Promise<unknown> =>
  screen === '/auth/signin' ? Promise.resolve() : Promise.all([later(), loadTexts('later', ...(more[screen] ?? []))])

const LaterScreen = lazy(async () => ({ default: (await later()).LaterScreen }))

interface PublicAppProps {
  screen: PublicPath
  go: PublicWorld['go']
  /** Called when the user starts typing: the application can be preloaded meanwhile. */
  onBegin: () => void
  /** The user whose session was lost, if the application is waiting for them. */
  returning: { email: string } | null
  /** True when the last session ended because its user has no account. */
  withoutAccount: boolean
}

/** The public screens, without the application's router and component library. */
export function PublicApp({ screen, go, onBegin, returning, withoutAccount }: PublicAppProps) {
  const { t } = useTranslation('session')
  const [email, setEmail] = useState(returning?.email ?? '')
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    if (withoutAccount) setSaid({ kind: 'error', text: t('noAccount.title'), count: 1 })
  }, [withoutAccount, t])
  const world = useMemo<PublicWorld>(
    () => ({
      go,
      email,
      setEmail,
      say: (kind, text) => setSaid((last) => ({ kind, text, count: (last?.count ?? 0) + 1 })),
    }),
    [go, email],
  )
  return (
    <PublicWorldContext value={world}>
      <PublicLayout claim={screen === '/verify' ? 'verify' : screen === '/key' ? 'keyPage' : 'session'}>
        <Suspense>
          {screen === '/auth/signin' ? (
            <SignInPage onBegin={onBegin} returning={returning !== null} withoutAccount={withoutAccount} />
          ) : (
            <LaterScreen key={screen} screen={screen} />
          )}
        </Suspense>
        <Message said={said} />
      </PublicLayout>
    </PublicWorldContext>
  )
}
