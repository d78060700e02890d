/**
 * The portal's own tenant, as `tenants/current` answers for the host this page came from. It is remembered from one visit
 * to the next, so that the brand is there before the first answer and the first calls can name their tenant at once.
 */
import type { CurrentTenant } from '@trellis/contract/tenants'
import { transmit } from './transport.ts'

export type { CurrentTenant } from '@trellis/contract/tenants'

const place = 'trellis.tenant'

/** Free text that names this client to the server's log (wire: headers). */
const clientHeaders = { 'X-Label': 'trellis', 'X-Product': 'trellis-web' }

let current: CurrentTenant | null = null
let asked: Promise<CurrentTenant> | null = null

/** What the last visit, or this one, has learnt; null at the very first. */
export function rememberedTenant(): CurrentTenant | null {
  if (current !== null) return current
  try {
    current = JSON.parse(localStorage.getItem(place) ?? 'null') as CurrentTenant | null
  } catch {
    current = null
  }
  return current
}

/** Asks the server once for each visit; the host name says which tenant, so this call carries no tenant code. */
export function fetchTenant(): Promise<CurrentTenant> {
  asked ??= askForTenant().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

async function askForTenant(): Promise<CurrentTenant> {
  const path = '/tenants/current'
  const response = await transmit(`/api/v1${path}`, { method: 'GET', name: path, headers: clientHeaders })
  current = (await response.json()) as CurrentTenant
  try {
    localStorage.setItem(place, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing asks again at the next visit.
  }
  return current
}

export async function tenantHeaders(): Promise<Record<string, string>> {
  const { tenantCode } = rememberedTenant() ?? (await fetchTenant())
  return { ...clientHeaders, 'X-Tenant-Code': tenantCode }
}
