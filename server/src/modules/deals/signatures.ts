import { type ApprovalStanding, dealSignatures } from '@trellis/contract/approvals'
import { maximumManagerLevel } from '@trellis/contract/deal-states'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { readStanding, sign, withdraw } from '../approvals/index.ts'
import { findDeal } from './queries.ts'
import { whyNot } from './rules.ts'
import { rulesOnEbids, signed } from './signed-ebid.ts'
import { dealToChange } from './update-deal.ts'

/** Who has agreed to a special price before it is approved (rules G37 to G39). Only managers of the deal see it. */
export const dealSignaturesRoutes = routes('dealSignatures', dealSignatures, {
  read: ({ tx, actor, params }) => present(tx, actor, params.id),

  async sign({ tx, actor, params, body }) {
    const deal = await dealToChange(tx, actor, params.id, 'decideEbid')
    const { seen } = await askedOf(tx, deal.dealId)
    await sign(tx, actor, signed(deal), { seen: found(seen), note: body.note ?? null })
    return present(tx, actor, params.id)
  },

  async withdraw({ tx, actor, params }) {
    await withdraw(tx, actor, signed(await dealToChange(tx, actor, params.id, 'decideEbid')))
    return undefined
  },
})

interface Asked {
  seen: string | null
  due: string | null
}

/** What there is to sign, and until when the nearest account promises to decide. */
const askedOf = async (tx: Reader, dealId: string): Promise<Asked> =>
  found(
    await tx.row<Asked>(sql`
      select case when w.is_asked then ebid_signed_as(d, null) end as seen,
             case when w.is_asked then iso(d.ebid_since + make_interval(hours => promise_hours('ebid', (
               select m.account_id from deal_managers(d.vendor_id, ${sql.lit(maximumManagerLevel)}) m order by m.depth limit 1)))) end as due
      from deals d cross join lateral (select d.ebid_status = 'Pending' and d.ebid_value > 0 as is_asked) w
      where d.tenant_id = (select current_tenant()) and d.deal_id = ${dealId}`),
  )

async function present(tx: Reader, actor: Actor, dealId: string): Promise<ApprovalStanding> {
  const deal = found(await findDeal(tx, actor, dealId))
  refuse(whyNot('compare', deal, actor) === 'DL524' ? 'DL524' : null)
  const { seen, due } = await askedOf(tx, dealId)
  return readStanding(tx, actor, {
    ...{ kind: 'ebid', recordId: dealId, rows: rulesOnEbids(actor, [dealId]), seen, due },
    mayDecide: whyNot('decideEbid', deal, actor) === null,
  })
}
