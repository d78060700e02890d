import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import { findTenantByHost, leadsTo } from '../../tenants/index.ts'

/** Where a passkey works: WebAuthn's RP ID, and the only page that may ask for it. */
export interface PasskeyHost {
  host: string
  origin: string
}

export type PasskeyHosts = (tenant: Tenant, request: FastifyRequest) => Promise<PasskeyHost>

export interface HostMeans {
  db: Database
  config: Pick<Config, 'defaultTenant' | 'publicUrl'>
}

/** No passkey works here. */
export const wrongHost = () =>
  new Refusal('RQ403', { reason: 'host' }, 'Passkeys do not work at this address of the portal')

/**
 * The host name of the request, if it leads to the tenant: it was proved (rules G27), is that of the installation, or is local. Refuses
 * RQ403 elsewhere, such as at an address of numbers.
 */
export function openPasskeyHosts({ db, config }: HostMeans): PasskeyHosts {
  const { hostname: publicHost, protocol } = new URL(config.publicUrl)
  const isLocal = (host: string) => /(^|\.)localhost$/.test(host)
  return async ({ tenantId }, request) => {
    const host = request.hostname.toLowerCase()
    const isNamed = host === publicHost || isLocal(host)
    const leads = isNamed
      ? (await findTenantByHost(db, host, config.defaultTenant))?.tenantId === tenantId
      : await leadsTo(db, host, tenantId)
    if (!leads) throw wrongHost()
    return { host, origin: new URL(`${protocol}//${request.host}`).origin }
  }
}
