import { lazy } from 'react'
import type { PublicPath } from '../../../app/places.ts'
import { AddressPage } from './AddressPage.tsx'
import { DirectoryPage } from './DirectoryPage.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { SetPasswordPage } from './SetPasswordPage.tsx'
import { VerifyPage } from './VerifyPage.tsx'

/** By itself: the others do not have its devices and forms. */
const KeyPage = lazy(async () => ({ default: (await import('./key-page/KeyPage.tsx')).KeyPage }))

/** The public screens other than sign-in, in one chunk that is loaded on demand. */
export function LaterScreen({ screen }: { screen: Exclude<PublicPath, '/auth/signin'> }) {
  switch (screen) {
    case '/auth/forgot-password':
      return <ForgotPasswordPage />
    case '/auth/confirm':
      return <SetPasswordPage kind="confirm" />
    case '/auth/reset-password':
      return <SetPasswordPage kind="reset" />
    case '/auth/email':
      return <AddressPage />
    case '/auth/oidc':
      return <DirectoryPage />
    case '/verify':
      return <VerifyPage />
    case '/key':
      return <KeyPage />
  }
}
