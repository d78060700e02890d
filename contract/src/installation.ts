import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userStatuses } from './identity.ts'
import { listOf, pageOf } from './search.ts'
import { Host } from './settings.ts'
import { languageCodes, TimeZone } from './users.ts'
import { Email, Id, Instant, keyText, requiredText } from './values.ts'

/* What the operators of the installation see of its tenants (rules G33, P67 to P69). */

export const installedStatuses = ['active', 'suspended'] as const

/** A tenant of the installation, as its operators see it: nothing of its business. */
export const InstalledTenant = z.object({
  tenantId: Id,
  tenantCode: z.string(),
  tenantName: z.string(),
  /** Host names that lead to it. */
  hosts: z.array(z.string()),
  /** Of the portal, as its mails name it; null when no host name leads to it. */
  address: z.nullable(z.string()),
  creationDate: Instant,
  /** To try everything in; nothing in it is real. */
  isSandbox: z.boolean(),
  /** `suspended`: nobody signs in (rules G22). */
  status: z.enum(installedStatuses),
})
export type InstalledTenant = z.output<typeof InstalledTenant>

/** A super admin of a tenant, for the operator: whether they have accepted their invitation. */
export const InstalledAdministrator = z.object({
  userId: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(userStatuses),
})
export type InstalledAdministrator = z.output<typeof InstalledAdministrator>

/** A tenant of the installation with its first settings and its super admins. */
export const WholeInstalledTenant = z.extend(InstalledTenant, {
  /** Of the portal, as its mails name it; null when no host name leads to it. */
  address: z.nullable(z.string()),
  /** To try everything in; nothing in it is real. */
  isSandbox: z.boolean(),
  currencyCode: z.string(),
  timeZone: z.string(),
  /** The super admins, the first one first; of many, the first twenty. */
  administrators: z.array(InstalledAdministrator),
})
export type WholeInstalledTenant = z.output<typeof WholeInstalledTenant>

/** The code of a tenant: the first label of `CODE.localhost`. With `xn--` it would be read as another name. */
export const tenantCodeForm = /^(?!xn--)[a-z0-9][a-z0-9-]{0,62}$/i

/** A new tenant and its first super admin, who is invited by mail and sets their own password. */
export const TenantDraft = z.strictObject({
  tenantCode: z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1),
    z.maxLength(63),
    z.refine((code) => code === '' || tenantCodeForm.test(code), { error: 'tenant_code' }),
    // The page of a tenant is named by its code, beside the form of a new one.
    z.refine((code) => code !== 'create', { error: 'taken' }),
  ),
  tenantName: keyText(100),
  /** Where the invitation goes, and with what the first super admin signs in. */
  adminEmail: Email,
  /** Of the first super admin. */
  adminFirstName: requiredText(),
  /** Of the first super admin. */
  adminLastName: requiredText(),
  /** Of the first super admin, and of their invitation. */
  languageCode: z.enum(languageCodes),
  /** The days that documents print are days of this zone. */
  timeZone: TimeZone,
  /** ISO 4217. It stays. */
  currencyCode: z.string().check(z.trim(), z.toUpperCase(), z.minLength(1), z.maxLength(3)),
  /** A host name that leads to the portal; needed where the installation is not on `localhost`. */
  host: z.optional(z.nullable(Host)),
})
export type TenantDraft = z.output<typeof TenantDraft>

/** A tenant that was created. */
export const CreatedTenant = z.object({
  id: Id,
  tenantCode: z.string(),
  tenantName: z.string(),
  /** Of the portal, as the invitation names it. */
  address: z.nullable(z.string()),
})
export type CreatedTenant = z.output<typeof CreatedTenant>

export const installedTenantList = listOf({
  item: InstalledTenant,
  ids: ['tenantId'],
  sort: 'tenantName',
  fields: {
    /** Words, in any order (rules H1): of the name, the code and the host names. */
    anything: { filter: 'text' },
    tenantId: { filter: 'exact' },
    tenantCode: { sort: true, filter: 'text' },
    tenantName: { sort: true, filter: 'text' },
    creationDate: { sort: true, between: true },
    isSandbox: { sort: true, filter: 'flag' },
    status: { sort: true, filter: 'choice' },
  },
})

const code = z.string().check(z.regex(/^[\w.-]{1,64}$/))

/** For operators of the installation; to everybody else it does not exist (RQ404). */
export const installation = {
  search: endpoint({
    method: 'POST',
    effect: 'read',
    path: '/installation/tenants/search',
    summary: 'The tenants of the installation, for its operators; nothing of their business',
    permission: 'operator',
    list: installedTenantList,
    body: installedTenantList.search,
    answer: pageOf(InstalledTenant),
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/installation/tenants',
    summary: 'Create a tenant, and invite its first super admin by mail',
    permission: 'operator',
    body: TenantDraft,
    answer: CreatedTenant,
    status: 201,
    refusals: ['RQ404', 'RQ409', 'RQ429'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/installation/tenants/:code',
    summary: 'A tenant of the installation: its address, and whether its super admins have accepted their invitation',
    permission: 'operator',
    params: z.strictObject({ code }),
    answer: WholeInstalledTenant,
    refusals: ['RQ404'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/installation/tenants/:code/administrators/:id/invitation',
    summary: 'Send a super admin who has not accepted it another invitation; the former one ends',
    permission: 'operator',
    params: z.strictObject({ code, id: Id }),
    refusals: ['RQ404', 'RQ409', 'RQ429'],
  }),
}
