/** The side menu, and who sees which entry (rules V1). */
import type { CurrentTenant, MenuEntry } from '@trellis/contract/tenants'

export type MenuGroup = 'reports' | 'marketing' | 'support' | 'development'

export interface Entry {
  name: MenuEntry
  /** A screen of ours; entries without one are external links, whose address the tenant knows. */
  path?: string
  group?: MenuGroup
  hiddenInProduction?: true
  /** Seen by groups up to this level. */
  maximumLevel?: number
  /** False while its screen belongs to a later version: an entry that leads to nothing is not offered. */
  ready: boolean
}

export const menu: readonly Entry[] = [
  { name: 'dashboard', path: '/dashboard', ready: true },
  { name: 'products', path: '/products', ready: true },
  { name: 'pricelists', path: '/pricelists', maximumLevel: 40, ready: true },
  { name: 'accounts', path: '/accounts', maximumLevel: 40, ready: true },
  { name: 'deals', path: '/deals', ready: false },
  { name: 'sell-in', path: '/sell-in', ready: true },
  { name: 'stocks', path: '/stocks', ready: true },
  { name: 'sell-out', path: '/sell-out', maximumLevel: 40, ready: true },
  { name: 'licenses', path: '/licenses', ready: true },
  { name: 'reports-licenses', path: '/reports/licenses', group: 'reports', ready: false },
  { name: 'brand-assets', group: 'marketing', ready: true },
  { name: 'knowledge-base', group: 'support', ready: true },
  { name: 'help-desk', group: 'support', ready: true },
  { name: 'ds', path: '/ds', group: 'development', hiddenInProduction: true, ready: true },
]

/** An entry that somebody sees, with where it leads. */
export interface OfferedEntry extends Entry {
  href: string
}

type TenantFacts = Pick<CurrentTenant, 'excludedMenuEntries' | 'externalLinks' | 'environment'>

/** What a user of an account at this group level is offered in this tenant. */
export function offered(entries: readonly Entry[], tenant: TenantFacts, level: number): OfferedEntry[] {
  return entries.flatMap((entry) => {
    const href = entry.path ?? webAddress(tenant.externalLinks.find((link) => link.entry === entry.name)?.url)
    const hidden =
      !entry.ready ||
      href === null ||
      tenant.excludedMenuEntries.includes(entry.name) ||
      (entry.hiddenInProduction === true && tenant.environment === 'production') ||
      (entry.maximumLevel !== undefined && level > entry.maximumLevel)
    return hidden ? [] : [{ ...entry, href }]
  })
}

/** Tenants are configured by people: what is no web address is no link. */
function webAddress(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? url : null
}
