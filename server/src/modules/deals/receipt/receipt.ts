import { createHash } from 'node:crypto'
import { type DealReceipt, type DealReceiptClaims, dealReceiptType } from '@trellis/contract/deal-receipts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { found } from '../../../platform/refusal.ts'
import type { Signer } from '../../../platform/signing/signer.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { type PlacedEvent, placedEvents } from '../../audit/index.ts'
import { isInReach } from '../queries.ts'

const tenant = sql`(select current_tenant())`

interface Facts {
  tenantCode: string
  dealCode: string
  vendorCode: string
  vendorName: string
  registeredAt: string
  isOwn: boolean
  salt: string
  prospect: [name: string, vatId: string, countryCode: string]
  items: { productId: string; sku: string; qt: number }[]
  now: string
  isSandbox: boolean
}

const findFacts = async (tx: Reader, actor: Actor, dealId: string): Promise<Facts> =>
  found(
    await tx.row<Facts>(sql`
      select t.code as "tenantCode", d.code as "dealCode", v.code as "vendorCode", v.name as "vendorName",
             iso(d.created_at) as "registeredAt", d.vendor_id = ${actor.accountId} as "isOwn", d.receipt_salt as salt,
             json_build_array(p.name, p.vat_id, p.country_code) as prospect,
             (select coalesce(json_agg(json_build_object('productId', i.product_id, 'sku', r.sku, 'qt', i.qt) order by i.line), '[]')
              from deal_items i
              join offered.product_publications f on f.tenant_id = i.tenant_id and f.product_id = i.product_id
              join offered.products r on r.tenant_id = f.owner_tenant_id and r.product_id = f.product_id
              where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id) as items,
             iso(clock()) as now, t.is_sandbox as "isSandbox"
      from deals d
      join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
      join offered.accounts v on v.tenant_id = d.tenant_id and v.account_id = d.vendor_id
      join offered.tenants t on t.tenant_id = d.tenant_id
      where d.tenant_id = ${tenant} and d.deal_id = ${dealId} and ${isInReach}`),
  )

/** What registrations and corrections record. An import records neither prospect nor items. */
interface Recorded {
  prospect?: { name: string; vatId: string; countryCode: string }
  items?: { productId: string; qt: number }[]
}
type Event = PlacedEvent<Recorded>

/** The event since which the deal has had this: the first of those without another one after it. */
function sinceWhen(events: Event[], now: string, of: (recorded: Recorded) => unknown): Event | undefined {
  const telling = events.filter(({ action, after }) => action === 'deal.imported' || of(after) !== undefined)
  let since: Event | undefined
  for (const event of telling.toReversed()) {
    const isSame = event.action === 'deal.imported' ? since === undefined : JSON.stringify(of(event.after)) === now
    if (!isSame) break
    since = event
  }
  return since
}

const hashOf = (salt: string, text: string): string =>
  createHash('sha256').update(`${salt}\n${text}`).digest('base64url')

export interface Receipt extends DealReceipt {
  claims: DealReceiptClaims
  isSandbox: boolean
}

/**
 * The signed receipt of a registration: what is registered as hashes, since when, and its place in the audit chain. Only
 * users of the deal's vendor get the salt, without which the hashes tell nothing (rules J20).
 */
export async function receiptOf(tx: Reader, actor: Actor, signer: Signer, dealId: string): Promise<Receipt> {
  const facts = await findFacts(tx, actor, dealId)
  const { salt, isOwn, isSandbox, items, now, prospect: company, ...named } = facts
  const events = await placedEvents<Recorded, 'deal'>(tx, 'deal', dealId, [
    'deal.created',
    'deal.imported',
    'deal.prospect_corrected',
    'deal.items_corrected',
  ])
  const registered = (text: string, event: Event | undefined) => ({
    hash: hashOf(salt, text),
    at: event?.at ?? named.registeredAt,
    audit: event ? { id: event.auditId, seq: event.seq, hash: event.hash } : null,
  })
  const identity = ({ prospect }: Recorded) => prospect && [prospect.name, prospect.vatId, prospect.countryCode]
  const ordered = (recorded: Recorded) => recorded.items?.map(({ productId, qt }) => [productId, qt])
  const prospect = JSON.stringify(company)
  const products = JSON.stringify(items.map(({ sku, qt }) => [sku, qt]))
  const held = JSON.stringify(items.map(({ productId, qt }) => [productId, qt]))
  const claims: DealReceiptClaims = {
    ...named,
    prospect: registered(prospect, sinceWhen(events, prospect, identity)),
    products: registered(products, sinceWhen(events, held, ordered)),
    issuedAt: now,
  }
  const receipt = await signer.sign(claims, dealReceiptType)
  return { claims, receipt, isSandbox, disclosed: isOwn ? { salt, prospect, products } : null }
}
