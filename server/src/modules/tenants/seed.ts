import { type Flag, type Module, modules, type Permission } from '@trellis/contract/permissions'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sandboxName } from './sandbox.ts'

/** Account groups of a new tenant, most senior first (rules N2). */
const groups = [
  { groupId: 1, name: 'ODM', level: 10 },
  { groupId: 2, name: 'OEM', level: 15 },
  { groupId: 3, name: 'OPCO', level: 20 },
  { groupId: 4, name: 'DISTRIBUTOR', level: 30 },
  { groupId: 5, name: 'RESELLER_PLATINUM', level: 40 },
  { groupId: 6, name: 'RESELLER_GOLD', level: 40 },
  { groupId: 7, name: 'RESELLER_SILVER', level: 40 },
  { groupId: 8, name: 'BUYER', level: 60 },
] as const

const subscriptions = ['Standard', 'Professional', 'Enterprise']

const granted = (flagsOf: (module: Module) => Flag[]): Permission[] =>
  modules
    .map((module) => ({ module, flags: flagsOf(module).join('-') }))
    .filter((permission) => permission.flags !== '')

const vendorsOwn: Module[] = ['Products', 'ProductTypes', 'PriceLists', 'Certifications', 'Deals', 'LicensesRMA']
const basicCreates: Module[] = ['Orders', 'Licenses', 'Files', 'Deals']

function accountAdmin(module: Module): Flag[] {
  if (module === 'Products' || module === 'ProductTypes' || module === 'Audit') return ['r']
  if (module === 'LicensesRMA') return ['r', 'u']
  return ['c', 'r', 'u', 'd']
}

function basic(module: Module): Flag[] {
  if (module === 'Audit') return []
  return basicCreates.includes(module) ? ['c', 'r'] : ['r']
}

/** Roles of a new tenant (rules P3). */
const roles = [
  {
    roleId: 1,
    name: 'SuperAdmin',
    isSuperAdmin: true,
    purpose: 'super_admin',
    permissions: granted(() => ['c', 'cu', 'r', 'ra', 'u', 'd']),
  },
  {
    roleId: 2,
    name: 'VendorManager',
    isSuperAdmin: false,
    permissions: granted((module) =>
      module === 'Audit' ? [] : vendorsOwn.includes(module) ? ['c', 'r', 'ra', 'u', 'd'] : ['r', 'ra'],
    ),
  },
  {
    roleId: 3,
    name: 'AccountAdmin',
    isSuperAdmin: false,
    purpose: 'administrator',
    permissions: granted(accountAdmin),
  },
  { roleId: 4, name: 'Basic', isSuperAdmin: false, permissions: granted(basic) },
]

/** The account group of the root account of a new tenant. */
export const rootGroupId = 3

export interface TenantDraft {
  tenantId: string
  code: string
  name: string
  /** ISO 4217 code. */
  currencyCode: string
  hosts?: string[]
  theme?: { primaryColor?: string }
  externalLinks?: { entry: string; url: string }[]
  excludedMenuEntries?: string[]
  /** IANA name; absent: that of the first administrator, once there is one. */
  timeZone?: string
  /** To try everything in (decision 147); its name says so. */
  isSandbox?: boolean
}

/** What `seed_tenant` inserts. */
export const seedOf = (draft: TenantDraft): Sql =>
  json({
    tenantId: draft.tenantId,
    code: draft.code,
    name: draft.isSandbox ? sandboxName(draft.name) : draft.name,
    currencyCode: draft.currencyCode,
    hosts: draft.hosts ?? [],
    theme: draft.theme ?? {},
    externalLinks: draft.externalLinks ?? [],
    excludedMenuEntries: draft.excludedMenuEntries ?? [],
    timeZone: draft.timeZone ?? null,
    isSandbox: draft.isSandbox ?? false,
    ...{ groups, subscriptions, roles },
  })

/**
 * Inserts a tenant with its groups, roles and subscriptions, for the operator's commands: only the owner may write the list of tenants.
 * The transaction must already act as that tenant.
 */
export async function seedTenant(tx: Tx, draft: TenantDraft): Promise<void> {
  const row = await tx.row<{ isThere: boolean }>(sql`select seed_tenant(${seedOf(draft)}) as "isThere"`)
  if (!row?.isThere) throw new Refusal('RQ422', null, `Unknown currency ${draft.currencyCode}`)
}
