import type { PublicPath } from '../app/places.ts'
import { type PublicArea, PublicNotYet } from '../features/session/PublicNotYet.tsx'
import { SignInPage } from '../features/session/SignInPage.tsx'

const later: Record<Exclude<PublicPath, '/auth/signin'>, PublicArea> = {
  '/auth/forgot-password': 'forgotPassword',
  '/auth/confirm': 'confirm',
  '/auth/reset-password': 'resetPassword',
  '/verify': 'verify',
}

/** The screens that need nobody signed in, without the application's router and component library. */
export function PublicApp({ screen, onBegin }: { screen: PublicPath; onBegin: () => void }) {
  return screen === '/auth/signin' ? <SignInPage onBegin={onBegin} /> : <PublicNotYet area={later[screen]} />
}
