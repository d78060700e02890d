import { isDark, readableOn } from '@trellis/contract/brand'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { addressIn, type Mailbox } from '../../platform/mail/message.ts'

/** How a tenant presents itself in its mails. */
export interface Brand {
  name: string
  /** Absolute URL; null when the tenant has none that a mail program could load. */
  logoUrl: string | null
  colors: Colors
  /** Base URL of the portal, without a trailing slash. */
  address: string
  sender: Mailbox
  /** The tenant's own address, as long as mails must not come from it (rules G27). */
  replyTo: string | null
}

export interface Colors {
  button: string
  onButton: string
  /** Colour of links and headings, readable on the light and on the dark background. */
  accent: string
  accentOnDark: string
}

export interface BrandMeans {
  publicUrl: string
  mailFrom: string | undefined
  defaultTenant: string | undefined
}

interface TenantRow {
  code: string
  name: string
  logoUrl: string | null
  theme: { primaryColor?: string }
  mailSender: string | null
  isSenderProved: boolean
  hosts: string[]
  /** This tenant serves the hosts that no tenant has claimed. */
  isDefault: boolean
}

/** The brand of the transaction's tenant. */
export async function findBrand(tx: Reader, means: BrandMeans): Promise<Brand> {
  const row = await tx.row<TenantRow>(sql`
    select t.code::text, t.name, t.logo_url as "logoUrl", t.theme, t.mail_sender as "mailSender",
           t.mail_sender_proved_at is not null as "isSenderProved",
           (select coalesce(json_agg(h.host order by h.host), '[]') from offered.tenant_hosts h where h.tenant_id = t.tenant_id) as hosts,
           t.tenant_id = (
             select d.tenant_id from offered.tenants d
             where ${means.defaultTenant ?? null}::citext is null or d.code = ${means.defaultTenant ?? null}
             order by d.is_sandbox, d.created_at limit 1
           ) as "isDefault"
    from offered.tenants t where t.tenant_id = (select current_tenant())`)
  if (row === undefined) throw new Error('A mail is written as a tenant')
  return brandOf(row, means)
}

const plain = '#1f4f8f'

export function brandOf(row: TenantRow, { publicUrl, mailFrom }: BrandMeans): Brand {
  const address = addressOf(row, publicUrl)
  const primary = /^#[0-9a-f]{6}$/i.test(row.theme.primaryColor ?? '') ? String(row.theme.primaryColor) : plain
  const own = addressIn(row.mailSender ?? '')
  const sender = (row.isSenderProved ? own : null) ?? addressIn(mailFrom ?? '') ?? defaultSender(publicUrl)
  return {
    name: row.name,
    logoUrl: logoOf(row.logoUrl, address),
    colors: {
      button: primary,
      onButton: isDark(primary) ? '#ffffff' : '#000000',
      accent: readableOn('#ffffff', primary),
      accentOnDark: readableOn('#1b1d21', primary),
    },
    address,
    sender: { name: row.name, address: sender },
    replyTo: row.isSenderProved ? null : own,
  }
}

/** Where a tenant's portal is found; null when no host name leads to it. */
export function portalAddress(row: Pick<TenantRow, 'code' | 'hosts' | 'isDefault'>, publicUrl: string): string | null {
  const isFound = row.isDefault || row.hosts.length > 0 || isOnLocalhost(publicUrl)
  return isFound ? addressOf(row, publicUrl) : null
}

/** On `localhost` a tenant is found by its code, as `CODE.localhost`; elsewhere it needs a host name. */
export const isOnLocalhost = (publicUrl: string): boolean => new URL(publicUrl).hostname === 'localhost'

/**
 * The tenant's own host with the scheme and port of PUBLIC_URL. It is never taken from the Host header of a request,
 * which an attacker could set.
 */
function addressOf(
  { code, hosts, isDefault }: Pick<TenantRow, 'code' | 'hosts' | 'isDefault'>,
  publicUrl: string,
): string {
  const url = new URL(publicUrl)
  const local = isOnLocalhost(publicUrl) && !isDefault && /^[a-z\d-]+$/i.test(code)
  const host = hosts.includes(url.hostname) ? url.hostname : (hosts[0] ?? (local ? `${code}.localhost` : undefined))
  if (host !== undefined) url.hostname = host.toLowerCase()
  return url.href.replace(/\/$/, '')
}

/** Mail programs load only http(s) URLs; a relative URL becomes one of the portal. */
function logoOf(logoUrl: string | null, address: string): string | null {
  if (logoUrl === null || logoUrl === '') return null
  if (!URL.canParse(logoUrl, `${address}/`)) return null
  const url = new URL(logoUrl, `${address}/`)
  return /^https?:$/.test(url.protocol) ? url.href : null
}

function defaultSender(address: string): string {
  const sender = `no-reply@${new URL(address).hostname}`
  return addressIn(sender) ?? 'no-reply@localhost'
}
