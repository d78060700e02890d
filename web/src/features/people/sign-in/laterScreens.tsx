/** The public screens other than sign-in, in one chunk that is loaded on demand. */
export { AddressPage } from './AddressPage.tsx'
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
export { SetPasswordPage } from './SetPasswordPage.tsx'
export { VerifyPage } from './VerifyPage.tsx'
