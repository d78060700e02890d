import type { ProductDraft } from '@trellis/contract/catalogue'
import { createProduct } from '../modules/catalogue/index.ts'
import { associate, createPriceList } from '../modules/price-lists/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { catalogue, type DemoProduct } from './catalogue.ts'
import { isBelow, type Member, type Product } from './members.ts'
import { fillProductTypes } from './product-types.ts'

const euro = 978
const dollar = 840

/** Creates the vendor's products with their types and makes them Active. */
export async function fillCatalogue(tx: Tx, vendor: Member, began: Date): Promise<Product[]> {
  const typeOf = await fillProductTypes(tx, began)
  const products: Product[] = []
  for (const product of catalogue) {
    const extended = products.find(({ sku }) => sku === product.extends)?.productId ?? null
    const productId = await createProduct(tx, vendor.admin, {
      ...draftOf(product),
      type: typeOf(product.sku),
      extendedProductId: extended,
    })
    products.push({ ...product, productId })
  }
  return products
}

const draftOf = (product: DemoProduct): ProductDraft => ({
  sku: product.sku,
  name: product.name,
  description: product.description,
  priceMsrp: product.price,
  currencyId: euro,
  isLicense: product.prefix !== undefined,
  licensePrefix: product.prefix ?? null,
  licenseActivationRule: product.rule ?? null,
  licenseMaxVersion: product.maximumVersion ?? null,
  seatReclaimDays: product.seatReclaimDays ?? null,
  selfReleases: product.selfReleases ?? 0,
  licenseIsPerpetual: product.years === 255,
  licenseDurationYears: product.years ?? 0,
  licenseDurationMonths: product.months ?? 0,
  licenseDurationDays: product.days ?? 0,
  maintenanceIsPerpetual: false,
  maintenanceDurationYears: product.maintenanceYears ?? 0,
  maintenanceDurationMonths: product.maintenanceMonths ?? 0,
  maintenanceDurationDays: 0,
  islicenseUpgradeRight: product.upgrade ?? false,
  isLicenseTrial: product.trial ?? false,
  subscriptionId: product.subscription ?? null,
  airServerRequired: false,
  environmentType: product.onPremise ? 2 : 1,
  status: 'Active',
})

/** Euro prices for Europe and dollar prices for America; Italian resellers get their distributor's own list. */
export async function setPrices(tx: Tx, vendor: Member, members: Member[], products: Product[]): Promise<void> {
  const all = products.map((product) => [product, Math.round(product.price * 0.7)] as const)
  const america = products
    .filter(({ onPremise, prefix }) => !onPremise && prefix !== undefined)
    .map((product) => [product, Math.round(product.price * 0.78)] as const)
  const italy = products.map((product) => [product, Math.round(product.price * 0.85)] as const)

  /** More than anybody orders in the story, so that its orders are at the price of one. */
  const breaksOf = (price: number) => [
    { from: 250, price: Math.round(price * 0.95) },
    { from: 1000, price: Math.round(price * 0.9) },
  ]
  const listOf = (owner: Member, name: string, currencyId: number, prices: typeof all, hasBreaks = false) =>
    createPriceList(tx, owner.admin, {
      name,
      currencyId,
      items: prices.map(([{ productId, sku }, customPrice]) => ({
        productId,
        customPrice,
        quantityBreaks: hasBreaks && ['ATLAS-STD-1Y', 'ATLAS-PRO-1Y'].includes(sku) ? breaksOf(customPrice) : [],
      })),
    })
  const hand = (from: Member, to: Member, priceListId: string) =>
    associate(tx, from.admin, to.accountId, { priceListId, canPropagate: true })
  const remember = (member: Member, prices: typeof all) => {
    member.prices = new Map(prices.map(([{ productId }, price]) => [productId, price]))
  }

  const europeList = await listOf(vendor, 'Halcyon Europe', euro, all, true)
  const americaList = await listOf(vendor, 'Halcyon Americas', dollar, america)
  remember(
    vendor,
    products.map((product) => [product, product.price] as const),
  )
  for (const distributor of members.filter(({ tier }) => tier === 1)) {
    const isAmerican = distributor.company.countryCode === 'US'
    await hand(vendor, distributor, isAmerican ? americaList : europeList)
    for (const member of members.filter((one) => isBelow(one, distributor)))
      remember(member, isAmerican ? america : all)
  }
  const ponteNuovo = members.find(({ company }) => company.code === 'PONTENUOVO')
  if (!ponteNuovo) return
  await tx.run(
    sql`select set_config('app.user', ${ponteNuovo.admin.userId}, true), set_config('app.reach', ${ponteNuovo.accountId}, true),
               set_config('app.account', ${ponteNuovo.accountId}, true)`,
  )
  const italyList = await listOf(ponteNuovo, 'Listino Italia', euro, italy)
  for (const reseller of members.filter(({ parent }) => parent === ponteNuovo)) {
    await hand(ponteNuovo, reseller, italyList)
    for (const member of members.filter((one) => isBelow(one, reseller))) remember(member, italy)
  }
}
