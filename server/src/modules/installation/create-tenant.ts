import type { CreatedTenant, TenantDraft } from '@trellis/contract/installation'
import type { Config } from '../../platform/config.ts'
import { asTenant } from '../../platform/database/as-tenant.ts'
import { type Database, violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { Allowance, Throttle } from '../../platform/throttle.ts'
import { record } from '../audit/index.ts'
import { isOnLocalhost, type Mailer, portalAddress } from '../mail/index.ts'
import { invite, openTenant } from '../people/index.ts'
import { findTenantByCode, isKnownTimeZone, listTakenElsewhere, listTakenHosts } from '../tenants/index.ts'
import { furnishTenant } from './furnish-tenant.ts'

export interface CreatingMeans {
  mailer: Mailer
  throttle: Throttle
  db: Database
  config: Pick<Config, 'publicUrl' | 'defaultTenant'>
}

/** Tenants of one operator, because each sends a mail to an address of their choice (rules P69). */
const tenantsPerOperator: Allowance = { free: 20, seconds: 3600, longest: 3600, memory: 3600 }

/**
 * Creates a tenant in the operator's transaction and invites its first super admin (rules P68). Refuses RQ422 at the field for a code or
 * host name that another tenant has, RQ409 when another operator was quicker by a moment.
 */
export async function createTenant(
  tx: Tx,
  actor: Actor,
  draft: TenantDraft,
  { mailer, throttle, db, config }: CreatingMeans,
): Promise<CreatedTenant> {
  await check(tx, draft, { db, config })
  await throttle.take(`new tenant:${actor.signInUserId}`, tenantsPerOperator)
  const tenantId = newId()
  const { tenantCode: code, tenantName: name, host, ...others } = draft
  const tenant = { ...others, tenantId, code, name, hosts: host ? [host] : [] }
  try {
    await openTenant(tx, tenant)
    await asTenant(tx, tenantId, () =>
      furnishTenant(tx, {
        ...tenant,
        passwordHash: null,
        // Nobody of the new tenant knows the operator by name.
        inviteAdmin: (own, admin) => invite(own, admin, null, mailer),
      }),
    )
  } catch (error) {
    throw inWords(error)
  }
  await record(tx, 'tenant.opened', 'tenant', tenantId, {
    after: { tenantName: name, tenantCode: code, hosts: tenant.hosts, email: draft.adminEmail },
  })
  const isDefault = code === config.defaultTenant?.toLowerCase()
  return {
    id: tenantId,
    tenantCode: code,
    tenantName: name,
    address: portalAddress({ code, hosts: tenant.hosts, isDefault }, config.publicUrl),
  }
}

const issue = (path: keyof TenantDraft, code: string, message: string) => ({ path, code, message })

/** All that is wrong with it, each at its field. */
async function check(
  tx: Reader,
  draft: TenantDraft,
  { db, config: { publicUrl } }: Pick<CreatingMeans, 'db' | 'config'>,
): Promise<void> {
  const isCodeUsed = (await findTenantByCode(db, draft.tenantCode)) !== undefined
  const row = await tx.row<{ isCurrency: boolean }>(sql`
    select exists (select from offered.currencies c where c.code = ${draft.currencyCode}) as "isCurrency"`)
  const { host } = draft
  const isTaken = async (name: string) =>
    name === new URL(publicUrl).hostname ||
    [...(await listTakenHosts(tx, [name])), ...(await listTakenElsewhere(db, null, [name]))].length > 0
  const taken = host ? await isTaken(host) : false
  const issues = [
    ...(isCodeUsed ? [issue('tenantCode', 'taken', 'Another tenant has this code')] : []),
    ...(row?.isCurrency ? [] : [issue('currencyCode', 'unknown', 'Not a currency')]),
    ...((await isKnownTimeZone(tx, draft.timeZone)) ? [] : [issue('timeZone', 'time_zone', 'Not a time zone')]),
    ...(taken ? [issue('host', 'taken', `${host} leads to another tenant`)] : []),
    ...(host || isOnLocalhost(publicUrl) ? [] : [issue('host', 'required', 'Without it nothing leads to the portal')]),
  ]
  if (issues.length > 0) throw new Refusal('RQ422', { issues })
}

/** Another creation was committed after this one had looked. */
function inWords(error: unknown): unknown {
  if (violates(error, 'tenants_code_key'))
    return new Refusal('RQ409', { reason: 'tenant_code' }, 'Another tenant has this code now')
  if (violates(error, 'tenant_hosts_proved'))
    return new Refusal('RQ409', { reason: 'host' }, 'This host name leads to another tenant now')
  return error
}
