import type { Currency, RoleEntry } from '@trellis/contract/tenants'
import type { Everywhere, Shared } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Tenant } from '../../platform/tenancy.ts'

/** Every primary: a tenant lives in one of them, and which is not known before it was found. */
type Installed = { everywhere: Everywhere }

export interface TenantRow extends Tenant {
  name: string
  logo_url: string | null
  theme: { primaryColor?: string }
  excluded_menu_entries: string[]
  external_links: { entry: string; url: string }[]
  timeZone: string
  isSandbox: boolean
  /** Its deletion has begun (rules G32). */
  isGoing: boolean
  secondsAhead: number
}

const columns = sql`
  tenant_id as "tenantId", code::text, name, logo_url, theme, excluded_menu_entries, external_links,
  coalesce(time_zone, 'UTC') as "timeZone",
  suspended_at is not null as "isSuspended", is_sandbox as "isSandbox",
  deletion_began_at is not null as "isGoing",
  (select ceil(coalesce(max(extract(epoch from m.ahead)), 0))::int from moved_clocks m where m.tenant_id = tenants.tenant_id) as "secondsAhead"`

export const findTenantByCode = ({ everywhere }: Installed, code: string) =>
  everywhere.find((shared) => shared.row<TenantRow>(sql`select ${columns} from tenants where code = ${code}`))

/** The lower its rank, the sooner a tenant is that of the host. */
type Ranked = TenantRow & { rank: string }
type Best = { best: Ranked | undefined }

/** Host names whose answers are kept for when a primary does not answer. Anybody can ask for any name. */
const mostHosts = 1_000
const memories = new WeakMap<Everywhere, Map<string, Map<Shared, Best>>>()

function memoryOf(everywhere: Everywhere, host: string): Map<Shared, Best> {
  const hosts = memories.get(everywhere) ?? new Map<string, Map<Shared, Best>>()
  memories.set(everywhere, hosts)
  const memory = hosts.get(host) ?? new Map<Shared, Best>()
  hosts.delete(host)
  hosts.set(host, memory)
  for (const oldest of hosts.keys()) {
    if (hosts.size <= mostHosts) break
    hosts.delete(oldest)
  }
  return memory
}

/**
 * The tenant for a host: by its own host name that is proved, or by its code as the first label of `*.localhost`; otherwise the default
 * tenant.
 */
export async function findTenantByHost(
  { everywhere }: Installed,
  host: string,
  defaultCode: string | undefined,
): Promise<TenantRow | undefined> {
  const found = await everywhere.each(
    async (shared) => ({ best: await bestForHost(shared, host, defaultCode) }),
    memoryOf(everywhere, host),
  )
  const [first] = found.flatMap(({ best }) => best ?? []).sort((one, other) => (one.rank < other.rank ? -1 : 1))
  if (first === undefined) return undefined
  const { rank: _, ...tenant } = first
  return tenant
}

const bestForHost = (shared: Shared, host: string, defaultCode: string | undefined) =>
  shared.row<Ranked>(sql`
    select ${columns},
      concat_ws(' ', (h.host is distinct from ${host})::int, (code || '.localhost' is distinct from ${host})::int,
        (code is distinct from ${defaultCode ?? null})::int, is_sandbox::int, extract(epoch from created_at)) collate "C" as rank
    from tenants
    left join (select tenant_id, host from tenant_hosts where proved_at is not null) h using (tenant_id)
    order by rank limit 1`)

/** Whether this host name was proved by the tenant (rules G27). */
export const leadsTo = async ({ everywhere }: Installed, host: string, tenantId: string): Promise<boolean> =>
  (await everywhere.find((shared) =>
    shared.row(sql`
      select from tenant_hosts where host = ${host}::citext and tenant_id = ${tenantId} and proved_at is not null`),
  )) !== undefined

/**
 * The tenants for which a scheduled job has something to do, or may have: all but the suspended ones (rules G22), unless those as
 * well. One question for all tenants (decision 124).
 */
export const listWithWork = (shared: Shared, job: string, { whileSuspended = false } = {}) =>
  shared.rows<Tenant>(sql`
    select t.tenant_id as "tenantId", t.code::text
    from tenants_with_work(${job}, ${whileSuspended}) w join tenants t on t.tenant_id = w order by t.tenant_id`)

export async function listTenants({ everywhere }: Installed) {
  const all = await everywhere.each((shared) =>
    shared.rows<{ tenantId: string; tenantName: string; tenantCode: string; isSandbox: boolean; isGoing: boolean }>(sql`
      select tenant_id as "tenantId", name as "tenantName", code::text as "tenantCode", is_sandbox as "isSandbox",
             deletion_began_at is not null as "isGoing"
      from tenants order by name, tenant_id`),
  )
  return all.flat()
}

export interface TenantSettings {
  tenantCode: string
  tenantName: string
  hosts: string[]
  currencyCode: string
  mailSender: string | null
  logoUrl: string | null
  theme: { primaryColor?: string }
  createdAt: Date
  suspendedAt: Date | null
  suspensionReason: string | null
  deletionBeganAt: Date | null
  isSandbox: boolean
}

/** A tenant's settings, for the operator. */
export const findTenantSettings = ({ everywhere }: Installed, tenantId: string) =>
  everywhere.find((shared) =>
    shared.row<TenantSettings>(sql`
    select t.code::text as "tenantCode", t.name as "tenantName", c.code as "currencyCode", t.mail_sender as "mailSender",
           t.logo_url as "logoUrl", t.theme, t.created_at as "createdAt",
           t.suspended_at as "suspendedAt", t.suspension_reason as "suspensionReason",
           t.deletion_began_at as "deletionBeganAt", t.is_sandbox as "isSandbox",
           array(select h.host::text from tenant_hosts h where h.tenant_id = t.tenant_id order by 1) as hosts
    from tenants t join currencies c using (currency_id) where t.tenant_id = ${tenantId}`),
  )

/** Name of the transaction's tenant. */
export const nameOfTenant = (read: Reader) =>
  read.row<{ name: string; code: string }>(sql`
    select name, code::text from tenants where tenant_id = (select current_tenant())`)

/** The time zone whose days documents of the transaction's tenant print (decision 113). */
export async function zoneOfTenant(read: Reader): Promise<string> {
  const row = await read.row<{ zone: string }>(sql`
    select coalesce(time_zone, 'UTC') as zone from tenants where tenant_id = (select current_tenant())`)
  return row?.zone ?? 'UTC'
}

export const listCurrencies = (tx: Reader) =>
  tx.rows<Currency>(sql`
    select currency_id as "currencyId", code as "currencyCode", name as "currencyName", symbol as "currencySymbol"
    from currencies order by code`)

export const listGroups = (tx: Reader) =>
  tx.rows<{ groupId: number; name: string; level: number }>(sql`
    select group_id as "groupId", name, level from account_groups
    where tenant_id = (select current_tenant()) order by level, group_id`)

export const listRoles = (tx: Reader) =>
  tx.rows<RoleEntry>(sql`
    select role_id as "roleId", name, is_super_admin as "isSuperAdmin", permissions from roles
    where tenant_id = (select current_tenant()) order by role_id`)

export const listSubscriptions = (tx: Reader) =>
  tx.rows<{ subscriptionId: number; name: string }>(sql`
    select subscription_id as "subscriptionId", name from subscriptions
    where tenant_id = (select current_tenant()) order by subscription_id`)
