import * as z from 'zod/mini'
import { fitsLightTheme, isColor } from './brand.ts'
import { endpoint } from './endpoint.ts'
import { FlagsText, modules, Permission } from './permissions.ts'
import { AccountGroup, CurrentTenant, externalEntries, menuEntries, RoleEntry } from './tenants.ts'
import { TimeZone } from './users.ts'
import { Email, Id, keyText, NumberId, once } from './values.ts'

const Color = z.string().check(z.toLowerCase(), z.refine(isColor, { error: 'color' }))

/** A colour as `#rrggbb` with enough contrast (rules G15). Without one the portal's own is used. */
export const Theme = z.strictObject({
  primaryColor: z.optional(
    Color.check(z.refine((color) => !isColor(color) || fitsLightTheme(color), { error: 'contrast' })),
  ),
})

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
/** The last label has a letter: an address of numbers is no host name. */
const hostForm = new RegExp(`^(${label}\\.)+(?=[a-z0-9-]*[a-z])${label}$`)

/** A host name without scheme and port. `localhost` is reserved for the codes of tenants. */
export const Host = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.refine((host) => hostForm.test(host) && !/(^|\.)localhost$/.test(host), { error: 'host' }),
)

/** An address of a web page, with https only. */
export const HttpsUrl = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.refine((url) => /^https:\/\/[^\s/@]+\.[^\s@]*$/.test(url) && URL.canParse(url), { error: 'https' }),
)

export const maximumProtectionDays = 730
export const maximumHoldDays = 365
export const maximumReminderDays = 365
/** Reminders of one certificate or key. */
export const maximumReminders = 5
export const maximumHosts = 20
export const maximumRoles = 100

const ReminderDays = z.array(z.int().check(z.minimum(1), z.maximum(maximumReminderDays))).check(
  z.maxLength(maximumReminders),
  once((days) => days),
)

/** The defaults of business rules (rules G16). */
export const TenantDefaults = z.strictObject({
  /** Days that a registered deal is protected, and that an extension adds. */
  protectionDays: z.int().check(z.minimum(1), z.maximum(maximumProtectionDays)),
  /** Days that a pending sale holds stock before the System cancels it. */
  stockHoldDays: z.int().check(z.minimum(1), z.maximum(maximumHoldDays)),
  /** Days before its end at which a certificate, or a key, is reminded of. */
  certificateReminderDays: ReminderDays,
  licenseReminderDays: ReminderDays,
})
export type TenantDefaults = z.output<typeof TenantDefaults>

export const ExternalLinks = z
  .array(z.strictObject({ entry: z.enum(externalEntries), url: HttpsUrl }))
  .check(once(({ entry }) => entry))

/** What is absent stays as it is. */
export const TenantChange = z.strictObject({
  tenantName: z.optional(keyText(100)),
  theme: z.optional(Theme),
  excludedMenuEntries: z.optional(z.array(z.enum(menuEntries)).check(once((entry) => entry))),
  externalLinks: z.optional(ExternalLinks),
  hosts: z.optional(
    z.array(Host).check(
      z.maxLength(maximumHosts),
      once((host) => host),
    ),
  ),
  /** Null: the sender of the installation. */
  mailFrom: z.optional(z.nullable(Email)),
  /** The days that documents print are days of this zone. */
  timeZone: z.optional(TimeZone),
  defaults: z.optional(TenantDefaults),
})
export type TenantChange = z.output<typeof TenantChange>

