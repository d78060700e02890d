import type { LicenseExportError } from '@trellis/contract/license-changes'
import type { LicenseClaims } from '@trellis/contract/license-documents'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { UnstartedKey } from './device-queries.ts'
import type { ActivationRule, Grant, Terms } from './rules.ts'
import { endOf } from './upgrades.ts'

/**
 * What the document of a license `l` says about it, without date and number. From rows `p` of its product, `t` of the
 * tenant and `e` of the environment. The same text decides whether a document is stale.
 */
const claims = sql`jsonb_build_object(
  'tenantCode', t.code,
  'onPremiseEnvironmentId', e.environment_id,
  'customerName', e.customer_name,
  'customerEnvironmentId', e.customer_environment_id,
  'serialKey', l.serial_key,
  'sku', p.sku,
  'productName', p.name,
  'seats', l.seats,
  'licenseMaxVersion', p.license_max_version,
  'expirationDate', iso(${endOf('expires_at')} - clock_ahead()),
  'maintenanceExpirationDate', iso(${endOf('maintenance_expires_at')} - clock_ahead())) || license_entitlements(l.license_id)`

const isStale = sql`x.claims - '{issuedAt,number}'::text[] <> ${claims}`

/** The wire's `licenseExport` of a license `l` with its product `p`; null if it was not exported. */
export const exportJson: Sql = sql`(
  select json_build_object('customerName', e.customer_name, 'customerEnvironmentId', e.customer_environment_id,
           'onPremiseEnvironmentId', e.environment_id, 'exportDate', iso(l.exported_at),
           'isStale', coalesce(${isStale}, false))
  from offered.environments e
  join offered.tenants t on t.tenant_id = e.tenant_id
  left join license_exports x on x.tenant_id = l.tenant_id and x.license_id = l.license_id
  where e.tenant_id = l.tenant_id and e.environment_id = l.export_environment_id)`

/**
 * Why a license `l` of the product `p` that was not exported yet cannot be; null if it can (rules K15). Screens learn it
 * before, and the export decides by it.
 */
export const exportFault: Sql = sql`case
  when p.environment_type <> 2 then 'not_on_premise'
  when p.is_trial then 'trial'
  when ${endOf('expires_at')} <= clock() then 'expired'
  when l.seats_occupied > 0 then 'seat_occupied' end`

/** A license that is to be exported, locked. */
export interface ExportedLicense {
  licenseId: string
  serialKey: string
  ownerId: string
  activatedAt: Date | null
  /** The environment to which it was exported. */
  environmentId: string | null
  activationRule: ActivationRule | null
  isUpgrade: boolean
  /** The base key of an upgrade key, if it has not started. */
  base: UnstartedKey | null
  /** Why it cannot be exported, if it was not exported yet. */
  fault: LicenseExportError['reason'] | null
  grants: Grant[]
  now: Date
}

/** The licenses in reach with these keys, locked in the order of their ids; nobody takes a seat meanwhile. */
export const lockLicensesToExport = (tx: Tx, serialKeys: string[]) =>
  tx.rows<ExportedLicense>(sql`
    select l.license_id as "licenseId", l.serial_key as "serialKey", l.owner_id as "ownerId",
           l.activated_at as "activatedAt", l.export_environment_id as "environmentId", p.license_activation_rule as "activationRule",
           ${exportFault} as fault, u.license_id is not null as "isUpgrade",
           case when e.activated_at is null and u.license_id is not null then start_of_license(e.license_id) end as base,
           clock() as now, coalesce(license_grants(l.license_id), '[]') as grants
    from licenses l
    left join license_upgrades u on u.tenant_id = l.tenant_id and u.license_id = l.license_id
    left join licenses e on e.tenant_id = u.tenant_id and e.license_id = u.term_license_id
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where l.tenant_id = (select current_tenant()) and l.serial_key = any(${serialKeys}::text[])
      and l.owner_id in (select account_id from reachable_accounts())
    order by l.license_id
    for no key update of l`)

export interface Start {
  licenseId: string
  terms: Terms
}

