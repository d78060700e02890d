import type { DealDraft } from '@trellis/contract/deal-changes'
import { maximumDealLevel } from '@trellis/contract/deal-states'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached, lockLivingAccount, reachedAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds, tenantDefaults } from '../tenants/index.ts'
import { noteHistory } from './history.ts'
import { insertedLines, readLines, rowsOf } from './lines.ts'
import { askManagers } from './news.ts'
import { insertProspect, prospectRow } from './prospects.ts'
import { whyNotRegister } from './rules.ts'

/**
 * Registers a deal. The time of registration decides who was first: the same opportunity of another vendor does not
 * prevent it (rules J7). Refuses RQ404 for an owner out of reach, RQ422 for one of a level that does not own deals, and for
 * products that the owner cannot buy. External ids are refused as `changeExternalIds` does.
 */
export async function createDeal(tx: Tx, actor: Actor, draft: DealDraft): Promise<string> {
  refuse(whyNotRegister(actor), { reason: 'level' })
  const reached = reachedAccount(tx, actor, draft.parentAccountId)
  const accountId = draft.parentAccountId ?? actor.accountId
  // Asked in the same round trip; what is wrong with the account is said first.
  const more = Promise.all([readLines(tx, accountId, draft.items), lockLivingAccount(tx, accountId)])
  more.catch(() => undefined)
  const vendor = await reached
  if (vendor.level > maximumDealLevel)
    throw invalid(['parentAccountId'], 'level', 'Accounts of this level do not own deals')
  const prospect = prospectRow(draft.prospect, ['prospect'])
  const [lines] = await more

  const dealId = newId()
  const code = await insertDeal(tx, { ...draft, dealId, vendorId: vendor.accountId }, lines)
  insertProspect(tx, dealId, prospect)
  noteHistory(tx, dealId, { source: 'Creation', event: 'created' })
  const { items, description = null } = draft
  const ids = await changeExternalIds(tx, { kind: 'deal', recordId: dealId, isReached }, draft.externalIds)
  const after = { code, vendorId: vendor.accountId, description, prospect, items, ...ids?.after }
  await record(tx, 'deal.created', 'deal', dealId, { after })
  await askManagers(tx, dealId, 'protection')
  return dealId
}

async function insertDeal(
  tx: Tx,
  deal: DealDraft & { dealId: string; vendorId: string },
  lines: Awaited<ReturnType<typeof readLines>>,
): Promise<string> {
  const startDate = deal.startDate ?? null
  const closeDate = deal.estimatedCloseDate ?? null
  const row = await tx.row<{ code: string }>(sql`
    with lines as (${rowsOf(lines)}), made as (
      insert into deals (deal_id, code, vendor_id, description, status, chance, starts_at, estimated_close_at, expires_at,
                         protection_status, currency_id, total)
      select ${deal.dealId}::uuid, next_code('DL'), ${deal.vendorId}::uuid, ${deal.description || null}, 'New',
             ${deal.chanceOfClosure}::int, coalesce(to_timestamp(${startDate}::float8 / 1000), clock()),
             to_timestamp(${closeDate}::float8 / 1000), clock() + make_interval(days => ${tenantDefaults.protectionDays}),
             'Pending', (select min("priceCurrencyId") from lines), (select sum(amount) from lines)
      returning deal_id, code
    ), itemized as (${insertedLines})
    select code from made`)
  return found(row).code
}
