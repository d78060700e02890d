import type { TenantChange, TenantDefaults, TenantSettings } from '@trellis/contract/settings'
import type { Database } from '../../platform/database/database.ts'
import { json, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'

/** What a tenant's super admins set, from the database. */
export type StoredSettings = Omit<TenantSettings, 'environment' | 'version' | 'domains'> & {
  theme: { primaryColor?: string }
  /** Host names and the sender's domain that are proved (rules G27). */
  provedDomains: string[]
  isSandbox: boolean
  secondsAhead: number
}

/** The settings of the transaction's tenant. */
export const findSettings = (tx: Reader) =>
  tx.row<StoredSettings>(sql`
    select t.code::text as "tenantCode", t.name as "tenantName", t.logo_url as "logoUrl", t.theme,
           t.excluded_menu_entries as "excludedMenuEntries", t.external_links as "externalLinks",
           coalesce(t.time_zone, 'UTC') as "timeZone",
           array(select h.host::text from tenant_hosts h where h.tenant_id = t.tenant_id order by h.host) as hosts,
           t.mail_sender as "mailFrom", t.is_sandbox as "isSandbox",
           ceil(extract(epoch from clock_ahead()))::int as "secondsAhead",
           array(select h.host::text from tenant_hosts h where h.tenant_id = t.tenant_id and h.proved_at is not null
                 union select domain_of(t.mail_sender) where t.mail_sender_proved_at is not null order by 1) as "provedDomains",
           json_build_object(
             'protectionDays', t.protection_days, 'stockHoldDays', t.stock_hold_days,
             'certificateReminderDays', t.certificate_reminder_days, 'licenseReminderDays', t.license_reminder_days) as defaults
    from tenants t where t.tenant_id = (select current_tenant())`)

/** Changes of one tenant wait for each other, so that each is recorded with what it replaced. */
export const lockSettings = (tx: Tx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('tenant settings ' || current_tenant(), 0))`)

const columnsOf = ({
  protectionDays,
  stockHoldDays,
  certificateReminderDays,
  licenseReminderDays,
}: TenantDefaults) => ({
  protection_days: protectionDays,
  stock_hold_days: stockHoldDays,
  certificate_reminder_days: certificateReminderDays,
  license_reminder_days: licenseReminderDays,
})

/** Writes what the change names. New host names and another domain of the sender are not proved. */
export async function writeSettings(tx: Tx, change: TenantChange): Promise<void> {
  const { tenantName, theme, excludedMenuEntries, externalLinks, timeZone, mailFrom, hosts, defaults } = change
  const row = {
    name: tenantName,
    theme,
    excluded_menu_entries: excludedMenuEntries,
    external_links: externalLinks,
    time_zone: timeZone,
    mail_sender: mailFrom,
    ...(defaults && columnsOf(defaults)),
  }
  await tx.row(sql`select change_tenant(${json(row)})`)
  if (hosts) await tx.row(sql`select change_tenant_hosts(${hosts}::text[])`)
}

/** Gives the transaction's tenant a time zone if it has none; its id in that case. */
export const takeTimeZone = async (tx: Tx, timeZone: string): Promise<string | undefined> =>
  (
    await tx.row<{ tenantId: string }>(sql`
      select tenant_id as "tenantId", change_tenant(${json({ time_zone: timeZone })}) from tenants
      where tenant_id = (select current_tenant()) and time_zone is null`)
  )?.tenantId

/** Whether the database knows the time zone. */
export const isKnownTimeZone = async (tx: Reader, timeZone: string): Promise<boolean> =>
  (await tx.row<{ known: string | null }>(sql`select known_time_zone(${timeZone}) as known`))?.known != null
/** Violates `tenant_hosts_proved` for a host name that leads to another tenant. */
export const proveDomains = (tx: Tx, names: string[]) => tx.row(sql`select prove_tenant_domains(${names}::text[])`)

/** Host names among these that lead to another tenant. */
export const listTakenHosts = async (tx: Reader, hosts: string[]): Promise<string[]> =>
  (
    await tx.rows<{ host: string }>(sql`
      select host::text from tenant_hosts
      where host = any(${hosts}::citext[]) and proved_at is not null and tenant_id <> (select current_tenant())`)
  ).map(({ host }) => host)

/** Those that lead to a tenant of another primary (decision 179). */
export const listTakenElsewhere = async (
  { primaries, everywhere }: Pick<Database, 'primaries' | 'everywhere'>,
  tenantId: string | null,
  hosts: string[],
): Promise<string[]> => {
  if (primaries.length === 1 || hosts.length === 0) return []
  const all = await everywhere.each((shared) =>
    shared.rows<{ host: string }>(sql`
      select host::text from tenant_hosts
      where host = any(${hosts}::citext[]) and proved_at is not null and tenant_id is distinct from ${tenantId}::uuid`),
  )
  return all.flat().map(({ host }) => host)
}

/** Whether the transaction's tenant serves the hosts that no tenant has claimed. */
export const isDefaultTenant = async (tx: Reader, defaultCode: string | undefined): Promise<boolean> =>
  (await tx.row(sql`
    select from (
      select tenant_id from tenants where ${defaultCode ?? null}::citext is null or code = ${defaultCode ?? null}
      order by is_sandbox, created_at limit 1) d
    where d.tenant_id = (select current_tenant())`)) !== undefined

export interface Logo {
  type: string
  content: Buffer
  /** SHA-256 in hexadecimal. */
  hash: string
}

export const findLogo = (tx: Reader) =>
  tx.row<Logo>(sql`select type, content, hash from tenant_logos where tenant_id = (select current_tenant())`)

/** Sets the logo and the address under which it is served; null removes both. */
export async function writeLogo(tx: Tx, logo: Logo | null, url: string | null): Promise<void> {
  await tx.run(
    logo === null
      ? sql`delete from tenant_logos where tenant_id = (select current_tenant())`
      : sql`
        insert into tenant_logos (type, content, hash) values (${logo.type}, ${logo.content}, ${logo.hash})
        on conflict (tenant_id) do update set type = excluded.type, content = excluded.content, hash = excluded.hash`,
  )
  await tx.row(sql`select change_tenant(${json({ logo_url: url })})`)
}

/** Locks the account group and gives it another name; the former one, or undefined when there is no such group. */
export async function renameGroup(tx: Tx, groupId: number, name: string): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(sql`
    select name from account_groups where tenant_id = (select current_tenant()) and group_id = ${groupId} for update`)
  if (row)
    await tx.run(sql`
      update account_groups set name = ${name} where tenant_id = (select current_tenant()) and group_id = ${groupId}`)
  return row?.name
}

/** Whether another group has this name, without regard to case. */
export const isGroupNamed = async (tx: Reader, name: string, exceptId: number): Promise<boolean> =>
  (await tx.row(sql`
    select from account_groups
    where tenant_id = (select current_tenant()) and key_of(name) = key_of(${name}) and group_id <> ${exceptId}`)) !==
  undefined