/** Starts licenses that no device activated before (rules K4), except those that somebody started meanwhile. */
export const startExported = (tx: Tx, at: Date, starts: Start[]) =>
  tx.rows<{ licenseId: string }>(sql`
    update licenses l set activated_at = ${at}, starts_at = s.starts_at, expires_at = s.expires_at,
           maintenance_expires_at = s.maintenance_expires_at
    from jsonb_to_recordset(${JSON.stringify(
      starts.map(({ licenseId, terms }) => ({
        license_id: licenseId,
        starts_at: terms.startsAt,
        expires_at: terms.expiresAt,
        maintenance_expires_at: terms.maintenanceExpiresAt,
      })),
    )}::jsonb) as s (license_id uuid, starts_at timestamptz, expires_at timestamptz, maintenance_expires_at timestamptz)
    where l.tenant_id = (select current_tenant()) and l.license_id = s.license_id and l.activated_at is null
    returning l.license_id as "licenseId"`)

export const markExported = (tx: Tx, licenseIds: string[], environmentId: string) =>
  tx.run(sql`
    update licenses set exported_at = clock(), export_environment_id = ${environmentId}
    where tenant_id = (select current_tenant()) and license_id = any(${licenseIds}::uuid[]) and exported_at is null`)

export interface Documented {
  licenseId: string
  claims: Omit<LicenseClaims, 'issuedAt' | 'number'>
  /** The document issued before; null if there is none, or the license changed since. */
  document: string | null
  /** The number of the next document: milliseconds of the clock, but always greater than the last one. */
  nextNumber: number
  /** Now, as the machine has it: whoever reads the document compares it with a clock of their own. */
  issuedAt: string
}

/** What each exported license's document has to say, and the one that says it already. */
export const listDocuments = (tx: Reader, licenseIds: string[]) =>
  tx.rows<Documented>(sql`
    select l.license_id as "licenseId", ${claims} as claims, case when not ${isStale} then x.document end as document,
           greatest(x.number + 1, floor(extract(epoch from machine_clock()) * 1000)::bigint) as "nextNumber",
           iso(machine_clock()) as "issuedAt"
    from licenses l
    join offered.tenants t on t.tenant_id = l.tenant_id
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    join offered.environments e on e.tenant_id = l.tenant_id and e.environment_id = l.export_environment_id
    left join license_exports x on x.tenant_id = l.tenant_id and x.license_id = l.license_id
    where l.tenant_id = (select current_tenant()) and l.license_id = any(${licenseIds}::uuid[])`)

export interface Issued {
  licenseId: string
  claims: LicenseClaims
  document: string
}

export const saveDocuments = (tx: Tx, issued: Issued[]) =>
  tx.run(sql`
    insert into license_exports (license_id, environment_id, claims, document, number)
    select i.license_id, (i.claims ->> 'onPremiseEnvironmentId')::uuid, i.claims, i.document, (i.claims ->> 'number')::bigint
    from jsonb_to_recordset(${JSON.stringify(
      issued.map(({ licenseId, claims, document }) => ({ license_id: licenseId, claims, document })),
    )}::jsonb) as i (license_id uuid, claims jsonb, document text)
    on conflict (tenant_id, license_id) do update set
      environment_id = excluded.environment_id, claims = excluded.claims, document = excluded.document,
      number = excluded.number, issued_at = clock(), issued_by = current_user_id()`)

/** Issued documents in order of their licenses, after one of them. */
export const listIssued = (tx: Reader, after: string | null, most: number) =>
  tx.rows<{ licenseId: string; claims: LicenseClaims }>(sql`
    select license_id as "licenseId", claims from license_exports
    where tenant_id = (select current_tenant()) and (${after}::uuid is null or license_id > ${after}::uuid)
    order by license_id limit ${most}`)

/** Replaces documents by others that say the same. */
export const replaceDocuments = (tx: Tx, documents: readonly { licenseId: string; document: string }[]) =>
  tx.run(sql`
    update license_exports x set document = d.document
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as d ("licenseId" uuid, document text)
    where x.tenant_id = (select current_tenant()) and x.license_id = d."licenseId"`)
