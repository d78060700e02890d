import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Role } from './identity.ts'
import { Permission } from './permissions.ts'
import { pageOf } from './search.ts'
import { Id } from './values.ts'

/** The entries of the side menu, by the names with which a tenant excludes them (rules V1). */
export const menuEntries = [
  'dashboard',
  'products',
  'pricelists',
  'accounts',
  'deals',
  'sell-in',
  'stocks',
  'sell-out',
  'licenses',
  'renewals',
  'certifications',
  'audit',
  'reports-licenses',
  'reports-month',
  'brand-assets',
  'knowledge-base',
  'help-desk',
  'ds',
] as const
export type MenuEntry = (typeof menuEntries)[number]

/** Those of them that lead to other web sites, whose addresses a tenant sets. */
export const externalEntries = ['brand-assets', 'knowledge-base', 'help-desk'] as const satisfies MenuEntry[]

/** Maintenance that the operator has begun: other calls are refused with RQ503 and the same in `info.maintenance`. */
export const Maintenance = z.object({
  /** When it is expected to be over; null when that is not known. It may last longer. */
  untilDate: z.nullable(z.string()),
  /** What the operator says about it, in one language. */
  message: z.nullable(z.string()),
})
export type Maintenance = z.output<typeof Maintenance>

/** What anybody can read about the tenant before signing in. */
export const CurrentTenant = z.object({
  tenantCode: z.string(),
  tenantName: z.string(),
  logoUrl: z.nullable(z.string()),
  /** Colours as `#rrggbb`. */
  theme: z.object({ primaryColor: z.optional(z.string()) }),
  excludedMenuEntries: z.array(z.string()),
  /** URLs of the menu entries that lead to external pages. */
  externalLinks: z.array(z.object({ entry: z.string(), url: z.string() })),
  /** IANA name. The days that documents print are days of this zone. */
  timeZone: z.string(),
  /** `sandbox`: a tenant to try everything in, wherever the installation is. */
  environment: z.enum(['production', 'development', 'test', 'sandbox']),
  /** Seconds by which business time is ahead of machine time; 0 but in a sandbox whose clock was moved. */
  secondsAhead: z.int(),
  /** Null unless the tenant, or the whole installation, is in maintenance. */
  maintenance: z.nullable(Maintenance),
  version: z.string(),
})
export type CurrentTenant = z.output<typeof CurrentTenant>

export const TenantEntry = z.object({ tenantId: Id, tenantName: z.string(), tenantCode: z.string() })

export const Currency = z.object({
  currencyId: z.int(),
  currencyCode: z.string(),
  currencyName: z.string(),
  currencySymbol: z.string(),
})
export type Currency = z.output<typeof Currency>

export const Country = z.object({ countryCode: z.string(), countryName: z.string() })

export const AccountGroup = z.object({ groupId: z.int(), name: z.string(), level: z.int() })
export type AccountGroup = z.output<typeof AccountGroup>

/** A role with its permissions. Nobody may give a role that allows more than their own do (`covers`). */
export const RoleEntry = z.extend(Role, { permissions: z.array(Permission) })
export type RoleEntry = z.output<typeof RoleEntry>

export const Subscription = z.object({ subscriptionId: z.int(), name: z.string() })

export const tenants = {
  current: endpoint({
    method: 'GET',
    path: '/tenants/current',
    summary: 'The tenant named by the headers, or else by the host name',
    permission: 'public',
    answer: CurrentTenant,
    tenant: false,
    inMaintenance: true,
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/tenants/lookup',
    summary: 'Tenants: every one for a super admin, else the current one',
    permission: 'session',
    answer: z.array(TenantEntry),
  }),
  currencies: endpoint({
    method: 'GET',
    path: '/lookup/currencies',
    summary: 'Currencies',
    permission: 'session',
    answer: z.array(Currency),
  }),
  countries: endpoint({
    method: 'GET',
    path: '/lookup/countries',
    summary: 'Countries, named in the asked language',
    permission: 'session',
    query: z.strictObject({ languageId: z.optional(z.string().check(z.maxLength(20))) }),
    answer: z.array(Country),
  }),
  groups: endpoint({
    method: 'GET',
    path: '/lookup/groups',
    summary: 'Account groups, most senior first',
    permission: 'session',
    answer: z.array(AccountGroup),
  }),
  roles: endpoint({
    method: 'GET',
    path: '/lookup/roles',
    summary: 'Roles',
    permission: 'session',
    answer: z.array(RoleEntry),
  }),
  subscriptions: endpoint({
    method: 'POST',
    path: '/subscriptions/search',
    summary: 'Subscriptions',
    permission: 'session',
    effect: 'read',
    body: z.strictObject({ limit: z._default(z.int().check(z.minimum(1), z.maximum(3000)), 3000) }),
    answer: pageOf(Subscription),
  }),
}
