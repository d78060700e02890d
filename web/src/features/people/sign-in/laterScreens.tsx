/** The public screens that sign-in can do without: one file, fetched when the first of them is asked for. */
export { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
export { SetPasswordPage } from './SetPasswordPage.tsx'
export { VerifyNotYet } from './VerifyNotYet.tsx'
