/**
 * The tenant of this portal, as `tenants/current` returns it for the page's host name. It is kept in local
 * storage, so that the next visit has the brand before the first answer, and its first calls can send the
 * tenant code at once.
 */
import type { CurrentTenant } from '@trellis/contract/tenants'
import { setAhead } from '../ui/now.ts'
import { transmit } from './transport.ts'

export type { CurrentTenant } from '@trellis/contract/tenants'

const storageKey = 'trellis.tenant'

/** Free text that identifies this client in the server's log (wire: headers). */
const clientHeaders = { 'X-Label': 'trellis', 'X-Product': 'trellis-web' }

let current: CurrentTenant | null = null
let asked: Promise<CurrentTenant> | null = null

/** The tenant from this visit or from local storage; null on the very first visit. */
export function rememberedTenant(): CurrentTenant | null {
  if (current !== null) return current
  try {
    current = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as CurrentTenant | null
    setAhead(current?.secondsAhead ?? 0)
  } catch {
    current = null
  }
  return current
}

/** Loads the tenant once per visit. The host name identifies the tenant, so this call sends no tenant code. */
export function fetchTenant(): Promise<CurrentTenant> {
  asked ??= askForTenant().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

/** The tenant as it is now. */
export async function askForTenant(): Promise<CurrentTenant> {
  const path = '/tenants/current'
  const response = await transmit(`/api/v1${path}`, { method: 'GET', name: path, headers: clientHeaders })
  return rememberTenant((await response.json()) as CurrentTenant)
}

/** Stores the tenant, also for the rest of this visit. Settings that only super admins read are left out. */
export function rememberTenant(tenant: Omit<CurrentTenant, 'maintenance'>): CurrentTenant {
  const { tenantCode, tenantName, logoUrl, theme, excludedMenuEntries, externalLinks, timeZone } = tenant
  const { environment, secondsAhead, version } = tenant
  const shown = { tenantCode, tenantName, logoUrl, theme, excludedMenuEntries, externalLinks, timeZone }
  current = { ...shown, environment, secondsAhead, maintenance: null, version }
  setAhead(secondsAhead)
  asked = Promise.resolve(current)
  try {
    localStorage.setItem(storageKey, JSON.stringify(current))
  } catch {
    // Without storage, the next visit loads it again.
  }
  return current
}

export async function tenantHeaders(): Promise<Record<string, string>> {
  const { tenantCode } = rememberedTenant() ?? (await fetchTenant())
  return { ...clientHeaders, 'X-Tenant-Code': tenantCode }
}
