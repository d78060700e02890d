import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { recordRows } from '../audit/index.ts'
import type { FreeKey } from './plan-keys.ts'

/*
 * Which key upgrades which (decision 104). `license_upgrades` is a ledger: it is only added to, and the check of
 * `seats_upgraded` refuses what would exceed the seats of a base key.
 */

/**
 * SQL: a row `t (license_id)` with the key whose ends hold for the license `l`: itself, or the one that it upgrades. Behind
 * `offset 0`: under row-level security only a plain column is a condition of an index.
 */
const termKey = sql`(
  select case when u.license_id is null then l.license_id else u.term_license_id end as license_id
  from (select) itself
  left join license_upgrades u on u.tenant_id = l.tenant_id and u.license_id = l.license_id
  offset 0
) t`

/** SQL: the end that holds for the license `l`. */
export const endOf = (end: 'expires_at' | 'maintenance_expires_at'): Sql =>
  sql`(select e.${sql.ref(end)} from ${termKey} join licenses e on e.tenant_id = l.tenant_id and e.license_id = t.license_id)`

/** The wire's `upgradeOf` of a license `l`; null if it upgrades none. */
export const upgradeOfJson: Sql = sql`(
  select json_build_object(
    'serialKey', (select b.serial_key from licenses b where b.tenant_id = u.tenant_id and b.license_id = u.base_license_id),
    'expirationDate',
      iso((select e.expires_at from licenses e where e.tenant_id = u.tenant_id and e.license_id = u.term_license_id)))
  from license_upgrades u where u.tenant_id = l.tenant_id and u.license_id = l.license_id)`

/** The keys that upgrade a license `l`, in the sequence in which they were made. */
export const upgradesJson: Sql = sql`(
  select coalesce(json_agg(json_build_object(
    'serialKey', k.serial_key, 'productName', kp.name, 'sku', kp.sku, 'seats', u.seats) order by u.created_at, k.license_id), '[]')
  from license_upgrades u
  join licenses k on k.tenant_id = u.tenant_id and k.license_id = u.license_id
  join offered.product_publications kb on kb.tenant_id = k.tenant_id and kb.product_id = k.product_id
  join offered.products kp on kp.tenant_id = kb.owner_tenant_id and kp.product_id = kb.product_id
  where u.tenant_id = l.tenant_id and u.base_license_id = l.license_id)`

/** The base keys that are asked for: named ones, or as many of each product as seats can be needed. */
export interface WantedBases {
  ownerId: string
  /** Seats that are needed, by product. */
  needed: ReadonlyMap<string, number>
  /** All spellings of the keys that are named. */
  named: readonly string[]
}

/**
 * The owner's living keys of these products with free seats, the latest end first: perpetual ones, those that have not
 * started, then by their end. Locked until the end of the transaction; two calls for one owner take turns, so that the second
 * one sees what the first one left.
 */
export async function lockBases(tx: Tx, { ownerId, needed, named }: WantedBases): Promise<FreeKey[]> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('upgrades:' || ${ownerId}, 0))`)
  return tx.rows<FreeKey>(sql`
    with free as materialized (
      select l.license_id, l.product_id, e.license_id as term_license_id,
             row_number() over (
               partition by l.product_id
               order by e.license_is_perpetual desc, e.expires_at desc nulls first, l.license_id) as place,
             l.serial_key = any(${[...named]}::text[]) as is_named
      from licenses l
      cross join lateral ${termKey}
      join licenses e on e.tenant_id = l.tenant_id and e.license_id = t.license_id
      where l.tenant_id = (select current_tenant()) and l.owner_id = ${ownerId}
        and l.product_id = any(${[...needed.keys()]}::uuid[]) and l.seats_upgraded < l.seats
        and (e.expires_at is null or e.expires_at > clock())
    ), chosen as materialized (
      select f.* from free f
      join jsonb_to_recordset(${json([...needed].map(([productId, seats]) => ({ productId, seats })))})
        as n ("productId" uuid, seats int) on n."productId" = f.product_id
      where f.place <= n.seats or f.is_named
    ), locked as materialized (
      select l.license_id, l.serial_key, l.seats - l.seats_upgraded as free from licenses l
      where l.tenant_id = (select current_tenant()) and l.license_id in (select c.license_id from chosen c)
      order by l.license_id
      for no key update
    )
    select c.license_id as "licenseId", k.serial_key as "serialKey", c.product_id as "productId",
           c.term_license_id as "termLicenseId", k.free
    from chosen c join locked k on k.license_id = c.license_id
    order by c.product_id, c.place`)
}

export interface NewUpgrade {
  licenseId: string
  serialKey: string
  baseLicenseId: string
  termLicenseId: string
  seats: number
}

/** Takes the seats of the base keys, for good, and records it at each of them. */
export async function insertUpgrades(tx: Tx, upgrades: NewUpgrade[]): Promise<void> {
  if (upgrades.length === 0) return
  const rows = sql`jsonb_to_recordset(${json(upgrades)}) as u (
    "licenseId" uuid, "serialKey" text, "baseLicenseId" uuid, "termLicenseId" uuid, seats int)`
  await tx.run(sql`
    insert into license_upgrades (license_id, base_license_id, term_license_id, seats)
    select u."licenseId", u."baseLicenseId", u."termLicenseId", u.seats from ${rows}`)
  await recordRows(
    tx,
    'license.upgraded',
    'license',
    sql`
      select u."baseLicenseId", null::jsonb, jsonb_build_object('upgradedBy', u."serialKey", 'seats', u.seats)
      from ${rows}`,
  )
}

/** Whether each of these keys, in one of its spellings, is a key in reach. */
export async function areKnown(tx: Reader, names: readonly string[][]): Promise<boolean> {
  if (names.length === 0) return true
  const rows = await tx.rows<{ serialKey: string }>(sql`
    select l.serial_key as "serialKey" from licenses l
    where l.tenant_id = (select current_tenant()) and l.serial_key = any(${names.flat()}::text[])
      and l.owner_id in (select account_id from reachable_accounts())`)
  const known = new Set(rows.map(({ serialKey }) => serialKey))
  return names.every((spellings) => spellings.some((one) => known.has(one)))
}
