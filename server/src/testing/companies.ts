import * as argon2 from '@node-rs/argon2'
import { createAccount } from '../modules/accounts/index.ts'
import { record, recordRows } from '../modules/audit/index.ts'
import { seedCertificates } from '../modules/certifications/index.ts'
import { createUser } from '../modules/people/index.ts'
import { beginTenant } from '../modules/settings/index.ts'
import { rootGroupId } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { newId } from '../platform/ids.ts'

/** The password of every user in tests. */
export const password = 'Correct-Horse-1'

export interface Product {
  productId: string
  sku: string
  /** Decimal text. */
  price: string
}

interface Identified {
  email: string
  userId: string
  accountId: string
}

/** The users of the tests. A company's plain name is its AccountAdmin; the vendor's is its super admin. */
export interface People<P> {
  /** Verdant's super admin. */
  vendor: P
  /** Verdant's VendorManager. */
  manager: P
  nordico: P
  sudvia: P
  acme: P
  /** A Basic user of Acme. */
  acmeBasic: P
  bergen: P
  calabro: P
  fjord: P
  /** Super admin of another tenant, in which every name contains the word Canary. */
  canary: P
}

const groupIds = { DISTRIBUTOR: 4, RESELLER_GOLD: 6, RESELLER_SILVER: 7, BUYER: 8 }

/** SKU, MSRP in EUR, license durations in years (255 is perpetual). */
const catalogue = [
  { sku: 'EDGE-1Y', name: 'Edge for one year', price: '100.00', prefix: 'EDGE', years: 1, maintenance: 1 },
  { sku: 'CORE-3Y', name: 'Core for three years', price: '250.50', prefix: 'CORE', years: 3, maintenance: 3 },
  { sku: 'CORE-PERP', name: 'Core perpetual', price: '900.00', prefix: 'COREP', years: 255, maintenance: 1 },
  {
    sku: 'CORE-MNT',
    name: 'Core maintenance for one year',
    price: '90.00',
    prefix: 'COREM',
    years: 0,
    maintenance: 1,
    extends: 'CORE-PERP',
  },
  { sku: 'EDGE-TRIAL', name: 'Edge trial', price: '0.00', prefix: 'EDGET', days: 30, trial: true },
  { sku: 'BOX', name: 'Cardboard box', price: '3.3335' },
  { sku: 'HIDDEN', name: 'Not on any list', price: '10.00' },
  { sku: 'DRAFT', name: 'Still pending', price: '10.00', status: 'Pending' },
]
const onTheList = ['EDGE-1Y', 'CORE-3Y', 'CORE-PERP', 'CORE-MNT', 'EDGE-TRIAL', 'BOX', 'DRAFT']

export interface Settled {
  tenantId: string
  tenantCode: string
  products: Record<string, Product>
  people: Record<keyof People<unknown>, Identified>
}

/** Hashes a password as the product does, but with as little work as the algorithm allows: tests sign in a thousand times. */
export const cheapHash = (secret: string): Promise<string> =>
  argon2.hash(secret, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/**
 * Fills an empty database: the tenant `verdant` with companies, users, catalogue and one price list for all, and the
 * tenant `canary`.
 */
export async function settle(db: Database): Promise<Settled> {
  const passwordHash = await cheapHash(password)
  const tenantId = newId()
  const settled = await inTenant(db, tenantId, async (tx) => {
    await beginTenant(tx, { tenantId, code: 'verdant', name: 'Verdant', currencyCode: 'EUR' })
    await seedCertificates(tx)
    const account = (name: string, groupId: number, parentId: string | null) =>
      createAccount(tx, {
        name,
        groupId,
        parentId,
        address: { city: 'Oslo', countryCode: 'NO', street: 'Storgata 1', postalCode: '0155', vatId: 'NO1' },
      })
    const user = async (accountId: string, email: string, role: string): Promise<Identified> => {
      const [firstName = '', lastName = ''] = email
        .split('@')
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1).replace('.example', ''))
      const userId = await createUser(tx, {
        accountId,
        email,
        firstName,
        lastName,
        roles: [role],
        status: 'user_active',
        passwordHash,
      })
      return { email, userId, accountId }
    }
    const verdant = await account('Verdant', rootGroupId, null)
    const nordico = await account('Nordico', groupIds.DISTRIBUTOR, verdant)
    const sudvia = await account('Sudvia', groupIds.DISTRIBUTOR, verdant)
    const acme = await account('Acme', groupIds.RESELLER_GOLD, nordico)
    const bergen = await account('Bergen', groupIds.RESELLER_GOLD, nordico)
    const calabro = await account('Calabro', groupIds.RESELLER_SILVER, sudvia)
    const fjord = await account('Fjord', groupIds.BUYER, acme)
    const people = {
      vendor: await user(verdant, 'vera@verdant.example', 'SuperAdmin'),
      manager: await user(verdant, 'max@verdant.example', 'VendorManager'),
      nordico: await user(nordico, 'nora@nordico.example', 'AccountAdmin'),
      sudvia: await user(sudvia, 'sandro@sudvia.example', 'AccountAdmin'),
      acme: await user(acme, 'anna@acme.example', 'AccountAdmin'),
      acmeBasic: await user(acme, 'basil@acme.example', 'Basic'),
      bergen: await user(bergen, 'bo@bergen.example', 'AccountAdmin'),
      calabro: await user(calabro, 'carla@calabro.example', 'AccountAdmin'),
      fjord: await user(fjord, 'finn@fjord.example', 'AccountAdmin'),
    }
    const products = await stockCatalogue(tx, tenantId, verdant, [nordico, sudvia])
    return { people, products }
  })
  const canary = await settleCanary(db, passwordHash)
  return { tenantId, tenantCode: 'verdant', products: settled.products, people: { ...settled.people, canary } }
}

