import * as z from 'zod/mini'
import { directoryProblems } from './directory-problems.ts'
import { endpoint } from './endpoint.ts'
import { AuthData, maximumPasswordLength } from './identity.ts'
import { Host } from './settings.ts'
import { Email, Id, Instant, keyText, NumberId, once, text } from './values.ts'

/** A tenant has so many connections to directories at most. */
export const maximumConnections = 20
/** A connection has so many domains of e-mail addresses at most. */
export const maximumDomains = 20
/** A connection maps so many values of a claim to roles at most. */
export const maximumMappings = 100
/** Minutes that a person has at their directory before a sign-in must be begun again. */
export const attemptMinutes = 10

/** The issuer as its tokens name it, without query and fragment. */
const Issuer = z.string().check(
  z.trim(),
  z.maxLength(500),
  z.refine((url) => /^https?:\/\/[^\s/@?#]+[^\s@?#]*$/.test(url) && URL.canParse(url), { error: 'issuer' }),
)

/** The name of a claim, or the way to one inside another, as `realm_access.roles`. */
const Claim = keyText(200)

const Mapping = z.strictObject({
  /** What the claim has in it, as the directory spells it. */
  value: keyText(200),
  roleId: NumberId,
})

/** A domain of a connection. */
export const ConnectionDomain = z.strictObject({
  /** The part of e-mail addresses behind the @. */
  name: Host,
  /** People with such an address sign in only by this connection, once the domain is proved. */
  only: z.boolean(),
})

const shared = {
  /** The name on the button: "Continue with …". */
  name: keyText(60),
  issuer: Issuer,
  clientId: keyText(300),
  isEnabled: z.boolean(),
  /** Whether the sign-in screen shows its button to everybody, and not only to who has typed an address of its domains. */
  isShown: z.boolean(),
  /** Whether who is not known here yet becomes a user at the first sign-in. */
  createsUsers: z.boolean(),
  /**
   * Whether an address counts as verified when the directory does not say whether it is, as Entra ID does. One that it says is not
   * verified never does.
   */
  vouchesForAddresses: z.boolean(),
  /** Whether signing out here also leads to the sign-out of the directory. */
  endsSession: z.boolean(),
  /** The claim that roles follow at each sign-in; null: roles are given here. */
  rolesClaim: z.nullable(Claim),
  roleMappings: z.array(Mapping).check(
    z.maxLength(maximumMappings),
    once(({ value, roleId }) => `${roleId} ${value}`),
  ),
  /** The roles of who has none by the claim. Never a super admin's. */
  defaultRoleIds: z.array(NumberId).check(
    z.maxLength(20),
    once((roleId) => roleId),
  ),
  /** The claim that names the account of a new user; null: always the default one. */
  accountClaim: z.nullable(Claim),
  /** The system whose external id of the account the claim has; null: it has the account's code. */
  accountSystem: z.nullable(keyText(50)),
  /** The account of a new user for whom the claim names none; null: there is no new user then. */
  defaultAccountId: z.nullable(Id),
}

const Domains = z.array(ConnectionDomain).check(
  z.maxLength(maximumDomains),
  once(({ name }) => name),
)

export const ConnectionDraft = z.strictObject({
  ...shared,
  domains: Domains,
  clientSecret: z.string().check(z.minLength(1), z.maxLength(500)),
})
export type ConnectionDraft = z.output<typeof ConnectionDraft>

/** Without `clientSecret` the one before stays. */
export const ConnectionChange = z.extend(ConnectionDraft, {
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
})
export type ConnectionChange = z.output<typeof ConnectionChange>

/** A connection of the tenant to a directory of people, by OpenID Connect. */
export const Connection = z.object({
  connectionId: Id,
  ...shared,
  /** The end of the client secret, which is never answered as a whole. */
  secretLastFour: z.string(),
  domains: z.array(
    z.object({
      name: z.string(),
      only: z.boolean(),
      /** Whether the TXT record was found: the domain counts only then. */
      proved: z.boolean(),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  /** What the directory has to know: where it sends people back to. */
  redirectUris: z.array(z.string()),
  /** Users who sign in by it. */
  users: z.int(),
  creationDate: Instant,
})
export type Connection = z.output<typeof Connection>

const ById = z.strictObject({ connectionId: Id })

/** Super admins of the root account only; everybody else is refused RQ403 (rules G14). */
export const directories = {
  list: endpoint({
    method: 'GET',
    path: '/tenants/current/connections',
    summary: 'The connections of the tenant to directories of people, by name',
    permission: 'session',
    answer: z.array(Connection),
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/tenants/current/connections',
    summary: 'Connect a directory by OpenID Connect; a tenant has 20 connections at most',
    permission: 'session',
    status: 201,
    body: ConnectionDraft,
    answer: Connection,
    refusals: ['RQ403', 'RQ409'],
    onlyPeople: true,
  }),
  read: endpoint({
    method: 'GET',
    path: '/tenants/current/connections/:connectionId',
    summary: 'A connection to a directory',
    permission: 'session',
    params: ById,
    answer: Connection,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/tenants/current/connections/:connectionId',
    summary:
      'Change a connection; without a client secret the one before stays (RQ409, `info.reason` is `break_glass`: nobody could sign in without the directory)',
    permission: 'session',
    params: ById,
    body: ConnectionChange,
    answer: Connection,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
    onlyPeople: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tenants/current/connections/:connectionId',
    summary: 'Remove a connection; its users sign in by password again',
    permission: 'session',
    params: ById,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
  checkDomains: endpoint({
    method: 'POST',
    path: '/tenants/current/connections/:connectionId/domains/check',
    summary: 'Look up the TXT records of the domains that are not proved; those that are there make them count',
    permission: 'session',
    params: ById,
    answer: Connection,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
  beginTest: endpoint({
    method: 'POST',
    path: '/tenants/current/connections/:connectionId/test',
    summary: 'Begin a sign-in at the directory that only shows its claims and what would come of them',
    permission: 'session',
    params: ById,
    answer: z.object({ url: z.string() }),
    refusals: ['RQ403', 'RQ404', 'RQ409', 'RQ503'],
    onlyPeople: true,
  }),
}

/** What the directory added to the address of `/auth/oidc`. */
export const Returned = {
  state: text(200),
  code: z.optional(z.nullable(text(8000))),
  iss: z.optional(z.nullable(text(500))),
  error: z.optional(z.nullable(text(200))),
}
const Device = {
  deviceUniqueId: z.optional(z.nullable(text())),
  appPlatform: z.optional(z.nullable(text())),
}

/** A connection on the sign-in screen. */
export const OfferedConnection = z.object({ connectionId: Id, name: z.string() })
export type OfferedConnection = z.output<typeof OfferedConnection>

export const directorySignIn = {
  offered: endpoint({
    method: 'GET',
    path: '/auth/oidc/connections',
    summary: 'The connections whose buttons the sign-in screen shows, and whether addresses can lead to one',
    permission: 'public',
    answer: z.object({ connections: z.array(OfferedConnection), byAddress: z.boolean() }),
  }),
  route: endpoint({
    method: 'POST',
    path: '/auth/oidc/route',
    summary: 'The connection of the domain of an address: the same answer whether there is such a user or not',
    permission: 'public',
    effect: 'read',
    body: z.strictObject({ email: Email }),
    answer: z.object({
      connection: z.nullable(OfferedConnection),
      /** Whether people of this domain sign in by no password. */
      only: z.boolean(),
    }),
  }),
  start: endpoint({
    method: 'GET',
    path: '/auth/oidc/start',
    summary:
      'Leads a browser to the directory; it comes back to `/auth/oidc` of the portal, with `problem` when the directory does not answer',
    permission: 'public',
    tenant: false,
    effect: 'write',
    status: 303,
    query: z.strictObject({
      connection: Id,
      /** The address that was typed, for the form of the directory. */
      hint: z.optional(Email),
    }),
    refusals: ['RQ403', 'RQ429'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/oidc/finish',
    summary: 'Sign in with what the directory returned; `info.reason` of A405 says why not',
    permission: 'public',
    body: z.strictObject({
      ...Returned,
      ...Device,
      /** The token of the person's invitation, which proves who they are. */
      invitation: z.optional(z.nullable(text(200))),
      /** The language of the browser, for a new person of whom the directory does not say it. */
      languageCode: z.optional(z.nullable(text(20))),
      /** The time zone of the browser, likewise. One that is not known is UTC. */
      timeZone: z.optional(z.nullable(text(60))),
    }),
    answer: AuthData,
    refusals: ['A405', 'RQ429'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/auth/oidc/link',
    summary:
      'Prove once, by password and second factor, that the person of the directory is the user with their address',
    permission: 'public',
    body: z.strictObject({
      ...Device,
      /** `info.linkToken` of the refusal of `/auth/oidc/finish`. */
      linkToken: text(200),
      password: z.string().check(z.minLength(1), z.maxLength(maximumPasswordLength)),
      mfaToken: z.optional(z.nullable(text(2000))),
      mfaCode: z.optional(z.nullable(text(50))),
    }),
    answer: AuthData,
    refusals: ['A401', 'A403', 'A405', 'A406', 'A410', 'RQ429'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/auth/oidc/test',
    summary: 'The claims of a test, and what a sign-in would make of them; nothing is changed',
    permission: 'session',
    body: z.strictObject(Returned),
    answer: z.object({
      connectionId: Id,
      /** Name and value as JSON, as the directory sent them. */
      claims: z.array(z.object({ name: z.string(), value: z.string() })),
      /** What a sign-in would do; null when it would be refused. */
      outcome: z.nullable(z.enum(['known', 'adopted', 'invited', 'created'])),
      problem: z.nullable(z.enum(directoryProblems)),
      email: z.nullable(z.string()),
      userName: z.nullable(z.string()),
      accountName: z.nullable(z.string()),
      /** Null: roles stay as they are. */
      roles: z.nullable(z.array(z.string())),
      /** The directory left the groups out because they are too many. */
      tooManyGroups: z.boolean(),
    }),
    refusals: ['RQ403', 'A405'],
    onlyPeople: true,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/auth/oidc/logout',
    summary:
      'End the own session as `/auth/logout` does; answers where the browser ends that of the directory, if the connection asks for it',
    permission: 'session',
    answer: z.object({ url: z.nullable(z.string()) }),
    onlyPeople: true,
  }),
}
