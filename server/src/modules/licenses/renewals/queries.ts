import type { QuantityBreak } from '@trellis/contract/quantity-breaks'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { type Candidate, type Price, pieceKey } from './plan.ts'
import { dueOf, type Ends, type Given, type RenewedFacts } from './rules.ts'

/**
 * The end of the license `l`, or of its maintenance if it is perpetual (rules K18). It is compared with `(select clock())`, so that it is
 * a condition of an index under row-level security.
 */
export const due: Sql = sql`l.due_at`

/**
 * The licenses `l` that are ever due: not of trials or upgrade rights, and their owner is still there. The few products that are left out are
 * read once: as a condition on its own product each license would be joined with it.
 */
export const isRenewable: Sql = sql`${due} is not null
  and l.product_id not in (
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and (p.is_trial or p.is_upgrade_right))
  and l.owner_id not in (
    select a.account_id from offered.accounts a
    where a.tenant_id = (select current_tenant()) and a.deleted_at is not null)`

/** SQL: the pending orders `o` that were made to renew the license `l`, the newest first. */
export const orderOf = (shown: Sql): Sql => sql`
  select ${shown}
  from license_renewal_orders x
  join offered.orders o on o.tenant_id = x.tenant_id and o.order_id = x.order_id and o.status = 'pending'
  where x.tenant_id = l.tenant_id and x.license_id = l.license_id and x.due_at = ${due}
  order by o.created_at desc limit 1`

/** The licenses `l` of the account, with those of the accounts below it on request. All accounts are below the root. */
export function ownedBelow(actor: Actor, accountId: string, includeChildren: boolean | undefined): Sql {
  const ofTenant = sql`l.tenant_id = (select current_tenant())`
  if (!includeChildren) return sql`${ofTenant} and l.owner_id = ${accountId}`
  if (accountId === actor.rootAccountId) return ofTenant
  return sql`${ofTenant} and l.owner_id in (select account_id from accounts_at_or_below(${accountId}))`
}

export interface FoundLicense extends RenewedFacts, Ends {
  licenseId: string
  serialKey: string
  productId: string
  seats: number
  owner: Candidate['owner']
  now: Date
}

const durationJson = (grant: 'license' | 'maintenance') => {
  const part = (name: string) => sql.ref(`d.${grant}_${name}`)
  return sql`json_build_object('years', ${part('years')}, 'months', ${part('months')}, 'days', ${part('days')},
                               'perpetual', ${part('is_perpetual')})`
}

/** What the license `l` has been given. */
const givenJson = sql`json_build_object('startsAt', iso(l.starts_at), 'terms', (
  select coalesce(json_agg(json_build_object(
    'license', ${durationJson('license')}, 'maintenance', ${durationJson('maintenance')},
    'renewal', case when r.license_id is not null then json_build_object(
      'at', iso(r.renewed_at), 'expiresBefore', iso(r.expires_before), 'maintenanceBefore', iso(r.maintenance_before)) end)
    order by d.position), '[]')
  from license_details d
  left join license_renewals r on r.tenant_id = d.tenant_id and r.license_detail_id = d.license_detail_id
  where d.tenant_id = l.tenant_id and d.license_id = l.license_id))`

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

/** The rows with their instants as dates: those within JSON are text. */
const withDates = (rows: readonly StoredLicense[]): FoundLicense[] =>
  rows.map(({ given, ...license }) => ({
    ...license,
    given: {
      startsAt: dateOf(given.startsAt),
      terms: given.terms.map(({ renewal, ...durations }) => ({
        ...durations,
        renewal: renewal && {
          at: new Date(renewal.at),
          expiresBefore: dateOf(renewal.expiresBefore),
          maintenanceBefore: dateOf(renewal.maintenanceBefore),
        },
      })),
    },
  }))

/** With instants as JSON has them. */
type InText<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? InText<E>[]
    : T extends object
      ? { [K in keyof T]: InText<T[K]> }
      : T
type StoredLicense = Omit<FoundLicense, 'given'> & { given: InText<Given> }

