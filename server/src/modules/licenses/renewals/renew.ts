import { hasPermission } from '@trellis/contract/permissions'
import type { RenewalAnswer, RenewalDraft } from '@trellis/contract/renewals'
import { json, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { found, invalid, refuse } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { recordAll } from '../../audit/index.ts'
import { findProducts, type ProductFacts } from '../../catalogue/index.ts'
import { changeOrderStatus, createOrder, tellOfOrders } from '../../orders/index.ts'
import { availableOf, type Balance, listLevels, lockBalances, moveStock } from '../../stock/index.ts'
import { spellingsOf } from '../spellings.ts'
import { type Candidate, type Plan, pieceKey, planRenewals, presentPlanned } from './plan.ts'
import {
  type FoundLicense,
  findLicenses,
  findPendingOrders,
  findPrices,
  listRenewingProducts,
  lockLicenses,
} from './queries.ts'
import { dueOf, type Ends } from './rules.ts'

/** What renewing these keys would do now. Refuses like `renew`. */
export async function previewRenewals(tx: Reader, actor: Actor, draft: RenewalDraft): Promise<RenewalAnswer> {
  check(actor, draft)
  const candidates = await resolve(tx, draft, await findLicenses(tx, actor, spellingsIn(draft)))
  const pairs = pairsOf(candidates.all)
  const levels = await listLevels(tx, accountIdsOf(pairs), productIdsOf(pairs))
  const plan = await decide(tx, actor, draft, candidates, levels)
  return { items: plan.keys.map((key) => presentPlanned(key)), pieces: plan.pieces }
}

/**
 * Renews the keys in one transaction: those whose owner has the stock are extended, and what the others lack is ordered,
 * with one purchase for each owner (rules K18 to K22). A key whose end is no longer the one that the caller saw is left
 * alone, so a repeated call has one effect. On request the orders are approved at once and the keys extended with them (rules
 * K36). Refuses RQ404 for a key out of reach, RQ403 for an order without Orders `c` or an approval that is not the actor's,
 * OC527 for one whose vendor is short.
 */
export async function renew(tx: Tx, actor: Actor, draft: RenewalDraft): Promise<RenewalAnswer> {
  check(actor, draft)
  const candidates = await resolve(tx, draft, await lockLicenses(tx, actor, spellingsIn(draft)))
  const pairs = pairsOf(candidates.all)
  const balances = pairs.length === 0 ? [] : await lockBalances(tx, pairs)
  const plan = await decide(tx, actor, draft, candidates, balances)
  await extend(tx, plan, candidates.now)
  const orders = await orderMissing(tx, actor, plan, draft.approve)
  const answer = { items: plan.keys.map((key) => presentPlanned(key, orders)), pieces: plan.pieces }
  return draft.approve && orders.size > 0 ? extendOrdered(tx, actor, draft, answer) : answer
}

/** Extends the keys whose orders were approved: their pieces are in stock now. */
async function extendOrdered(tx: Tx, actor: Actor, draft: RenewalDraft, done: RenewalAnswer): Promise<RenewalAnswer> {
  const ordered = new Set(done.items.filter(({ outcome }) => outcome === 'ordered').map(({ licenseId }) => licenseId))
  const { items } = await renew(tx, actor, {
    items: draft.items.filter((_, index) => ordered.has(done.items[index]?.licenseId ?? '')),
    orderMissing: false,
    approve: false,
  })
  const extended = new Map(items.map((item) => [item.licenseId, item]))
  return {
    ...done,
    items: done.items.map((item) => ({ ...item, ...extended.get(item.licenseId), order: item.order })),
  }
}

function check(actor: Actor, { items, orderMissing, approve }: RenewalDraft): void {
  const keys = items.map(({ serialKey }) => spellingsOf(serialKey).at(-1))
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (twice >= 0) throw invalid(['items', twice, 'serialKey'], 'twice', 'Each key once')
  const mayOrder = !orderMissing || hasPermission(actor.permissions, 'Orders', 'c')
  refuse(mayOrder ? null : 'RQ403', { permission: 'Orders:c' })
  const mayApprove = !approve || hasPermission(actor.permissions, 'Orders', 'u')
  refuse(mayApprove ? null : 'RQ403', { permission: 'Orders:u' })
}

const spellingsIn = ({ items }: RenewalDraft): string[] => items.flatMap(({ serialKey }) => spellingsOf(serialKey))

interface Candidates {
  all: Candidate[]
  now: Date
}

/** The keys in the sequence of the draft, with their products and pending orders. One that is missing refuses the call. */
async function resolve(tx: Reader, { items }: RenewalDraft, licenses: FoundLicense[]): Promise<Candidates> {
  const byKey = new Map(licenses.map((license) => [license.serialKey, license]))
  const renewing = await listRenewingProducts(tx, [...new Set(licenses.map(({ productId }) => productId))])
  const products = await findProducts(
    tx,
    renewing.map(({ renewalProductId }) => renewalProductId),
  )
  const orders = await findPendingOrders(tx, licenses)
  const all = items.map(({ serialKey, dueDate, productId }): Candidate => {
    const license = found(
      spellingsOf(serialKey)
        .map((key) => byKey.get(key))
        .find(Boolean),
    )
    const choices = renewing
      .filter((one) => one.productId === license.productId && one.ofPerpetual === license.licenseIsPerpetual)
      .flatMap(({ renewalProductId }) => products.get(renewalProductId) ?? [])
    return {
      ...license,
      seen: dueDate === null ? null : new Date(dueDate),
      choices,
      product: choices.find((product) => !productId || product.productId === productId),
      order: orders.get(license.licenseId) ?? null,
    }
  })
  return { all, now: found(licenses[0]).now }
}

interface Pair {
  accountId: string
  productId: string
}

/** The balances that the keys may take from. */
const pairsOf = (candidates: Candidate[]): Pair[] => {
  const pairs = candidates.flatMap(({ owner, product }) =>
    product ? [{ accountId: owner.accountId, productId: product.productId }] : [],
  )
  return [...new Map(pairs.map((pair) => [pieceKey(pair.accountId, pair.productId), pair])).values()]
}
const accountIdsOf = (pairs: Pair[]) => [...new Set(pairs.map(({ accountId }) => accountId))]
const productIdsOf = (pairs: Pair[]) => [...new Set(pairs.map(({ productId }) => productId))]

async function decide(
  tx: Reader,
  actor: Actor,
  { orderMissing }: RenewalDraft,
  { all, now }: Candidates,
  balances: readonly Balance[],
): Promise<Plan> {
  const pairs = pairsOf(all)
  const prices = await findPrices(tx, accountIdsOf(pairs), productIdsOf(pairs))
  const available = new Map(
    balances.map((balance) => [pieceKey(balance.accountId, balance.productId), availableOf(balance)]),
  )
  return planRenewals(all, { available, prices, rootAccountId: actor.rootAccountId, orderMissing, now })
}

interface Extension extends Pick<Candidate, 'licenseId' | 'serialKey' | 'seats' | 'owner'> {
  detailId: string
  dueAt: Date
  before: Ends
  after: Ends
  product: ProductFacts
}

/** Adds the grants, moves the ends, and takes the stock; a few statements for all keys. */
async function extend(tx: Tx, { keys }: Plan, now: Date): Promise<void> {
  const extensions = keys.flatMap(({ candidate, ends }): Extension[] => {
    const { licenseId, serialKey, seats, owner, product } = candidate
    if (ends === null || product === undefined) return []
    const dueAt = found(dueOf(candidate))
    return [{ licenseId, serialKey, seats, owner, product, detailId: newId(), dueAt, before: candidate, after: ends }]
  })
  if (extensions.length === 0) return
  await insertGrants(tx, extensions)
  await moveEnds(tx, extensions)
  await insertRenewals(tx, extensions, now)
  await endAsks(tx, extensions)
  moveStock(
    tx,
    extensions.map(({ licenseId, owner, product, seats }) => ({
      accountId: owner.accountId,
      productId: product.productId,
      quantity: -seats,
      reason: 'license',
      licenseId,
    })),
  )
  await recordAll(
    tx,
    'license.renewed',
    'license',
    extensions.map(({ licenseId, serialKey, seats, product, before, after }) => ({
      entityId: licenseId,
      before: endsIn(before),
      after: { serialKey, seats, sku: product.sku, ...endsIn(after) },
    })),
  )
}

const endsIn = ({ expiresAt, maintenanceExpiresAt }: Ends) => ({ expiresAt, maintenanceExpiresAt })

/** One grant for each key, after those that it has, with the durations by which its end is moved. */
const insertGrants = (tx: Tx, extensions: Extension[]) =>
  tx.run(sql`
    insert into license_details (license_detail_id, license_id, position, product_id,
                                 license_years, license_months, license_days, license_is_perpetual,
                                 maintenance_years, maintenance_months, maintenance_days, maintenance_is_perpetual)
    select g."detailId", g."licenseId",
           (select coalesce(max(d.position), 0) + 1 from license_details d
            where d.tenant_id = (select current_tenant()) and d.license_id = g."licenseId"),
           g."productId", (g.license ->> 'years')::int, (g.license ->> 'months')::int, (g.license ->> 'days')::int,
           (g.license ->> 'perpetual')::boolean, (g.maintenance ->> 'years')::int, (g.maintenance ->> 'months')::int,
           (g.maintenance ->> 'days')::int, (g.maintenance ->> 'perpetual')::boolean
    from jsonb_to_recordset(${json(
      extensions.map(({ detailId, licenseId, product: { productId, license, maintenance } }) => ({
        detailId,
        licenseId,
        productId,
        license,
        maintenance,
      })),
    )}) as g ("detailId" uuid, "licenseId" uuid, "productId" uuid, license jsonb, maintenance jsonb)`)

const moveEnds = (tx: Tx, extensions: Extension[]) =>
  tx.run(sql`
    update licenses l set expires_at = e."expiresAt", maintenance_expires_at = e."maintenanceExpiresAt",
           license_is_perpetual = e."licenseIsPerpetual", maintenance_is_perpetual = e."maintenanceIsPerpetual"
    from jsonb_to_recordset(${json(extensions.map(({ licenseId, after }) => ({ licenseId, ...after })))}) as e (
      "licenseId" uuid, "expiresAt" timestamptz, "maintenanceExpiresAt" timestamptz, "licenseIsPerpetual" boolean,
      "maintenanceIsPerpetual" boolean)
    where l.tenant_id = (select current_tenant()) and l.license_id = e."licenseId"`)

/** What was asked for on the pages of these keys is done (rules K35). */
const endAsks = (tx: Tx, extensions: Extension[]) =>
  tx.run(sql`
    delete from license_asks
    where tenant_id = (select current_tenant()) and license_id = any(${extensions.map(({ licenseId }) => licenseId)}::uuid[])`)

/** The primary key is the last guard: no term is renewed twice. */
const insertRenewals = (tx: Tx, extensions: Extension[], now: Date) =>
  tx.run(sql`
    insert into license_renewals (license_id, due_at, owner_id, license_detail_id, expires_before, expires_after,
                                  maintenance_before, maintenance_after, renewed_at)
    select r."licenseId", r."dueAt", r."ownerId", r."detailId", r."expiresBefore", r."expiresAfter",
           r."maintenanceBefore", r."maintenanceAfter", ${now}
    from jsonb_to_recordset(${json(
      extensions.map(({ licenseId, dueAt, owner, detailId, before, after }) => ({
        licenseId,
        dueAt,
        ownerId: owner.accountId,
        detailId,
        expiresBefore: before.expiresAt,
        expiresAfter: after.expiresAt,
        maintenanceBefore: before.maintenanceExpiresAt,
        maintenanceAfter: after.maintenanceExpiresAt,
      })),
    )}) as r ("licenseId" uuid, "dueAt" timestamptz, "ownerId" uuid, "detailId" uuid, "expiresBefore" timestamptz,
              "expiresAfter" timestamptz, "maintenanceBefore" timestamptz, "maintenanceAfter" timestamptz)`)

/**
 * One purchase for each owner, of what its keys lack, at its effective prices; on request approved at once. Returns the orders by
 * buyer.
 */
async function orderMissing(tx: Tx, actor: Actor, { keys, pieces }: Plan, approve: boolean) {
  const short = keys.filter(({ outcome }) => outcome === 'ordered').map(({ candidate }) => candidate)
  const orders = new Map<string, { orderId: string; orderCode: string }>()
  for (const buyerId of new Set(short.map(({ owner }) => owner.accountId))) {
    const lines = pieces.filter(({ account, missing }) => account.accountId === buyerId && missing > 0)
    const { id, orderCode } = await createOrder(tx, actor, {
      source: 'api',
      parentAccountId: buyerId,
      items: lines.map(({ product, missing, price }) => ({
        productId: product.productId,
        quantity: missing,
        price: found(price),
      })),
    })
    orders.set(buyerId, { orderId: id, orderCode })
  }
  if (orders.size === 0) return orders
  const orderIds = [...orders.values()].map(({ orderId }) => orderId)
  if (approve)
    for (const orderId of orderIds) await changeOrderStatus(tx, actor, orderId, { source: 'api', status: 'approved' })
  await tellOfOrders(tx, orderIds, approve ? 'approved' : 'requested')
  await tx.run(sql`
    insert into license_renewal_orders (license_id, due_at, order_id)
    select o."licenseId", o."dueAt", o."orderId"
    from jsonb_to_recordset(${json(
      short.map((candidate) => ({
        licenseId: candidate.licenseId,
        dueAt: dueOf(candidate),
        orderId: orders.get(candidate.owner.accountId)?.orderId,
      })),
    )}) as o ("licenseId" uuid, "dueAt" timestamptz, "orderId" uuid)`)
  return orders
}
