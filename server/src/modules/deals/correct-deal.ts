import type { DealItems } from '@trellis/contract/deal-changes'
import type { ProspectDraft } from '@trellis/contract/prospects'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { noteEbid, noteHistory } from './history.ts'
import { insertedLines, readLines, rowsOf } from './lines.ts'
import { changeProspect, findProspect, type ProspectRow, prospectRow } from './prospects.ts'
import { dealToChange } from './update-deal.ts'

const tenant = sql`(select current_tenant())`

/** Corrects the company of a deal until its protection is decided; it is compared with other registrations anew (rules J18). */
export async function correctProspect(tx: Tx, actor: Actor, dealId: string, draft: ProspectDraft): Promise<void> {
  await dealToChange(tx, actor, dealId, 'correct')
  const after = prospectRow(draft)
  const before = await findProspect(tx, dealId)
  if ((Object.keys(after) as (keyof ProspectRow)[]).every((name) => after[name] === before[name])) return
  changeProspect(tx, dealId, before, after)
  noteHistory(tx, dealId, { source: 'UpdatedByCreator', event: 'prospect_corrected' })
  await record(tx, 'deal.prospect_corrected', 'deal', dealId, {
    before: { prospect: before },
    after: { prospect: after },
  })
}

/**
 * Corrects the products of a deal until its protection is decided, at what its vendor pays now. A price that was asked for
 * was one for other products, and lapses (rules J18).
 */
export async function correctItems(tx: Tx, actor: Actor, dealId: string, draft: DealItems): Promise<void> {
  const deal = await dealToChange(tx, actor, dealId, 'correct')
  const items = draft.items.map(({ productId, qt }) => ({ productId, qt }))
  const kept = await listKept(tx, dealId)
  const before = kept.map(({ productId, qt }) => ({ productId, qt }))
  if (JSON.stringify(before) === JSON.stringify(items)) return
  const lines = await readLines(
    tx,
    deal.vendorId,
    items,
    new Map(kept.map(({ productId, since }) => [productId, since])),
  )
  await tx.run(sql`delete from deal_items where tenant_id = ${tenant} and deal_id = ${dealId}`)
  await tx.run(sql`
    with lines as (${rowsOf(lines)}), made as (
      update deals set currency_id = (select min("priceCurrencyId") from lines), total = (select sum(amount) from lines),
        ebid_value = 0, ebid_status = 'Pending', ebid_approved_value = null, ebid_reason = null,
        ebid_since = case when ebid_value > 0 then clock() else ebid_since end
      where tenant_id = ${tenant} and deal_id = ${dealId}
      returning deal_id
    )
    ${insertedLines}`)
  if (deal.eBidValue > 0) noteEbid(tx, dealId)
  noteHistory(tx, dealId, { source: 'UpdatedByCreator', event: 'items_corrected' })
  const lapsed = deal.eBidValue > 0
  await record(tx, 'deal.items_corrected', 'deal', dealId, {
    before: { items: before, ...(lapsed && { eBidValue: deal.eBidValue, eBidStatus: deal.eBidStatus }) },
    after: { items, ...(lapsed && { eBidValue: 0, eBidStatus: 'Pending' }) },
  })
}

/** The lines as they are, each with the instant since which the deal has the product. */
const listKept = (tx: Reader, dealId: string) =>
  tx.rows<{ productId: string; qt: number; since: string }>(sql`
    select product_id as "productId", qt, (min(since) over (partition by product_id))::text as since
    from deal_items where tenant_id = ${tenant} and deal_id = ${dealId} order by line`)