const licensesOf = (actor: Actor, serialKeys: string[]) => sql`
  select l.license_id as "licenseId", l.serial_key as "serialKey", l.product_id as "productId", l.seats,
         json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name) as owner,
         l.expires_at as "expiresAt", l.maintenance_expires_at as "maintenanceExpiresAt",
         l.license_is_perpetual as "licenseIsPerpetual", l.maintenance_is_perpetual as "maintenanceIsPerpetual",
         l.activated_at is not null as "isStarted", p.is_trial as "isTrial",
         p.is_upgrade_right or exists (
           select from license_upgrades u where u.tenant_id = l.tenant_id and u.license_id = l.license_id) as "isUpgradeRight",
         ${givenJson} as given, clock() as now
  from licenses l
  join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id and a.deleted_at is null
  join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  where l.tenant_id = (select current_tenant()) and l.serial_key = any(${serialKeys}::text[])
    and l.owner_id in (select account_id from accounts_at_or_below(${actor.accountId}))`

/** The licenses with these keys in the actor's own sub-tree: reading with `ra` does not widen what can be renewed. */
export const findLicenses = async (tx: Reader, actor: Actor, serialKeys: string[]) =>
  withDates(await tx.rows<StoredLicense>(licensesOf(actor, serialKeys)))

/** The same, locked in the order of their ids until the end of the transaction. */
export const lockLicenses = async (tx: Tx, actor: Actor, serialKeys: string[]) =>
  withDates(
    await tx.rows<StoredLicense>(sql`${licensesOf(actor, serialKeys)} order by l.license_id for no key update of l`),
  )

/**
 * SQL that joins rows of keys with the products that renew them first (rules K19): the rows without one, and the products without a row, are
 * for the reader to leave out, by a condition that a null does not fail by itself. Only as a full join are they compared by hash
 * whatever the planner expects: it expects few rows of both, and would compare each key with each product.
 */
export const joinRenewing = (keys: string): Sql => sql`
  full join (select * from renewing_products() where place = 1) r
    on r.product_id = ${sql.ref(`${keys}.product_id`)} and r.of_perpetual = ${sql.ref(`${keys}.license_is_perpetual`)}`

/** The products that renew keys of these products, the first one first. */
export const listRenewingProducts = (tx: Reader, productIds: string[]) =>
  tx.rows<{ productId: string; ofPerpetual: boolean; renewalProductId: string }>(sql`
    select product_id as "productId", of_perpetual as "ofPerpetual", renewal_product_id as "renewalProductId"
    from renewing_products() where product_id = any(${productIds}::uuid[]) order by place`)

/** The pending order that was made for the present end of each license, if there is one. */
export async function findPendingOrders(tx: Reader, licenses: FoundLicense[]) {
  const rows = await tx.rows<{ licenseId: string; dueAt: Date; orderId: string; orderCode: string }>(sql`
    select x.license_id as "licenseId", x.due_at as "dueAt", o.order_id as "orderId", o.code as "orderCode"
    from license_renewal_orders x
    join offered.orders o on o.tenant_id = x.tenant_id and o.order_id = x.order_id and o.status = 'pending'
    where x.tenant_id = (select current_tenant())
      and x.license_id = any(${licenses.map(({ licenseId }) => licenseId)}::uuid[])
    order by o.created_at`)
  const ends = new Map(licenses.map((license) => [license.licenseId, dueOf(license)?.getTime()]))
  return new Map(
    rows
      .filter(({ licenseId, dueAt }) => ends.get(licenseId) === dueAt.getTime())
      .map(({ licenseId, orderId, orderCode }) => [licenseId, { orderId, orderCode }]),
  )
}

/** What each of these accounts pays for each of these products, by `pieceKey`. */
export async function findPrices(tx: Reader, accountIds: string[], productIds: string[]): Promise<Map<string, Price>> {
  const rows = await tx.rows<{
    accountId: string
    productId: string
    price: number
    currencyCode: string
    breaks: QuantityBreak[]
  }>(sql`
    select o.account_id as "accountId", e.product_id as "productId", e.price::float8 as price, c.code as "currencyCode",
           coalesce(e.quantity_breaks, '[]') as breaks
    from unnest(${accountIds}::uuid[]) as o (account_id)
    cross join lateral effective_prices(o.account_id) e
    join offered.currencies c on c.currency_id = e.currency_id
    where e.product_id = any(${productIds}::uuid[])`)
  return new Map(rows.map(({ accountId, productId, ...price }) => [pieceKey(accountId, productId), price]))
}
