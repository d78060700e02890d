import type { TenantSettings } from '@trellis/contract/settings'
import { violates } from '../../platform/database/database.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { invalid } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { proveDomains, type StoredSettings } from '../tenants/index.ts'

/** The texts of the TXT records of a name, as `node:dns` answers them; fails when there are none. */
export type ResolveTxt = (name: string) => Promise<string[][]>

type Domain = TenantSettings['domains'][number]
type Stored = Pick<StoredSettings, 'hosts' | 'mailFrom' | 'provedDomains'>

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Nobody but this machine answers to these. */
export const isLocal = (name: string): boolean => /(^|\.)localhost$/.test(name)

/** The names that the tenant claims, whether each is proved, and the DNS record that proves it (rules G27). */
export function domainsOf(tx: Reader, tenantId: string, { hosts, mailFrom, provedDomains }: Stored): Domain[] {
  const sender = mailFrom === null ? [] : [domainOf(mailFrom)]
  return [...new Set([...hosts, ...sender])].map((name) => ({
    name,
    usedFor: [
      ...(hosts.includes(name) ? (['host'] as const) : []),
      ...(sender.includes(name) ? (['sender'] as const) : []),
    ],
    proved: provedDomains.includes(name),
    record: domainRecord(tx, tenantId, name),
  }))
}

/** The TXT record that proves that the tenant may use a name. */
export const domainRecord = (tx: Reader, tenantId: string, name: string): Domain['record'] => ({
  name: `_trellis.${name}`,
  value: `trellis-domain=${proofOf(tx, tenantId, name)}`,
})

/** Another tenant's record proves nothing: it depends on tenant, name and the secret of the installation. */
const proofOf = (tx: Reader, tenantId: string, name: string) =>
  tx.keyed('proofs of domains', `${tenantId} ${name}`).toString('hex').slice(0, 40)

/** Those of the domains whose record is there now. A name that cannot be looked up is not proved. */
export async function findProved(
  resolveTxt: ResolveTxt,
  domains: Pick<Domain, 'name' | 'record'>[],
): Promise<string[]> {
  const looked = await Promise.all(
    domains.map(async ({ name, record }) => {
      const texts = await resolveTxt(record.name).catch(() => [])
      return texts.some((parts) => parts.join('').trim() === record.value) ? [name] : []
    }),
  )
  return looked.flat()
}

/** From now on the names are in use. Refuses RQ422 for a host name that leads to another tenant. */
export async function prove(tx: Tx, tenantId: string, before: string[], names: string[]): Promise<void> {
  const added = names.filter((name) => !before.includes(name))
  if (added.length === 0) return
  try {
    await proveDomains(tx, added)
  } catch (error) {
    if (violates(error, 'tenant_hosts_proved')) throw invalid(['hosts'], 'taken', 'A host name leads to another tenant')
    throw error
  }
  await record(tx, 'tenant.changed', 'tenant', tenantId, {
    before: { provedDomains: before },
    after: { provedDomains: [...before, ...added].toSorted() },
  })
}
