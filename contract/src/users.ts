import * as z from 'zod/mini'
import { codes } from './codes.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { NewPassword, User } from './identity.ts'
import { modules } from './permissions.ts'
import { after, listOf } from './search.ts'
import { ById, Created, Email, Id, Instant, NumberId, requiredText, text } from './values.ts'

/** Languages that the portal speaks (rules P20). */
export const languageCodes = ['en', 'it'] as const

/** Clients that know no time zone send `en-US`. It is not a time zone, so UTC is stored (rules P21). */
export const fallbackTimeZone = 'en-US'

const isTimeZone = (name: string): boolean => {
  try {
    return name === fallbackTimeZone || new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
export const TimeZone = z.string().check(
  z.maxLength(64),
  // An offset such as `+01:00` is refused, because it has no daylight saving time.
  z.refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), { error: 'time_zone' }),
)

const Blocked = z.nullable(z.enum(Object.keys(codes) as [keyof typeof codes]))

/** A user in a list, with the reasons why the reader may not change it now. */
export const ListedUser = z.extend(User, {
  /** An authenticator, e-mail codes or a passkey. */
  hasSecondFactor: z.boolean(),
  blocked: z.object({
    update: Blocked,
    changeStatus: Blocked,
    changeRoles: Blocked,
    /** For the deletion path that fits the status: pending users have a separate one. */
    remove: Blocked,
    resend: Blocked,
    /** Looking at the portal as this user. */
    view: Blocked,
  }),
})
export type ListedUser = z.output<typeof ListedUser>

/** Role ids; a user has at least one. */
const RoleIds = z.array(NumberId).check(z.minLength(1), z.maxLength(20))

export const NewUser = z.strictObject({
  userName: Email,
  firstName: requiredText(),
  lastName: requiredText(),
  timeZone: z.optional(z.nullable(TimeZone)),
  /** Absent: the inviting user's language. */
  languageCode: z.optional(z.nullable(z.enum(languageCodes))),
  roles: RoleIds,
  /**
   * True: the address may be of somebody who signs in for another account of the tenant. They are asked to act for this
   * account too, by the sign-in that they have (rules P63).
   */
  mayHaveSignIn: z.optional(z.boolean()),
})
export type NewUser = z.output<typeof NewUser>

/** A user who was invited. */
export const InvitedUser = z.extend(Created, {
  /** False: the address is of somebody who signs in for another account; they were asked to act for this one too (rules P63). */
  hasOwnSignIn: z.boolean(),
})

export const CreateUser = z.strictObject({ parentAccountId: z.optional(z.nullable(Id)), user: NewUser })

export const UpdateUser = z.strictObject({
  id: z.optional(Id),
  firstName: requiredText(),
  lastName: requiredText(),
  timeZone: TimeZone,
  languageCode: z.enum(languageCodes),
  isNotificationEnabled: z.boolean(),
})

export const ViewRequest = z.strictObject({ reason: requiredText(500) })

/** A look at the portal as another user, read only (rules P27). */
export const View = z.object({
  userId: Id,
  fullName: z.string(),
  accountId: Id,
  accountName: z.string(),
  /** The view ends by itself then. */
  endDate: Instant,
  /** What the user may read and who looks may not; hidden from the view. */
  hiddenModules: z.array(z.enum(modules)),
})
export type View = z.output<typeof View>

export const userList = listOf({
  item: ListedUser,
  ids: ['userId'],
  sort: 'name',
  fields: {
    /** Words, in any order (rules H1): of the names, the e-mail address and the account. */
    anything: { filter: 'text' },
    userId: { sort: true, filter: 'exact' },
    after,
    /** First and last name, in the order shown. */
    name: { sort: true, filter: 'text' },
    email: { sort: true, filter: 'text' },
    firstName: { sort: true, filter: 'text' },
    lastName: { sort: true, filter: 'text' },
    status: { sort: true, filter: 'choice' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
    accountName: { path: 'account.accountName', sort: true, filter: 'text' },
    hasSecondFactor: { filter: 'flag' },
    /** Their invitation is unanswered, and for the reader's own account to look after (rules Y2). */
    needsMe: { filter: 'flag' },
  },
})
export const UserSearch = userList.search

export const users = {
  search: searchOf(userList, {
    path: '/users/search',
    summary: 'Users of an account, with children also of its descendants',
    permission: 'Users:r',
    exportedAs: 'users.search',
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary:
      'Create a pending user and send the invitation, or ask somebody who signs in for another account (US409, `info.reason` is `same_account`: they act for this one already)',
    permission: 'Users:c',
    body: CreateUser,
    answer: InvitedUser,
    status: 201,
    refusals: ['RQ404', 'US409'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change the own profile, or that of a user in reach (Users u)',
    permission: 'session',
    params: ById,
    body: UpdateUser,
    answer: User,
    refusals: ['RQ403', 'RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete the own user, or a user in reach (Users d)',
    permission: 'session',
    params: ById,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'US409'],
  }),
  removePending: endpoint({
    method: 'DELETE',
    path: '/users/pending/:id',
    summary: 'Delete a user who has not accepted the invitation, and the invitation with it',
    permission: 'Users:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/users/pending/:id/resend',
    summary: 'Send the invitation again; the earlier one becomes invalid',
    permission: 'Users:c',
    params: ById,
    refusals: ['RQ404', 'RQ409', 'RQ429'],
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/users/:id/status',
    summary: 'Suspend or reactivate a user',
    permission: 'Users:u',
    params: ById,
    body: z.strictObject({ status: z.enum(['user_active', 'user_suspended']) }),
    answer: User,
    refusals: ['RQ403', 'RQ404', 'RQ409', 'US409'],
  }),
  changeRoles: endpoint({
    method: 'PUT',
    path: '/users/:id/roles',
    summary: 'Give a user other roles',
    permission: 'Users:u',
    params: ById,
    body: z.strictObject({ roles: RoleIds }),
    answer: User,
    refusals: ['RQ403', 'RQ404', 'US409'],
  }),
  view: endpoint({
    method: 'POST',
    path: '/users/:id/view',
    summary: 'Begin to look at the portal as this user, read only; calls then carry the header X-View-As',
    permission: 'Users:u',
    params: ById,
    body: ViewRequest,
    answer: View,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
    onlyPeople: true,
  }),
  endView: endpoint({
    method: 'DELETE',
    path: '/users/:id/view',
    summary: 'End the look at the portal as this user',
    permission: 'session',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
}

export const invitations = {
  accept: endpoint({
    method: 'POST',
    path: '/Invitations',
    summary: 'Confirm the e-mail address of an invitation and set the password',
    permission: 'public',
    body: z.strictObject({
      email: Email,
      token: text(500),
      password: NewPassword,
      languageCode: z.optional(z.nullable(text(20))),
      timeZone: z.optional(z.nullable(TimeZone)),
    }),
    refusals: ['IV401', 'RQ429'],
  }),
}
