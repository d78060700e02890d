import { isPerpetual } from '@trellis/contract/durations'
import type { LicenseDraft, LicenseError } from '@trellis/contract/license-changes'
import { hasPermission } from '@trellis/contract/permissions'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type AccountFacts, isReached, reachedAccount } from '../accounts/index.ts'
import { recordAll } from '../audit/index.ts'
import { findProducts, findStatuses } from '../catalogue/index.ts'
import { lockReachableOrder } from '../orders/index.ts'
import { effectivePrices } from '../price-lists/index.ts'
import { listEverHeld, lockBalances, moveStock, shortagesOf } from '../stock/index.ts'
import { changeExternalIds } from '../tenants/index.ts'
import {
  costOf,
  faultsOf,
  licensedOf,
  neededBases,
  productIdsOf,
  type ResolvedItem,
  resolve,
  sums,
  wrongExtensionQuantity,
  wrongUpgrade,
} from './draft-rules.ts'
import { findIssued, insertDetails, insertLicenses } from './issue-queries.ts'
import { type KeyPlan, type PlannedKey, planKeys } from './plan-keys.ts'
import { registerNewKeys } from './serial-keys.ts'
import { areKnown, insertUpgrades, lockBases } from './upgrades.ts'

/** Prefix for the keys of an imported license product that has none. */
const prefixOfNone = 'KEY'

/**
 * Makes keys from the owner's stock: the whole draft, or nothing and a list of all reasons (LC519). Returns the id of the
 * first license. Refuses RQ404 for an owner, order or product that the actor may not know of, and LC520 for an order
 * reference that does not cover the draft, and RQ422 for external ids of several keys, or as `changeExternalIds`. A transaction may lock stock only once, so it can make only one draft.
 */
export async function createLicenses(
  tx: Tx,
  actor: Actor,
  draft: LicenseDraft,
): Promise<{ id: string; serialKeys: string[] }> {
  const wrongQuantity = wrongExtensionQuantity(draft)
  if (wrongQuantity) throw wrongQuantity
  const [owner, products] = await Promise.all([
    reachedAccount(tx, actor, draft.parentAccountId),
    findProducts(tx, productIdsOf(draft)),
  ])
  const items = found(resolve(draft, products))
  const wrongUpgradeOf = wrongUpgrade(items)
  if (wrongUpgradeOf) throw wrongUpgradeOf
  await checkTrials(tx, actor, owner, items)
  if (draft.derivedOrderId) await checkOrder(tx, actor, owner, draft.derivedOrderId, items)

  const faults = faultsOf(items)
  const faulty = new Set(faults.map(({ productId }) => productId))
  const plan = await planOf(tx, owner, items, faults)
  // The keys are registered in the same round trip; a refusal takes them back.
  const [short, licenses] = await Promise.all([
    shortOf(tx, owner, items),
    faults.length + plan.errors.length === 0 ? withKeys(tx, plan.keys) : [],
  ])
  const lacking = [...short, ...plan.errors].filter(({ productId }) => !faulty.has(productId))
  const errors = [...faults, ...lacking]
  if (errors.length > 0) {
    await checkKnown(tx, actor, owner, items)
    refuse('LC519', { errors })
  }

  if (draft.externalIds && plan.keys.length > 1)
    throw invalid(['externalIds'], 'several_keys', 'External ids are those of one license')
  const costs = licenses.flatMap(({ licenseId, seats, item }) =>
    costOf(item, seats).map(({ productId, quantity }) => ({
      accountId: owner.accountId,
      productId,
      quantity: -quantity,
      reason: 'license' as const,
      licenseId,
    })),
  )
  insert(tx, owner, draft, licenses)
  moveStock(tx, costs)
  const recordId = licenses[0]?.licenseId as string
  const ids = await changeExternalIds(tx, { kind: 'license', recordId, isReached }, draft.externalIds)
  await recordAll(
    tx,
    'license.created',
    'license',
    licenses.map(({ licenseId, serialKey, seats, item, base }) => ({
      entityId: licenseId,
      after: {
        serialKey,
        seats,
        sku: item.product.sku,
        extensions: item.extensions.map(({ sku }) => sku),
        ownerAccountId: owner.accountId,
        derivedOrderId: draft.derivedOrderId ?? null,
        note: draft.licenseNote ?? null,
        ...ids?.after,
        ...(base && {
          upgradeOf: licenses.find((one) => one.licenseId === base.licenseId)?.serialKey ?? base.serialKey,
        }),
      },
    })),
  )
  await insertUpgrades(
    tx,
    licenses.flatMap(({ licenseId, serialKey, seats, base }) =>
      base ? [{ licenseId, serialKey, seats, baseLicenseId: base.licenseId, termLicenseId: base.termLicenseId }] : [],
    ),
  )
  return { id: recordId, serialKeys: licenses.map(({ serialKey }) => serialKey) }
}

/**
 * A trial takes no stock, so the stock cannot show that the owner may have it. It must be on the owner's effective price
 * list instead. Users who see the whole catalogue may give any trial to any account in reach.
 */
