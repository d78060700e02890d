import { licenses } from '@trellis/contract/licenses'
import { record } from '../modules/audit/index.ts'
import { lockBalances, moveStock } from '../modules/stock/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'
import type { Person, Product, World } from './network.ts'

/** A product in addition to the network's catalogue, in the terms of its table. */
export interface ExtraProduct {
  sku: string
  isLicense?: boolean
  years?: number
  months?: number
  days?: number
  maintenanceYears?: number
  rule?: 'activation' | 'firstnextmonth'
  maximumVersion?: string
  /** After how many silent days a seat may be taken over; never by default. */
  seatReclaimDays?: number
  selfReleases?: number
  isTrial?: boolean
  isUpgradeRight?: boolean
  extends?: string
  status?: 'Active' | 'Pending' | 'Deleted'
}

/** Helpers for tests of keys and devices: pieces in stock, further products, approved orders, keys. */
export function licensing(world: World) {
  const write = <T>(work: (tx: Tx) => Promise<T>) =>
    world.db.administer({ tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }, work)

  const product = (sku: string): Product => {
    const known = world.products[sku]
    if (!known) throw new Error(`There is no product ${sku}`)
    return known
  }

  /** Adds pieces to the stock of the user's account, through the ledger. */
  const give = (person: Person, sku: string, quantity: number) =>
    write(async (tx) => {
      const at = { accountId: person.accountId, productId: product(sku).productId }
      await lockBalances(tx, [at])
      await moveStock(tx, [{ ...at, quantity, reason: 'issue' }])
    })

  /** Adds a product that is published in the tenant and on no price list. */
  const addProduct = (extra: ExtraProduct) =>
    write(async (tx) => {
      const productId = newId()
      const isLicense = extra.isLicense ?? true
      await tx.run(sql`
        insert into products (product_id, sku, name, price_msrp, currency_id, is_license, license_prefix, license_activation_rule,
          license_is_perpetual, license_years, license_months, license_days, maintenance_years, is_trial, is_upgrade_right,
          license_max_version, extended_product_id, status, seat_reclaim_days, self_releases)
        values (${productId}, ${extra.sku}, ${`Product ${extra.sku}`}, 10, 978, ${isLicense},
          ${isLicense ? extra.sku.replace(/[^A-Z0-9]/g, '').slice(0, 12) : null}, ${isLicense ? (extra.rule ?? 'activation') : null},
          ${extra.years === 255}, ${extra.years ?? 0}, ${extra.months ?? 0}, ${extra.days ?? 0}, ${extra.maintenanceYears ?? 0},
          ${extra.isTrial ?? false}, ${extra.isUpgradeRight ?? false}, ${extra.maximumVersion ?? null},
          ${extra.extends ? product(extra.extends).productId : null}, ${extra.status ?? 'Active'},
          ${extra.seatReclaimDays ?? null}, ${extra.selfReleases ?? 0})`)
      await tx.run(
        sql`insert into product_publications (product_id, owner_tenant_id) values (${productId}, ${world.tenantId})`,
      )
      await record(tx, 'product.created', 'product', productId, { after: { sku: extra.sku } })
      world.products[extra.sku] = { productId, sku: extra.sku, price: '10.00' }
    })

  /** An item of a new license: this many seats of a product. */
  const item = (
    sku: string,
    qt: number,
    more: { generateSeparateKeys?: boolean; extensions?: { productId: string; qt: number }[] } = {},
  ) => ({ productId: product(sku).productId, qt, ...more })

  return {
    write,
    product,
    give,
    addProduct,
    item,

    /** Products that keys are rarely made of: an upgrade right, one not for sale, a trial, one that nobody has. */
    async addRareProducts(): Promise<void> {
      await addProduct({ sku: 'CORE-UP', years: 0, isUpgradeRight: true, extends: 'CORE-PERP' })
      await addProduct({ sku: 'CORE-OLD', extends: 'CORE-PERP', status: 'Pending' })
      await addProduct({ sku: 'SECRET-TRIAL', days: 10, isTrial: true })
      await addProduct({ sku: 'OEM-KEY', years: 1 })
    },

    create: (person: Person, owner: Person, ...items: ReturnType<typeof item>[]) =>
      person.call(licenses.create, { body: { items, parentAccountId: owner.accountId } }),

    read: (person: Person, serialKey: string | undefined) =>
      person.call(licenses.read, { params: { serialKey: serialKey ?? '' } }),

    /** A past order as the import creates it: it moved no stock. */
    order: (buyer: Person, vendor: Person, lines: Record<string, number>, status = 'approved') =>
      write(async (tx) => {
        const orderId = newId()
        await tx.run(sql`
          insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, approved_at)
          values (${orderId}, ${`SO-2020-${orderId.slice(-6)}`}, ${orderId}, ${buyer.accountId}, ${vendor.accountId}, 'import',
                  ${status}, 978, 0, ${status === 'approved' ? sql`clock()` : null})`)
        for (const [place, [sku, qt]] of Object.entries(lines).entries()) {
          await tx.run(sql`
            insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
            values (${newId()}, ${orderId}, ${place + 1}, ${product(sku).productId}, ${qt}, 0, 0, 978, 0)`)
        }
        return orderId
      }),

    /** Creates one key with this many seats, from stock that the owner is given for it. */
    async key(owner: Person, sku: string, seats = 1): Promise<string> {
      await give(owner, sku, seats)
      const { serialKeys } = await owner.call(licenses.create, {
        body: { parentAccountId: owner.accountId, items: [{ productId: product(sku).productId, qt: seats }] },
      })
      return serialKeys[0] as string
    },
  }
}
