import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { brokenPasswordRules, maximumPasswordLength } from './passwords.ts'
import { Permission } from './permissions.ts'
import { ById, Email, Id, Instant, text } from './values.ts'

/** The header that names the user whom a call looks at the portal as (rules P28). */
export const viewHeader = 'x-view-as'

/** Stored spelling of the user statuses (rules P1). Only active users count as confirmed. */
export const userStatuses = ['user_pending', 'user_active', 'user_suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

export const grantTypes = ['password', 'access_token'] as const

export { brokenPasswordRules, maximumPasswordLength, type PasswordRule, passwordRules } from './passwords.ts'

/** A new password, checked by the password rules. */
export const NewPassword = z.string().check(
  z.maxLength(maximumPasswordLength),
  z.refine((password) => brokenPasswordRules(password).length === 0, { error: 'password_strength' }),
)

export const TokenRequest = z.strictObject({
  deviceUniqueId: z.optional(z.nullable(text())),
  appPlatform: z.optional(z.nullable(text())),
  grantType: z.enum(grantTypes),
  email: z.optional(z.nullable(text())),
  password: z.optional(z.nullable(z.string().check(z.maxLength(maximumPasswordLength)))),
  mfaToken: z.optional(z.nullable(text(2000))),
  mfaCode: z.optional(z.nullable(text(50))),
  oauthProviderType: z.optional(z.nullable(z.union([z.int(), text(50)]))),
  callbackUrl: z.optional(z.nullable(text(2000))),
  authCode: z.optional(z.nullable(text(2000))),
})

/** `refreshToken` is null where the web app asked for the cookie with `X-Refresh-Cookie: 1`. */
export const AuthData = z.object({
  token: z.string(),
  refreshToken: z.nullable(z.string()),
  expirationUtc: Instant,
  refreshTokenExpirationUtc: Instant,
})
export type AuthData = z.output<typeof AuthData>

export const SignIn = z.strictObject({ email: Email, password: z.string().check(z.minLength(1)) })

/** Accepted and ignored. */
const ignored = z.optional(z.unknown())

/**
 * Only the refresh token is used. Clients may send all fields of the sign-in again (wire: sessions), so every field of
 * the payload and of the answer of `/auth/token` is accepted and ignored.
 */
export const RefreshRequest = z.strictObject({
  refreshToken: z.optional(z.nullable(text(500))),
  token: ignored,
  expirationUtc: ignored,
  refreshTokenExpirationUtc: ignored,
  deviceUniqueId: ignored,
  appPlatform: ignored,
  grantType: ignored,
  email: ignored,
  password: ignored,
  mfaToken: ignored,
  mfaCode: ignored,
  oauthProviderType: ignored,
  callbackUrl: ignored,
  authCode: ignored,
})

export const Role = z.object({ roleId: z.int(), name: z.string(), isSuperAdmin: z.boolean() })
export type Role = z.output<typeof Role>

/** Whether a second factor is asked of somebody, and whether they have one (rules P33). */
export const SecondFactorStanding = z.object({
  /** They have an authenticator, e-mail codes or a passkey. */
  isEnabled: z.boolean(),
  /** The rule of the tenant names them, and its first day has come. */
  isRequired: z.boolean(),
  /** Until then they can go on without; null while none is asked of them. */
  dueDate: z.nullable(Instant),
  /** That is over: only what leads to one is open to them. */
  isDue: z.boolean(),
})
export type SecondFactorStanding = z.output<typeof SecondFactorStanding>

/** An account for which the caller acts or may act by the same sign-in (rules P63). */
export const OwnAccount = z.object({
  accountId: Id,
  accountName: z.string(),
  /** As which they act there. */
  userId: Id,
  /** `user_pending`: offered, and not accepted yet. */
  status: z.enum(['user_pending', 'user_active']),
  /** Full name of who offered it; null when it was the system, and for the own one. */
  offeredBy: z.nullable(z.string()),
  /** The account whose user signs in. */
  isHome: z.boolean(),
  /** The session acts for it now. */
  isInUse: z.boolean(),
})
export type OwnAccount = z.output<typeof OwnAccount>

export const User = z.object({
  userId: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timeZone: z.string(),
  languageCode: z.string(),
  creationDate: Instant,
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  account: z.object({
    accountId: Id,
    accountName: z.string(),
    groupName: z.string(),
    level: z.int(),
    /** Whether it is the tenant's root account, the vendor. */
    isRoot: z.boolean(),
  }),
  roles: z.array(Role),
  permissions: z.array(Permission),
  status: z.enum(userStatuses),
  isNotificationEnabled: z.boolean(),
  isSuperAdmin: z.boolean(),
  /** False: they sign in as a user of another account of the tenant, and act for this one too (rules P63). */
  hasOwnSignIn: z.boolean(),
  /** Only of the caller (`GET /users/me`). */
  secondFactor: z.optional(SecondFactorStanding),
  /** Only of the caller: the accounts for which they act by this sign-in, the home one first, then by name. */
  accounts: z.optional(z.array(OwnAccount)),
  /** Only of the caller: an operator of the installation (rules P67). */
  isOperator: z.optional(z.boolean()),
})
export type User = z.output<typeof User>

/** The caller. */
export const Me = z.extend(User, {
  secondFactor: SecondFactorStanding,
  /** The accounts for which they act by this sign-in: the home one first, then by name. */
  accounts: z.array(OwnAccount),
  /** An operator of the installation, who creates tenants (rules P67). */
  isOperator: z.boolean(),
})
export type Me = z.output<typeof Me>

/** One sign-in of the caller, on one device. */
export const Session = z.object({
  sessionId: Id,
  /** The client's own name for its device and platform; null when it sent none. */
  deviceUniqueId: z.nullable(z.string()),
  appPlatform: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  creationDate: Instant,
  /** Last sign-in or refresh; an active client refreshes every quarter of an hour. */
  lastUsedDate: Instant,
  expirationDate: Instant,
  /** True for the session that made this call. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

export const ResetRequest = z.strictObject({ email: Email })
export const ResetPassword = z.strictObject({ token: text(500), password: NewPassword, email: Email })
export const ChangePassword = z.strictObject({
  currentPassword: z.string().check(z.minLength(1), z.maxLength(maximumPasswordLength)),
  password: NewPassword,
})

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'Own active sessions, last used first',
    permission: 'session',
    answer: z.array(Session),
    onlyPeople: true,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of the own sessions',
    permission: 'session',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
}

export const passwords = {
  requestReset: endpoint({
    method: 'POST',
    path: '/auth/password/reset/request',
    summary: 'Ask for a link to set a new password: the same answer whether the address is known or not',
    permission: 'public',
    body: ResetRequest,
    refusals: ['RQ429'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Set a new password with the token of a reset link; ends every session',
    permission: 'public',
    body: ResetPassword,
    refusals: ['PW401', 'RQ429'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Change the own password; ends every other session',
    permission: 'session',
    body: ChangePassword,
    refusals: ['RQ403', 'RQ429'],
    onlyPeople: true,
  }),
}

export const identity = {
  signIn: endpoint({
    method: 'POST',
    path: '/auth/token',
    summary: 'Sign in',
    permission: 'public',
    body: TokenRequest,
    answer: AuthData,
    refusals: ['A401', 'A403', 'A405', 'A406', 'A410', 'RQ429'],
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/token-refresh',
    summary: 'Exchange a refresh token for a new pair',
    permission: 'public',
    body: RefreshRequest,
    answer: AuthData,
    refusals: ['A407', 'RQ403'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session that the bearer token or the refresh cookie belongs to',
    permission: 'public',
    refusals: ['RQ403'],
  }),
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'The current user',
    permission: 'session',
    answer: Me,
    onlyPeople: true,
    withoutFactor: true,
  }),
}
