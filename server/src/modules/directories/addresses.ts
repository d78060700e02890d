import type { Config } from '../../platform/config.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import { findSettings, isDefaultTenant } from '../tenants/index.ts'

export type AddressMeans = Pick<Config, 'publicUrl' | 'defaultTenant'>

/** The page to which issuers lead back. */
const page = '/auth/oidc'

/**
 * The addresses of the tenant's portal: PUBLIC_URL with its own name and with each proved one. The installation's own name leads to
 * the tenant only if it is the default one.
 */
async function addressesOf(tx: Reader, { publicUrl, defaultTenant }: AddressMeans): Promise<string[]> {
  const { hosts, provedDomains, tenantCode } = found(await findSettings(tx))
  const own = new URL(publicUrl).hostname
  const isDefault = await isDefaultTenant(tx, defaultTenant)
  const names = [
    ...(isDefault ? [own] : []),
    ...hosts.filter((host) => provedDomains.includes(host)),
    ...(own === 'localhost' ? [`${tenantCode.toLowerCase()}.localhost`] : []),
  ]
  return [...new Set(names.length > 0 ? names : [own])].map((name) => {
    const url = new URL(publicUrl)
    url.hostname = name
    return url.href.replace(/\/$/, '')
  })
}

export const redirectUrisOf = async (tx: Reader, means: AddressMeans): Promise<string[]> =>
  (await addressesOf(tx, means)).map((address) => address + page)

/** Where the issuer leads back: to the host that was asked if it is one of the tenant's, never because a header says so (threats A16). */
export async function redirectUriFor(tx: Reader, host: string, means: AddressMeans): Promise<string> {
  const uris = await redirectUrisOf(tx, means)
  return uris.find((uri) => new URL(uri).hostname === host.toLowerCase()) ?? found(uris[0])
}
