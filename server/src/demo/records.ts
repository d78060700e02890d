import { addAddress } from '../modules/accounts/index.ts'
import { createEnvironment } from '../modules/environments/index.ts'
import { storeFile } from '../modules/files/index.ts'
import { activateDevice, createLicenses, exportLicenses, makePage, renew } from '../modules/licenses/index.ts'
import { attach } from '../modules/orders/index.ts'
import { lockBalances, moveStock, setThreshold } from '../modules/stock/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Signer } from '../platform/signing/signer.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { isBelow, type Member, type Product } from './members.ts'
import { drawPdf, drawPng } from './papers.ts'
import type { Story } from './story.ts'
import { vatIdFrom } from './vat-ids.ts'

export interface DemoMeans {
  storage: Storage
  signer: Signer
  secrets: Secrets
}

const teal = [31, 111, 107] as const
const pale = [214, 234, 232] as const
const white = [255, 255, 255] as const

/**
 * What lies beside the orders: warning thresholds, of which one is undercut, further addresses, files of accounts and
 * orders, an environment with exported licenses, renewed keys, and a key that is upgraded. Runs after the last orders.
 */
export function planRecords(story: Story, { storage, signer, secrets }: DemoMeans, end: Date): void {
  const { world, tx } = story
  const member = (code: string) => world.members.find(({ company }) => company.code === code) as Member
  const before = (minutes: number) => new Date(end.getTime() - minutes * 60_000)
  const [ponteNuovo, ferrante, cantieri] = [member('PONTENUOVO'), member('FERRANTE'), member('CANTIERI')]

  const save = (
    who: Member,
    name: string,
    note: string | null,
    content: Buffer,
    category: 'document' | 'orderAttachment' | 'brandAsset' = 'document',
  ) =>
    storeFile(
      { tx, storage },
      who.admin,
      { fileCategory: category, fileName: name, fileNote: note, parentAccountId: who.accountId },
      content,
    )
  const latestOrder = async (buyer: Member, status: string) =>
    (
      await tx.row<{ id: string }>(sql`
        select order_id as id from orders where tenant_id = ${world.tenantId} and buyer_id = ${buyer.accountId}
          and status = ${status} and vendor_id <> buyer_id order by created_at desc, order_id desc limit 1`)
    )?.id

  story.plan(before(42), world.vendor.admin, async () => {
    const logo = drawPng(240, 240, (x, y) => {
      const distance = Math.hypot(x - 120, y - 120)
      return distance > 110 ? white : distance < 52 || y > 120 + (x - 120) / 3 ? teal : pale
    })
    await save(world.vendor, 'halcyon-logo.png', 'For light backgrounds, at least 12 mm wide', logo, 'brandAsset')
    const guide = await drawPdf('Halcyon brand guide', [
      'Use the logo on a white or very light background. Leave half of its width free on every side.',
      'The colour is #1F6F6B. Texts are dark grey, headings may be teal.',
      'Ask marketing before you combine the logo with that of another company.',
    ])
    await save(world.vendor, 'halcyon-brand-guide.pdf', null, guide, 'brandAsset')
  })

  story.plan(before(40), ponteNuovo.admin, async () => {
    const thresholds = { 'ATLAS-ENT-1Y': 5, 'ATLAS-PRO-1Y': 10, 'NORMA-1Y': 20, 'VELA-1Y': 15 }
    for (const [sku, threshold] of Object.entries(thresholds)) {
      const productId = world.products.find((one) => one.sku === sku)?.productId as string
      await setThreshold(tx, ponteNuovo.accountId, { productId, threshold })
    }
    const contract = await drawPdf('Contratto di distribuzione', [
      'Tra Halcyon Software, Lugano, e Ponte Nuovo Distribuzione.',
      'Il distributore vende i prodotti del listino ai rivenditori della propria rete in Italia.',
      'Il contratto vale un anno e si rinnova se nessuna delle parti lo disdice tre mesi prima della scadenza.',
    ])
    const note =
      'Firmato da entrambe le parti; l’originale è nell’archivio di Lugano, una copia autenticata presso la sede di Milano.'
    await save(ponteNuovo, 'contratto-di-distribuzione.pdf', note, contract)
    const warehouse = vatIdFrom('IT', 4_711)
    for (const [street, postalCode, city] of [
      ['Via dell’Industria 14', '20090', 'Segrate'],
      ['Corso Francia 202', '10146', 'Torino'],
    ] as const)
      await addAddress(tx, ponteNuovo.admin, ponteNuovo.accountId, {
        legalName: ponteNuovo.company.name,
        vatId: warehouse,
        street,
        postalCode,
        city,
        countryCode: 'IT',
      })
    const { owner, keys } = await exportable()
    const environment = await createEnvironment(tx, owner.admin, {
      accountId: owner.accountId,
      customerName: owner.company.name,
      customerEnvironmentId: `${owner.company.code}-HQ-01`,
    })
    await createEnvironment(tx, owner.admin, {
      accountId: owner.accountId,
      customerName: `${owner.company.name}, test`,
      customerEnvironmentId: `${owner.company.code}-TEST`,
    })
    await exportLicenses(tx, owner.admin, signer, {
      parentAccountId: owner.accountId,
      onPremisesEnvironmentId: environment,
      serials: keys.slice(0, 2).map((serialKey) => ({ serialKey })),
    })
  })

  story.plan(before(38), ferrante.admin, async () => {
    await addAddress(tx, ferrante.admin, cantieri.accountId, {
      legalName: cantieri.company.name,
      vatId: vatIdFrom('IT', 4_712),
      street: 'Banchina dei Calafati 3',
      postalCode: '16121',
      city: 'Genova',
      countryCode: 'IT',
    })
    const pending = await latestOrder(ferrante, 'pending')
    if (pending === undefined) return
    const paper = await drawPdf('Purchase order 4500-118', [
      'Studio Ferrante orders five licenses of Atlas Enterprise and three of Atlas Professional.',
      'Delivery as keys to office@ferrante.example. Payment within thirty days.',
    ])
    const file = await save(ferrante, 'purchase-order-4500-118.pdf', 'Signed copy', paper, 'orderAttachment')
    await attach(tx, ferrante.admin, pending, [file])
  })

  story.plan(before(36), ponteNuovo.admin, async () => {
    const approved = await latestOrder(ferrante, 'approved')
    if (approved === undefined) return
    const invoice = await drawPdf('Fattura di cortesia', ['Copia della fattura elettronica trasmessa tramite SdI.'])
    const file = await save(ponteNuovo, 'fattura-di-cortesia.pdf', null, invoice, 'orderAttachment')
    await attach(tx, ponteNuovo.admin, approved, [file])
  })

  story.plan(before(34), world.vendor.admin, async () => {
    const ended = await listEnded()
    // Two of three are renewed, from stock that their owners had from elsewhere.
    const renewed = ended.filter((_, n) => n % 3 !== 2)
    const pieces = new Map<string, { accountId: string; productId: string; quantity: number; reason: 'import' }>()
    for (const { accountId, productId, seats } of renewed) {
      const pair = `${accountId} ${productId}`
      const quantity = (pieces.get(pair)?.quantity ?? 0) + seats
      pieces.set(pair, { accountId, productId, quantity, reason: 'import' })
    }
    await lockBalances(tx, [...pieces.values()])
    moveStock(tx, [...pieces.values()])
    await renew(tx, world.vendor.admin, {
      items: renewed.map(({ serialKey, dueDate }) => ({ serialKey, dueDate })),
      orderMissing: false,
      approve: false,
    })
  })

  story.plan(before(33), ferrante.admin, async () => {
    // The key that ends next has a page for who uses it.
    const key = await tx.row<{ serialKey: string }>(sql`
      select l.serial_key as "serialKey" from licenses l join products p on p.product_id = l.product_id
      where l.tenant_id = ${world.tenantId} and l.owner_id = ${ferrante.accountId} and l.expires_at > clock() and not p.is_trial
        and l.seats_occupied > 0
      order by l.expires_at, l.serial_key limit 1`)
    if (key) await makePage(tx, { ...key, actor: ferrante.admin, secrets, address: '' })
  })

  story.plan(before(33), ferrante.admin, async () => {
    // Three seats of Atlas Standard, of which two are upgraded to Professional; two more upgrades wait in stock.
    const [standard, upgrade] = ['ATLAS-STD-1Y', 'ATLAS-PRO-UPG'].map(
      (sku) => world.products.find((one) => one.sku === sku)?.productId as string,
    ) as [string, string]
    const pieces = [standard, upgrade].map((productId) => ({
      ...{ accountId: ferrante.accountId, productId, reason: 'import' as const },
      quantity: productId === standard ? 3 : 4,
    }))
    await lockBalances(tx, pieces)
    moveStock(tx, pieces)
    const none = { generateSeparateKeys: false, extensions: [] }
    const { serialKeys } = await createLicenses(tx, ferrante.admin, {
      items: [
        { productId: standard, qt: 3, ...none },
        { productId: upgrade, qt: 2, ...none },
      ],
      parentAccountId: ferrante.accountId,
    })
    const license = await tx.row<{ licenseId: string }>(sql`
      select license_id as "licenseId" from licenses where tenant_id = ${world.tenantId} and serial_key = ${serialKeys[1]}`)
    await activateDevice(tx, {
      licenseId: license?.licenseId as string,
      deviceUuid: '7d1c0f52-3b1e-4c56-9c1a-5f0e6a2b9d41',
      deviceName: 'ferran-studio-1',
      installedProduct: 'Atlas',
      installedVersion: '13.4',
    })
  })

  /** Keys of products for a time that have ended, the first one first. */
  const listEnded = () =>
    tx.rows<{ serialKey: string; dueDate: string; accountId: string; productId: string; seats: number }>(sql`
      select l.serial_key as "serialKey", iso(l.expires_at) as "dueDate", l.owner_id as "accountId",
             l.product_id as "productId", l.seats
      from licenses l join products p on p.product_id = l.product_id
      where l.tenant_id = ${world.tenantId} and l.expires_at <= clock() and not p.is_trial and p.status = 'Active'
      order by l.expires_at, l.serial_key limit 100`)

  /** An end user below Ponte Nuovo with keys that can be exported, the one that has most. */
  async function exportable(): Promise<{ owner: Member; keys: string[] }> {
    const rows = await tx.rows<{ ownerId: string; keys: string[] }>(sql`
      select l.owner_id as "ownerId", array_agg(l.serial_key order by l.created_at, l.serial_key) as keys
      from licenses l join products p on p.product_id = l.product_id
      where l.tenant_id = ${world.tenantId} and p.environment_type = 2 and not p.is_trial
        and l.export_environment_id is null and (l.expires_at is null or l.expires_at > clock())
        and not exists (select from license_seats s where s.tenant_id = l.tenant_id and s.license_id = l.license_id)
      group by 1 order by count(*) desc, 1`)
    const best = rows
      .flatMap(({ ownerId, keys }) =>
        world.members.filter(({ accountId }) => accountId === ownerId).map((owner) => ({ owner, keys })),
      )
      .find(({ owner }) => isBelow(owner, ponteNuovo))
    if (best !== undefined) return best
    // On some dates nobody there has bought any.
    const relay = world.products.find(({ sku }) => sku === 'RELAY-1Y') as Product
    const pieces = [
      { accountId: cantieri.accountId, productId: relay.productId, quantity: 2, reason: 'import' as const },
    ]
    await lockBalances(tx, pieces)
    moveStock(tx, pieces)
    const { serialKeys } = await createLicenses(tx, cantieri.admin, {
      items: [{ productId: relay.productId, qt: 2, generateSeparateKeys: true, extensions: [] }],
      parentAccountId: cantieri.accountId,
    })
    return { owner: cantieri, keys: serialKeys }
  }
}
