import type { dealEvents, dealSources } from '@trellis/contract/deal-states'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'

interface Entry {
  source: (typeof dealSources)[number]
  event: (typeof dealEvents)[number]
  reason?: string | null | undefined
  /** Only managers may read the reason. */
  isInternal?: boolean
}

const tenant = sql`(select current_tenant())`

/** Appends the present state of a deal to its history, later than all its entries; without waiting for it. Call it after the change. */
export const noteHistory = (tx: Tx, dealId: string, { source, event, reason, isInternal = false }: Entry): void =>
  tx.later(sql`
    insert into deal_history (history_id, deal_id, source, event, reason, is_reason_internal, chance, description,
      estimated_close_at, protection_status, status, ebid_value, ebid_status, ebid_approved_value, created_at)
    select ${newId()}, d.deal_id, ${source}, ${event}, ${reason || null}, ${isInternal}, d.chance, d.description,
      d.estimated_close_at, d.protection_status, d.status, d.ebid_value, d.ebid_status, d.ebid_approved_value,
      greatest(clock(), (
        select max(h.created_at) + interval '1 millisecond' from deal_history h
        where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id))
    from deals d where d.tenant_id = ${tenant} and d.deal_id = ${dealId}`)

/** Appends the present eBid of a deal to its entries, without waiting for it. */
export const noteEbid = (tx: Tx, dealId: string): void =>
  tx.later(sql`
    insert into deal_ebids (ebid_id, deal_id, value, status, approved_value, created_at)
    select ${newId()}, d.deal_id, d.ebid_value, d.ebid_status, d.ebid_approved_value, greatest(clock(), (
      select max(e.created_at) + interval '1 millisecond' from deal_ebids e
      where e.tenant_id = d.tenant_id and e.deal_id = d.deal_id))
    from deals d where d.tenant_id = ${tenant} and d.deal_id = ${dealId}`)
