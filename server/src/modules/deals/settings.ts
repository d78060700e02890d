import type { DealTerms } from '@trellis/contract/deal-answers'
import type { DealSettings } from '@trellis/contract/deal-changes'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { tenantDefaults } from '../tenants/index.ts'

const defaultReviewDays = 5

/** SQL: the days of the tenant within which managers promise to decide (rules J12). */
export const reviewDays = sql`coalesce(
  (select s.review_days from deal_settings s where s.tenant_id = (select current_tenant())), ${sql.lit(defaultReviewDays)})`

export const readSettings = async (tx: Reader): Promise<DealTerms> =>
  found(
    await tx.row<DealTerms>(sql`
      select ${reviewDays} as "reviewDays", ${tenantDefaults.protectionDays} as "protectionDays"`),
  )

/** Refuses RQ403 to all but the super admins of the root account. */
export async function changeSettings(tx: Tx, actor: Actor, after: DealSettings): Promise<void> {
  if (actor.accountId !== actor.rootAccountId) throw new Refusal('RQ403', { reason: 'side' })
  if (!actor.isSuperAdmin) throw new Refusal('RQ403', { reason: 'level' })
  const { reviewDays: before } = await readSettings(tx)
  await tx.run(sql`
    insert into deal_settings (review_days) values (${after.reviewDays})
    on conflict (tenant_id) do update set review_days = excluded.review_days`)
  await record(tx, 'deal_settings.updated', 'deal_settings', actor.tenantId, {
    before: { reviewDays: before },
    after,
  })
}
