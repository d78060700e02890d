import type { ProductDraft } from '@trellis/contract/catalogue'
import { createProduct } from '../modules/catalogue/index.ts'
import { seedCertificates } from '../modules/certifications/index.ts'
import { associate, createPriceList } from '../modules/price-lists/index.ts'
import { beginTenant, setLogo } from '../modules/settings/index.ts'
import { rootGroupId } from '../modules/tenants/index.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { actAs, dayLength, readRoles } from './acting.ts'
import { type DemoCompany, groups } from './companies.ts'
import { join } from './network.ts'
import { drawPng } from './papers.ts'
import { secondSignIns, secondTenantCode } from './sign-ins.ts'

const dollar = 840
const turin = { countryCode: 'IT', timeZone: 'Europe/Rome', languageCode: 'it' } as const

const reseller: DemoCompany = {
  ...{ code: 'KLANGHAUS', name: 'Klanghaus Berger', groupId: groups.gold, weight: 1, below: [] },
  ...{ street: 'Gumpendorfer Straße 40', postalCode: '1060', city: 'Wien' },
  ...{ countryCode: 'AT', timeZone: 'Europe/Vienna', languageCode: 'en', admin: ['Jonas', 'Berger'] },
}
const distributor: DemoCompany = {
  ...{ code: 'ALPIAUDIO', name: 'Alpi Audio', groupId: groups.distributor, weight: 1, below: [reseller] },
  ...{ street: 'Via Garibaldi 12', postalCode: '38122', city: 'Trento', ...turin, admin: ['Marta', 'Dal Piaz'] },
}
const vendor: DemoCompany = {
  ...{ code: 'LUMEN', name: 'Lumen Audio', groupId: rootGroupId, weight: 1, below: [distributor] },
  ...{
    street: 'Corso Vittorio Emanuele II 71',
    postalCode: '10128',
    city: 'Torino',
    ...turin,
    admin: ['Elena', 'Bassi'],
  },
}

const offer = [
  { sku: 'LUMEN-MIX-1Y', name: 'Lumen Mix, un anno', prefix: 'LMIX', priceMsrp: 240 },
  { sku: 'LUMEN-MIX-3Y', name: 'Lumen Mix, tre anni', prefix: 'LMIX3', priceMsrp: 590 },
  { sku: 'LUMEN-LIVE-1Y', name: 'Lumen Live, un anno', prefix: 'LLIVE', priceMsrp: 410 },
] as const

/**
 * A second tenant with a brand, a menu, a currency and a language of its own, reached at its own host name. It has nothing
 * in common with the first one, and no business yet.
 */
export async function fillSecond(db: Database, passwordHash: string, began: Date): Promise<void> {
  const tenantId = newId()
  await db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, async (tx) => {
    await actAs(tx, null, began)
    await beginTenant(tx, {
      ...{ tenantId, code: secondTenantCode, name: vendor.name, currencyCode: 'USD', timeZone: vendor.timeZone },
      theme: { primaryColor: '#8a2f6b' },
      externalLinks: [{ entry: 'help-desk', url: 'https://help.lumen.example/' }],
      excludedMenuEntries: ['deals', 'certifications', 'brand-assets', 'knowledge-base'],
    })
    await seedCertificates(tx)
    await setLogo(tx, { tenantId, code: secondTenantCode }, drawLogo())
    const roles = await readRoles(tx)
    const root = await join(tx, tenantId, roles, vendor, null, 0, passwordHash, secondSignIns)
    const below = await join(tx, tenantId, roles, distributor, root, 1, passwordHash, secondSignIns)
    await join(tx, tenantId, roles, reseller, below, 2, passwordHash, secondSignIns)

    await actAs(tx, root.admin, new Date(began.getTime() + dayLength))
    const items: Parameters<typeof createPriceList>[2]['items'] = []
    for (const product of offer)
      items.push({
        productId: await createProduct(tx, root.admin, draftOf(product)),
        customPrice: Math.round(product.priceMsrp * 0.7),
        quantityBreaks: [],
      })
    const priceListId = await createPriceList(tx, root.admin, { name: 'Lumen Partner', currencyId: dollar, items })
    await associate(tx, root.admin, below.accountId, { priceListId, canPropagate: true })
  })
}

const draftOf = ({ sku, name, prefix, priceMsrp }: (typeof offer)[number]): ProductDraft => ({
  ...{ sku, name, description: null, priceMsrp, currencyId: dollar },
  ...{ isLicense: true, licensePrefix: prefix, licenseActivationRule: 'activation', licenseMaxVersion: null },
  ...{ licenseIsPerpetual: false, licenseDurationYears: sku.endsWith('3Y') ? 3 : 1 },
  ...{ licenseDurationMonths: 0, licenseDurationDays: 0, maintenanceIsPerpetual: false },
  ...{ maintenanceDurationYears: 1, maintenanceDurationMonths: 0, maintenanceDurationDays: 0 },
  ...{ islicenseUpgradeRight: false, isLicenseTrial: false, airServerRequired: false },
  ...{ environmentType: 1, selfReleases: 0, status: 'Active' },
})

const white = [255, 255, 255] as const
const plum = [138, 47, 107] as const

/** Five bars of a sound on a plum ground, like a lamp that gets brighter. */
function drawLogo(): Buffer {
  const heights = [24, 44, 64, 44, 24]
  return drawPng(160, 96, (x, y) => {
    const bar = Math.floor((x - 20) / 26)
    const isInBar = x >= 20 && (x - 20) % 26 < 14 && Math.abs(y - 48) * 2 < (heights[bar] ?? 0)
    return isInBar ? white : plum
  })
}