/** All that a tenant's super admins set. */
export const TenantSettings = z.extend(z.omit(CurrentTenant, { maintenance: true }), {
  hosts: z.array(z.string()),
  mailFrom: z.nullable(z.string()),
  /** The names behind hosts and sender: each is in use once a TXT record has proved it (rules G27). */
  domains: z.array(
    z.object({
      name: z.string(),
      usedFor: z.array(z.enum(['host', 'sender'])),
      proved: z.boolean(),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  defaults: z.object({
    protectionDays: z.int(),
    stockHoldDays: z.int(),
    certificateReminderDays: z.array(z.int()),
    licenseReminderDays: z.array(z.int()),
  }),
})
export type TenantSettings = z.output<typeof TenantSettings>

/** Roles that the portal itself gives: to the first user of a tenant, and to the administrator of a new account. */
export const rolePurposes = ['super_admin', 'administrator'] as const

/** A role as its tenant administers it (rules G17). */
export const TenantRole = z.extend(RoleEntry, {
  purpose: z.nullable(z.enum(rolePurposes)),
  /** How many users hold it. */
  users: z.int(),
  blocked: z.object({ update: z.nullable(z.string()), remove: z.nullable(z.string()) }),
})
export type TenantRole = z.output<typeof TenantRole>

/** An account group as its tenant administers it (rules G17). */
export const TenantGroup = z.extend(AccountGroup, {
  /** How many accounts are in it. */
  accounts: z.int(),
})
export type TenantGroup = z.output<typeof TenantGroup>

/** A name is written into import files, which join several by `|`. */
const RoleName = keyText(60).check(z.refine((name) => !name.includes('|'), { error: 'bar' }))

export const GroupDraft = z.strictObject({ name: RoleName })

export const RoleDraft = z.strictObject({
  name: RoleName,
  /** Writing needs reading: `c`, `u` and `d` only with `r` or `ra`. */
  permissions: z
    .array(z.strictObject({ module: z.enum(modules), flags: FlagsText }))
    .check(once(({ module }) => module)),
})
export type RoleDraft = z.output<typeof RoleDraft>

/** `before`: the role as the caller last read it. If somebody has changed it since then, the call changes nothing. */
export const RoleUpdate = z.extend(RoleDraft, {
  before: z.optional(z.strictObject({ name: z.string(), permissions: z.array(z.strictObject(Permission.shape)) })),
})
export type RoleUpdate = z.output<typeof RoleUpdate>

const ByRoleId = z.strictObject({ roleId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)) })
const ByGroupId = z.strictObject({ groupId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1)) })

/** Super admins of the root account only; everybody else is refused RQ403 (rules G14). */
export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/tenants/current/settings',
    summary: 'All that the super admins of the root account set for their tenant',
    permission: 'session',
    answer: TenantSettings,
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/tenants/current',
    summary: 'Change name, colours, host names, menu, links, sender and defaults of the tenant; what is absent stays',
    permission: 'session',
    body: TenantChange,
    answer: TenantSettings,
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  checkDomains: endpoint({
    method: 'POST',
    path: '/tenants/current/domains/check',
    summary:
      'Look up the TXT records of host names and sender that are not proved; those that are there put them into use',
    permission: 'session',
    answer: TenantSettings,
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  setLogo: endpoint({
    method: 'POST',
    path: '/tenants/current/logo',
    summary: 'Take the logo from an uploaded PNG or JPEG file of at most 256 KiB and 2,000 by 2,000 pixels',
    permission: 'session',
    body: z.strictObject({ accountFileId: Id }),
    answer: TenantSettings,
    refusals: ['RQ403', 'RQ404', 'FL413'],
    onlyPeople: true,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/tenants/current/logo',
    summary: 'Remove the logo; the name of the tenant is shown instead',
    permission: 'session',
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/tenants/:tenantCode/logo',
    summary: 'The image of a logo; `v` changes with it',
    permission: 'public',
    tenant: false,
    inMaintenance: true,
    params: z.strictObject({ tenantCode: z.string().check(z.regex(/^[\w.-]{1,64}$/)) }),
    query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
    file: true,
    refusals: ['RQ404'],
  }),
  roles: endpoint({
    method: 'GET',
    path: '/tenants/current/roles',
    summary: 'The roles of the tenant with the number of users who hold them',
    permission: 'session',
    answer: z.array(TenantRole),
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  createRole: endpoint({
    method: 'POST',
    path: '/tenants/current/roles',
    summary: 'Create a role; a tenant has at most 100',
    permission: 'session',
    status: 201,
    body: RoleDraft,
    answer: z.object({ id: NumberId }),
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  updateRole: endpoint({
    method: 'PUT',
    path: '/tenants/current/roles/:roleId',
    summary:
      'Rename a role and change its flags, which takes effect with the next call of whoever holds it (RQ409, `info.role`: it is no longer `before`)',
    permission: 'session',
    params: ByRoleId,
    body: RoleUpdate,
    answer: TenantRole,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
    onlyPeople: true,
  }),
  removeRole: endpoint({
    method: 'DELETE',
    path: '/tenants/current/roles/:roleId',
    summary: 'Delete a role that nobody holds (else RQ409, `info.users`)',
    permission: 'session',
    params: ByRoleId,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
    onlyPeople: true,
  }),
  groups: endpoint({
    method: 'GET',
    path: '/tenants/current/groups',
    summary: 'The account groups of the tenant, most senior first, with the number of accounts in each',
    permission: 'session',
    answer: z.array(TenantGroup),
    refusals: ['RQ403'],
    onlyPeople: true,
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/tenants/current/groups/:groupId',
    summary: 'Rename an account group; its level is fixed',
    permission: 'session',
    params: ByGroupId,
    body: GroupDraft,
    answer: AccountGroup,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
}
