import type { ProductDraft } from '@trellis/contract/catalogue'
import { createAccount } from '../modules/accounts/index.ts'
import { createProduct } from '../modules/catalogue/index.ts'
import { createUser } from '../modules/identity/index.ts'
import { associate, createPriceList } from '../modules/price-lists/index.ts'
import { rootGroupId, seedTenant } from '../modules/tenants/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import type { Actor } from '../platform/tenancy.ts'
import { actAs, dayLength, type Roles, readRoles } from './acting.ts'
import { catalogue, type DemoProduct } from './catalogue.ts'
import { type DemoCompany, groups, network } from './companies.ts'
import { type DemoSignIn, demoSignIns, demoTenantCode } from './sign-ins.ts'

const euro = 978
const dollar = 840

export interface Product extends DemoProduct {
  productId: string
}

/** An account of the demo, with whoever runs it. */
export interface Member {
  company: DemoCompany
  accountId: string
  parent: Member | null
  /** Vendor 0, distributors 1, resellers 2, those who use the software 3. */
  tier: number
  admin: Actor
  /** What it pays, by product; what is missing it cannot buy. */
  prices: Map<string, number>
}

export interface World {
  tenantId: string
  vendor: Member
  members: Member[]
  products: Product[]
}

const vendorCompany: DemoCompany = {
  code: 'HALCYON',
  name: 'Halcyon Software',
  groupId: rootGroupId,
  city: 'Lugano',
  street: 'Via al Lido 3',
  postalCode: '6900',
  countryCode: 'CH',
  timeZone: 'Europe/Zurich',
  languageCode: 'en',
  admin: ['Vera', 'Lindqvist'],
  weight: 1,
  below: network,
}

/** Tenant, accounts, people, catalogue and price lists, as they were when the year began. */
export async function settle(tx: Tx, tenantId: string, began: Date, passwordHash: string): Promise<World> {
  await actAs(tx, null, new Date(began.getTime() - 200 * dayLength))
  await seedTenant(tx, {
    tenantId,
    code: demoTenantCode,
    name: vendorCompany.name,
    currencyCode: 'EUR',
    theme: { primaryColor: '#1f6f6b' },
  })
  const roles = await readRoles(tx)
  const vendor = await join(tx, tenantId, roles, vendorCompany, null, 0, passwordHash)
  const members = [vendor]
  const settleBelow = async (parent: Member, tier: number): Promise<void> => {
    for (const [place, company] of parent.company.below.entries()) {
      // The network was there before the year, and has grown since.
      await actAs(tx, parent.admin, new Date(began.getTime() - (90 - place * 7 - tier * 11) * dayLength))
      const member = await join(tx, tenantId, roles, company, parent, tier, passwordHash)
      members.push(member)
      await settleBelow(member, tier + 1)
    }
  }
  await settleBelow(vendor, 1)
  await actAs(tx, vendor.admin, new Date(began.getTime() - 120 * dayLength))
  const products = await fillCatalogue(tx, vendor)
  await setPrices(tx, vendor, members, products)
  return { tenantId, vendor, members, products }
}

/** An account with its people. Those of the sign-ins are there under their own addresses. */
async function join(
  tx: Tx,
  tenantId: string,
  roles: Roles,
  company: DemoCompany,
  parent: Member | null,
  tier: number,
  passwordHash: string,
): Promise<Member> {
  const accountId = await createAccount(tx, {
    code: company.code,
    name: company.name,
    groupId: company.groupId,
    parentId: parent?.accountId ?? null,
    notificationEmail: `office@${company.code.toLowerCase()}.example`,
    address: {
      street: company.street,
      postalCode: company.postalCode,
      city: company.city,
      countryCode: company.countryCode,
      vatId: `${company.countryCode}${String(1_000_000_000 + hashOf(company.code)).slice(1)}00`,
    },
  })
  const people = demoSignIns.filter(({ account }) => account === company.code)
  const all = people.length > 0 ? people : [ordinaryAdmin(company)]
  const actors: Actor[] = []
  for (const person of all) {
    const userId = await createUser(tx, {
      accountId,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: [person.role],
      timeZone: person.timeZone,
      languageCode: person.languageCode,
      status: 'user_active',
      passwordHash,
    })
    const role = roles[person.role]
    actors.push({
      tenantId,
      userId,
      sessionId: '',
      fullName: `${person.firstName} ${person.lastName}`,
      accountId,
      rootAccountId: parent ? rootOf(parent).accountId : accountId,
      level: levels[company.groupId] ?? 20,
      permissions: role?.permissions ?? [],
      isSuperAdmin: role?.isSuperAdmin ?? false,
      timeZone: person.timeZone,
      languageCode: person.languageCode,
    })
  }
  return { company, accountId, parent, tier, admin: actors[0] as Actor, prices: new Map() }
}

const levels: Record<number, number> = {
  [groups.distributor]: 30,
  [groups.platinum]: 40,
  [groups.gold]: 40,
  [groups.silver]: 40,
  [groups.buyer]: 60,
}

const rootOf = (member: Member): Member => (member.parent === null ? member : rootOf(member.parent))

const ordinaryAdmin = (company: DemoCompany): Omit<DemoSignIn, 'company' | 'can'> => ({
  email: `${plain(company.admin[0])}@${company.code.toLowerCase()}.example`,
  firstName: company.admin[0],
  lastName: company.admin[1],
  account: company.code,
  role: 'AccountAdmin',
  languageCode: company.languageCode,
  timeZone: company.timeZone,
})

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_999_937, 7)

async function fillCatalogue(tx: Tx, vendor: Member): Promise<Product[]> {
  const products: Product[] = []
  for (const product of catalogue) {
    const extended = products.find(({ sku }) => sku === product.extends)?.productId ?? null
    const productId = await createProduct(tx, vendor.admin, { ...draftOf(product), extendedProductId: extended })
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

/** Europe buys in euro, America in dollar; Italy's resellers buy from their distributor's own list. */
async function setPrices(tx: Tx, vendor: Member, members: Member[], products: Product[]): Promise<void> {
  const all = products.map((product) => [product, Math.round(product.price * 0.7)] as const)
  const america = products
    .filter(({ onPremise, prefix }) => !onPremise && prefix !== undefined)
    .map((product) => [product, Math.round(product.price * 0.78)] as const)
  const italy = products.map((product) => [product, Math.round(product.price * 0.85)] as const)

  const listOf = (owner: Member, name: string, currencyId: number, prices: typeof all) =>
    createPriceList(tx, owner.admin, {
      name,
      currencyId,
      items: prices.map(([{ productId }, customPrice]) => ({ productId, customPrice })),
    })
  const hand = (from: Member, to: Member, priceListId: string) =>
    associate(tx, from.admin, to.accountId, { priceListId, canPropagate: true })
  const remember = (member: Member, prices: typeof all) => {
    member.prices = new Map(prices.map(([{ productId }, price]) => [productId, price]))
  }

  const europeList = await listOf(vendor, 'Halcyon Europe', euro, all)
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
    sql`select set_config('app.user', ${ponteNuovo.admin.userId}, true), set_config('app.reach', ${ponteNuovo.accountId}, true)`,
  )
  const italyList = await listOf(ponteNuovo, 'Listino Italia', euro, italy)
  for (const reseller of members.filter(({ parent }) => parent === ponteNuovo)) {
    await hand(ponteNuovo, reseller, italyList)
    for (const member of members.filter((one) => isBelow(one, reseller))) remember(member, italy)
  }
}

/** The account itself, or one below it. */
export const isBelow = (member: Member, above: Member): boolean =>
  member === above || (member.parent !== null && isBelow(member.parent, above))