const inTenant = <T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, work)

/**
 * Creates the catalogue; the list "Verdant list" on both distributors, propagated to all below; and stock: 10 of each
 * sold product at Nordico, 3 × EDGE-1Y at Acme.
 */
async function stockCatalogue(
  tx: Tx,
  tenantId: string,
  vendorId: string,
  distributors: string[],
): Promise<Record<string, Product>> {
  const products: Record<string, Product> = {}
  for (const entry of catalogue) {
    const productId = newId()
    products[entry.sku] = { productId, sku: entry.sku, price: entry.price }
    await tx.run(sql`
      insert into products (product_id, sku, name, price_msrp, currency_id, is_license, license_prefix, license_activation_rule,
                            license_is_perpetual, license_years, license_days, maintenance_years, is_trial, extended_product_id,
                            subscription_id, status)
      values (${productId}, ${entry.sku}, ${entry.name}, ${entry.price}, 978, ${entry.prefix !== undefined}, ${entry.prefix ?? null},
              ${entry.prefix ? 'activation' : null}, ${entry.years === 255}, ${entry.years ?? 0}, ${entry.days ?? 0},
              ${entry.maintenance ?? 0}, ${entry.trial ?? false}, ${entry.extends ? products[entry.extends]?.productId : null},
              ${entry.prefix ? 1 : null}, ${entry.status ?? 'Active'})`)
    await tx.run(sql`insert into product_publications (product_id, owner_tenant_id) values (${productId}, ${tenantId})`)
  }
  const priceListId = newId()
  await tx.run(
    sql`insert into price_lists (price_list_id, account_id, name, currency_id) values (${priceListId}, ${vendorId}, 'Verdant list', 978)`,
  )
  for (const sku of onTheList) {
    const product = products[sku] as Product
    await tx.run(
      sql`insert into price_list_items (price_list_id, product_id, custom_price) values (${priceListId}, ${product.productId}, ${product.price})`,
    )
  }
  for (const accountId of distributors) {
    await tx.run(
      sql`insert into price_list_accounts (account_id, price_list_id, can_propagate) values (${accountId}, ${priceListId}, true)`,
    )
  }
  await recordRows(
    tx,
    'product.created',
    'product',
    sql`select product_id, null::jsonb, jsonb_build_object('sku', sku) from offered.products where tenant_id = ${tenantId}`,
  )
  await record(tx, 'price_list.created', 'price_list', priceListId, { after: { name: 'Verdant list' } })
  return products
}

async function settleCanary(db: Database, passwordHash: string): Promise<Identified> {
  const tenantId = newId()
  return inTenant(db, tenantId, async (tx) => {
    await beginTenant(tx, { tenantId, code: 'canary', name: 'Canary tenant', currencyCode: 'USD' })
    await seedCertificates(tx)
    const accountId = await createAccount(tx, { name: 'Canary Root', groupId: rootGroupId, parentId: null })
    const email = 'canary@canary.example'
    const userId = await createUser(tx, {
      accountId,
      email,
      firstName: 'Canary',
      lastName: 'Admin',
      roles: ['SuperAdmin'],
      status: 'user_active',
      passwordHash,
    })
    return { email, userId, accountId }
  })
}

/** Maps the users to the objects that tests use. */
export function companiesOf<P>(settled: Settled, person: (tenantCode: string, of: Identified) => P): People<P> {
  const entries = Object.entries(settled.people).map(([name, of]) => [
    name,
    person(name === 'canary' ? 'canary' : settled.tenantCode, of),
  ])
  return Object.fromEntries(entries) as People<P>
}
