import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maximumRoles } from './settings.ts'
import { Day, NumberId, once } from './values.ts'

/** Who needs a second factor (rules P33). */
export const secondFactorScopes = ['nobody', 'everybody', 'roles'] as const
export type SecondFactorScope = (typeof secondFactorScopes)[number]

export const maximumGraceDays = 90

/** The rule of second factors. Days are those of the tenant's time zone. */
export const SecondFactorRule = z.strictObject({
  requiredFor: z.enum(secondFactorScopes),
  /** With `roles`: who has one of these needs a second factor. */
  roleIds: z.array(NumberId).check(
    z.maxLength(maximumRoles),
    once((roleId) => roleId),
  ),
  /** The first day on which people are told; today or later, unless it stays as it is. Null only for `nobody`. */
  from: z.nullable(Day),
  /** So many days after it one can still sign in without. */
  graceDays: z.int().check(z.minimum(0), z.maximum(maximumGraceDays)),
})
export type SecondFactorRule = z.output<typeof SecondFactorRule>

/** What is absent stays as it is. */
export const SignInChange = z.strictObject({ secondFactors: z.optional(SecondFactorRule) })
export type SignInChange = z.output<typeof SignInChange>

/** How the people of the tenant sign in. */
export const SignInSettings = z.object({
  secondFactors: z.object({
    ...SecondFactorRule.shape,
    /** The first day on which a sign-in leads through setting one up; null while nobody needs one. */
    enforcedFrom: z.nullable(Day),
    /** Active people of the tenant who have no second factor. */
    peopleWithout: z.int(),
    /** Those of them who need one by the rule. */
    requiredWithout: z.int(),
  }),
})
export type SignInSettings = z.output<typeof SignInSettings>

/** Super admins of the root account only; everybody else is refused RQ403 (rules G14). */
export const signInSettings = {
  read: endpoint({
    method: 'GET',
    path: '/tenants/current/signIn',
    summary: 'How people sign in: who needs a second factor, from when, and how many have none',
    permission: 'session',
    answer: SignInSettings,
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/tenants/current/signIn',
    summary: 'Change how people sign in; what is absent stays',
    permission: 'session',
    body: SignInChange,
    answer: SignInSettings,
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
}
