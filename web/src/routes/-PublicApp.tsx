import { lazy, Suspense, useMemo, useState } from 'react'
import type { PublicPath } from '../app/places.ts'
import { Message, type Said } from '../features/session/Message.tsx'
import { PublicLayout } from '../features/session/PublicLayout.tsx'
import { type PublicWorld, PublicWorldContext } from '../features/session/publicWorld.ts'
import { SignInPage } from '../features/session/SignInPage.tsx'

const later = () => import('../features/session/laterScreens.tsx')
/** Fetches what the screen needs besides; rejects when it cannot be fetched. */
export const loadScreen = (screen: PublicPath): Promise<unknown> =>
  screen === '/auth/signin' ? Promise.resolve() : later()

const ForgotPasswordPage = lazy(async () => ({ default: (await later()).ForgotPasswordPage }))
const SetPasswordPage = lazy(async () => ({ default: (await later()).SetPasswordPage }))
const VerifyNotYet = lazy(async () => ({ default: (await later()).VerifyNotYet }))

interface PublicAppProps {
  screen: PublicPath
  go: PublicWorld['go']
  /** Somebody has begun to type: what comes after sign-in can be fetched meanwhile. */
  onBegin: () => void
  /** Whose session was lost in the middle of something, if one was. */
  returning: { email: string } | null
}

/** The screens that need nobody signed in, without the application's router and component library. */
export function PublicApp({ screen, go, onBegin, returning }: PublicAppProps) {
  const [email, setEmail] = useState(returning?.email ?? '')
  const [said, setSaid] = useState<Said | null>(null)
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
      <PublicLayout>
        <Suspense>
          <Screen screen={screen} onBegin={onBegin} returning={returning !== null} />
        </Suspense>
        <Message said={said} />
      </PublicLayout>
    </PublicWorldContext>
  )
}

interface ScreenProps {
  screen: PublicPath
  onBegin: () => void
  returning: boolean
}

function Screen({ screen, onBegin, returning }: ScreenProps) {
  switch (screen) {
    case '/auth/signin':
      return <SignInPage onBegin={onBegin} returning={returning} />
    case '/auth/forgot-password':
      return <ForgotPasswordPage />
    case '/auth/confirm':
      return <SetPasswordPage key={screen} kind="confirm" />
    case '/auth/reset-password':
      return <SetPasswordPage key={screen} kind="reset" />
    case '/verify':
      return <VerifyNotYet />
  }
}