async function checkTrials(tx: Tx, actor: Actor, owner: AccountFacts, items: ResolvedItem[]): Promise<void> {
  const trials = items.filter(({ product }) => product.isTrial && product.status === 'Active')
  if (trials.length === 0 || hasPermission(actor.permissions, 'Products', 'ra')) return
  const ids = trials.map(({ product }) => product.productId)
  const prices = await effectivePrices(tx, owner.accountId, ids)
  for (const id of ids) found(prices.get(id))
}

/** Locks the order, so that two concurrent drafts cannot both use the same remaining pieces. */
async function checkOrder(
  tx: Tx,
  actor: Actor,
  owner: AccountFacts,
  orderId: string,
  items: ResolvedItem[],
): Promise<void> {
  const order = found(await lockReachableOrder(tx, orderId))
  if (order.status !== 'approved' || order.buyerId !== owner.accountId) refuse('LC520')
  const left = await findIssued(tx, orderId)
  const short = [...sums(licensedOf(items))].flatMap(([productId, quantity]) => {
    const available = left.get(productId) ?? 0
    const product = items.find((item) => item.product.productId === productId)?.product
    const row = { productId, productName: product?.name, sku: product?.sku, quantity, available }
    return quantity > available ? [{ ...row, missing: quantity - available }] : []
  })
  if (short.length > 0) {
    await checkKnown(tx, actor, owner, items)
    refuse('LC520', { items: short })
  }
}

/**
 * Runs before a refusal that names products, so that it does not reveal unknown ones: every product must be visible to
 * the actor, or the owner must be able to buy it or have had it in stock. A draft that succeeds needs no such check,
 * because its products are in stock.
 */
async function checkKnown(tx: Tx, actor: Actor, owner: AccountFacts, items: ResolvedItem[]): Promise<void> {
  const named = items.flatMap(({ product, extensions }) => [product, ...extensions])
  const ids = [...new Set(named.map(({ productId }) => productId))]
  const seen = await findStatuses(tx, actor, ids)
  const prices = await effectivePrices(tx, owner.accountId, ids)
  const had = await listEverHeld(tx, owner.accountId, ids)
  if (!ids.every((id) => seen.has(id) || prices.has(id) || had.has(id))) throw new Refusal('RQ404')
}

/**
 * The keys of the draft. Locks the base keys that upgrade rights may take; before the balances, as renewals do. Nothing is
 * planned if there are too many keys.
 */
async function planOf(tx: Tx, owner: AccountFacts, items: ResolvedItem[], faults: LicenseError[]): Promise<KeyPlan> {
  if (faults.some(({ reason }) => reason === 'too_many_keys')) return { keys: [], errors: [] }
  const needed = neededBases(items)
  const names = items.flatMap(({ upgradeOf }) => upgradeOf ?? [])
  if (!(await areKnown(tx, names))) throw new Refusal('RQ404')
  const free = needed.size === 0 ? [] : await lockBases(tx, { ownerId: owner.accountId, needed, named: names.flat() })
  return planKeys(items, free, newId)
}

/** What is missing in the owner's stock. Leaves the balances locked. */
async function shortOf(tx: Tx, owner: AccountFacts, items: ResolvedItem[]): Promise<LicenseError[]> {
  const lines = items.flatMap((item) => costOf(item, item.quantity))
  const balances =
    lines.length === 0
      ? []
      : await lockBalances(
          tx,
          lines.map(({ productId }) => ({ accountId: owner.accountId, productId })),
        )
  const shortages = await shortagesOf(tx, balances, owner.accountId, lines)
  return shortages.map(({ productId, productName, sku, missing }) => ({
    productId,
    productName,
    sku,
    reason: 'insufficient_stock' as const,
    missing,
  }))
}

interface Issued extends PlannedKey {
  serialKey: string
}

/** The planned licenses, each with a key of its own. */
async function withKeys(tx: Tx, planned: PlannedKey[]): Promise<Issued[]> {
  const keys = await registerNewKeys(
    tx,
    planned.map(({ licenseId, item }) => ({ licenseId, prefix: item.product.licensePrefix || prefixOfNone })),
  )
  return planned.map((license, index) => ({ ...license, serialKey: keys[index] as string }))
}

/** Inserts the licenses and their details in two statements, even for thousands of keys. */
function insert(tx: Tx, owner: AccountFacts, draft: LicenseDraft, licenses: Issued[]): void {
  insertLicenses(
    tx,
    licenses.map(({ licenseId, serialKey, seats, item }) => ({
      licenseId,
      serialKey,
      seats,
      productId: item.product.productId,
      licenseIsPerpetual: isAnyPerpetual(item, 'license'),
      maintenanceIsPerpetual: isAnyPerpetual(item, 'maintenance'),
    })),
    { ownerId: owner.accountId, note: draft.licenseNote ?? null, derivedOrderId: draft.derivedOrderId ?? null },
  )
  insertDetails(
    tx,
    licenses.flatMap(({ licenseId, item }) =>
      [item.product, ...item.extensions].map((product, index) => ({ licenseId, position: index + 1, product })),
    ),
  )
}

const isAnyPerpetual = ({ product, extensions }: ResolvedItem, kind: 'license' | 'maintenance'): boolean =>
  [product, ...extensions].some((grant) => isPerpetual(grant[kind]))
