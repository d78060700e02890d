/** The side menu, and who sees which entry (rules V1). */
import { hasPermission, mayDefineCertificates, type Permissions } from '@trellis/contract/permissions'
import type { CurrentTenant, MenuEntry } from '@trellis/contract/tenants'

export type MenuGroup = 'reports' | 'marketing' | 'support' | 'development'

export interface Entry {
  name: MenuEntry
  /** The path of a screen; entries without it are external links whose URL is in the tenant's settings. */
  path?: string
  group?: MenuGroup
  hiddenInProduction?: true
  /** Visible to account groups up to this level. */
  maximumLevel?: number
  /** Visible to those whose permissions pass; everybody else has no use for the screen. */
  isFor?: (permissions: Permissions) => boolean
  /** False while the screen is planned for a later version; the entry is then hidden. */
  ready: boolean
}

export const menu: readonly Entry[] = [
  { name: 'dashboard', path: '/dashboard', ready: true },
  { name: 'products', path: '/products', ready: true },
  { name: 'pricelists', path: '/pricelists', maximumLevel: 40, ready: true },
  { name: 'accounts', path: '/accounts', maximumLevel: 40, ready: true },
  { name: 'deals', path: '/deals', ready: true },
  { name: 'sell-in', path: '/sell-in', ready: true },
  { name: 'stocks', path: '/stocks', ready: true },
  { name: 'sell-out', path: '/sell-out', maximumLevel: 40, ready: true },
  { name: 'licenses', path: '/licenses', ready: true },
  { name: 'renewals', path: '/renewals', ready: true },
  { name: 'certifications', path: '/certifications', isFor: mayDefineCertificates, ready: true },
  { name: 'audit', path: '/audit', isFor: (held) => hasPermission(held, 'Audit', 'r'), ready: true },
  { name: 'reports-licenses', path: '/reports/licenses', group: 'reports', ready: true },
  { name: 'brand-assets', group: 'marketing', ready: true },
  { name: 'knowledge-base', group: 'support', ready: true },
  { name: 'help-desk', group: 'support', ready: true },
  { name: 'ds', path: '/ds', group: 'development', hiddenInProduction: true, ready: true },
]

/** A visible entry with its URL. */
export interface OfferedEntry extends Entry {
  href: string
}

type TenantFacts = Pick<CurrentTenant, 'excludedMenuEntries' | 'externalLinks' | 'environment'>

interface MenuReader {
  /** The level of the user's account group. */
  level: number
  permissions: Permissions
}

/** The entries that a user sees. */
export function offered(
  entries: readonly Entry[],
  tenant: TenantFacts,
  { level, permissions }: MenuReader,
): OfferedEntry[] {
  return entries.flatMap((entry) => {
    const href = entry.path ?? webAddress(tenant.externalLinks.find((link) => link.entry === entry.name)?.url)
    const hidden =
      !entry.ready ||
      href === null ||
      tenant.excludedMenuEntries.includes(entry.name) ||
      (entry.hiddenInProduction === true && tenant.environment === 'production') ||
      (entry.maximumLevel !== undefined && level > entry.maximumLevel) ||
      entry.isFor?.(permissions) === false
    return hidden ? [] : [{ ...entry, href }]
  })
}

/** The tenant's settings are typed by people: accept only http and https URLs. */
function webAddress(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}
