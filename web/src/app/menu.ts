/** The side menu, and who sees which entry (rules V1). */
import { hasPermission, mayDefineCertificates, type Permissions } from '@trellis/contract/permissions'
import type { CurrentTenant, MenuEntry } from '@trellis/contract/tenants'

export type MenuGroup = 'reports' | 'marketing' | 'support' | 'portal' | 'development'

export interface Entry {
  /** A tenant may exclude each entry but its own settings and what is the installation's. */
  name: MenuEntry | 'settings' | 'installation'
  /** The path of a screen; entries without it are external links whose URL is in the tenant's settings. */
  path?: string
  group?: MenuGroup
  hiddenInProduction?: true
  /** Visible to account groups up to this level. */
  maximumLevel?: number
  /** Visible to those whose permissions pass; everybody else has no use for the screen. */
  isFor?: (permissions: Permissions) => boolean
  /** Visible to those who administer the tenant. */
  forAdministrators?: true
  /** False while the screen is planned for a later version; the entry is then hidden. */
  ready: boolean
}

/** The first steps on the first screen, whatever waits there. */
export const firstStepsHref = '/dashboard?steps=1'

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
  { name: 'reports-month', path: '/reports/month', group: 'reports', ready: true },
  { name: 'brand-assets', group: 'marketing', ready: true },
  { name: 'knowledge-base', group: 'support', ready: true },
  { name: 'help-desk', group: 'support', ready: true },
  { name: 'settings', path: '/settings', group: 'portal', forAdministrators: true, ready: true },
  { name: 'installation', path: '/installation/tenants', group: 'portal', ready: true },
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
  /** Administers the tenant. */
  administers: boolean
  isOperator: boolean
}

/** The entries that a user sees. */
export function offered(
  entries: readonly Entry[],
  tenant: TenantFacts,
  { level, permissions, administers, isOperator }: MenuReader,
): OfferedEntry[] {
  return entries.flatMap((entry) => {
    const href = entry.path ?? webAddress(tenant.externalLinks.find((link) => link.entry === entry.name)?.url)
    const hidden =
      !entry.ready ||
      href === null ||
      tenant.excludedMenuEntries.includes(entry.name) ||
      (entry.forAdministrators === true && !administers) ||
      (entry.name === 'installation' && !isOperator) ||
      (entry.hiddenInProduction === true && ['production', 'sandbox'].includes(tenant.environment)) ||
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

/** Records stay open, because orders, mails and news of before lead to them; their paths hold digits or capitals. */
const isScreen = (segment: string | undefined) => segment === undefined || /^[a-z-]*$/.test(segment)

/**
 * The entry of a screen that the tenant has excluded, and whose lists and forms are therefore closed by their address too.
 * The dashboard is where everybody arrives, so it is only hidden.
 */
export function closedEntry(
  path: string,
  { excludedMenuEntries }: Pick<TenantFacts, 'excludedMenuEntries'>,
): Entry | null {
  const entry = menu.find((each) => each.path !== undefined && (path === each.path || path.startsWith(`${each.path}/`)))
  if (entry?.path === undefined || entry.name === 'dashboard' || !excludedMenuEntries.includes(entry.name)) return null
  const [next] = path.slice(entry.path.length + 1).split('/')
  return isScreen(next || undefined) ? entry : null
}
