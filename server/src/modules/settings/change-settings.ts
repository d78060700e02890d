import type { TenantChange } from '@trellis/contract/settings'
import type { Tx } from '../../platform/database/tx.ts'
import { found, invalid } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import {
  findSettings,
  isDefaultTenant,
  isKnownTimeZone,
  listTakenHosts,
  lockSettings,
  type StoredSettings,
  sandboxName,
  writeSettings,
} from '../tenants/index.ts'
import { domainsOf, isLocal, prove } from './domains.ts'

export interface HostsOfInstallation {
  publicUrl: string
  defaultTenant: string | undefined
}

/** Who changes: what the operator names needs no proof (rules G27). */
export type By = 'tenant' | 'operator'

/**
 * Changes what the change names, and records what it replaced (rules G14 to G16). Host names and senders are in use once they are
 * proved. Refuses RQ422 for a host name that leads to another tenant.
 */
export async function changeSettings(
  tx: Tx,
  tenantId: string,
  change: TenantChange,
  means: HostsOfInstallation,
  by: By = 'tenant',
): Promise<void> {
  await lockSettings(tx)
  const before = found(await findSettings(tx))
  if (change.hosts) await checkHosts(tx, change.hosts, before.hosts, means)
  await writeChange(tx, tenantId, change)
  const after = found(await findSettings(tx))
  const names = domainsOf(tx, tenantId, after).map(({ name }) => name)
  // `checkHosts` has left the installation's own name only to its default tenant.
  const needsNoProof = (name: string) =>
    isLocal(name) || (after.hosts.includes(name) && name === new URL(means.publicUrl).hostname)
  await prove(tx, tenantId, after.provedDomains, by === 'operator' ? names : names.filter(needsNoProof))
}

/** Writes and records what differs from the present settings, which are locked. Refuses RQ422 for an unknown time zone. */
export async function writeChange(tx: Tx, tenantId: string, change: TenantChange): Promise<void> {
  const before = found(await findSettings(tx))
  const wanted = sorted(change)
  if (before.isSandbox && wanted.tenantName !== undefined) wanted.tenantName = sandboxName(wanted.tenantName)
  if (wanted.timeZone !== undefined && !(await isKnownTimeZone(tx, wanted.timeZone)))
    throw invalid(['timeZone'], 'time_zone', 'Not a time zone')
  const difference = differenceOf(before, wanted)
  if (difference === null) return
  await writeSettings(tx, wanted)
  await record(tx, 'tenant.changed', 'tenant', tenantId, difference)
}

/** The longest reminder first, as it is due first. */
function sorted(change: TenantChange): TenantChange {
  const { defaults } = change
  if (!defaults) return { ...change }
  const descending = (days: number[]) => days.toSorted((one, other) => other - one)
  return {
    ...change,
    defaults: {
      ...defaults,
      certificateReminderDays: descending(defaults.certificateReminderDays),
      licenseReminderDays: descending(defaults.licenseReminderDays),
    },
  }
}

/**
 * A host name leads to one tenant of the installation. That of the installation's own address leads to its default tenant,
 * and no other may take it over.
 */
async function checkHosts(
  tx: Tx,
  hosts: string[],
  held: string[],
  { publicUrl, defaultTenant }: HostsOfInstallation,
): Promise<void> {
  const taken = new Set(await listTakenHosts(tx, hosts))
  const own = new URL(publicUrl).hostname
  if (hosts.includes(own) && !held.includes(own) && !(await isDefaultTenant(tx, defaultTenant))) taken.add(own)
  const at = hosts.findIndex((host) => taken.has(host))
  if (at >= 0) throw invalid(['hosts', at], 'taken', `${hosts[at]} leads to another tenant`)
}

/** The changed values before and after; null when nothing changes. */
function differenceOf(before: StoredSettings, change: TenantChange) {
  const changed = (Object.keys(change) as (keyof TenantChange)[]).filter(
    (field) => change[field] !== undefined && !isSame(before[field], change[field]),
  )
  if (changed.length === 0) return null
  const of = (values: Partial<Record<keyof TenantChange, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, values[field]]))
  return { before: of(before), after: of(change) }
}

/** Lists of entries and hosts are sets; objects are compared whatever the order of their keys. */
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => `${key}:${canonical(held)}`)
      .sort()
      .join(',')}}`
  return JSON.stringify(value)
}
