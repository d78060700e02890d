import { maximumManagerLevel } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import type { Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { reachedId } from '../accounts/index.ts'
import { correctItems, correctProspect } from './correct-deal.ts'
import { createDeal } from './create-deal.ts'
import { decideEbid, decideExtension, decideProtection } from './decide.ts'
import { listDuplicates } from './duplicates.ts'
import { listDealProducts } from './lines.ts'
import { forecast, listDeals, listProspects, listQueue } from './list-queries.ts'
import { presentBuyer } from './order-deal.ts'
import { findDeal, listHistory } from './queries.ts'
import { printReceipt } from './receipt/print-receipt.ts'
import { receiptOf } from './receipt/receipt.ts'
import { whyNot } from './rules.ts'
import { changeSettings, readSettings } from './settings.ts'
import { presentDeal } from './standing.ts'
import { askEbid, askExtension, updateDeal } from './update-deal.ts'

/** A change of a deal, answered with what the deal is by then. */
const changing =
  <B>(change: (tx: Tx, actor: Actor, dealId: string, body: B) => Promise<unknown>) =>
  async ({ tx, actor, params, body }: { tx: Tx; actor: Actor; params: { id: string }; body: B }) => {
    await change(tx, actor, params.id, body)
    return found(await presentDeal(tx, actor, params.id))
  }

export const dealsRoutes = ({ signer }: { signer: Signer }) =>
  routes('deals', deals, {
    async search({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      return listDeals(tx, body, accountId, actor)
    },
    async create({ tx, actor, body }) {
      return { id: await createDeal(tx, actor, body) }
    },
    async queue({ tx, actor, query }) {
      if (actor.level > maximumManagerLevel) throw new Refusal('RQ403', { reason: 'level' })
      return listQueue(tx, actor, query)
    },
    async forecast({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      return { items: await forecast(tx, actor, accountId, body.includeChildren, body.months) }
    },
    async prospects({ tx, actor, query }) {
      return listProspects(tx, actor, query.query)
    },
    async products({ tx, actor, query }) {
      const accountId = await reachedId(tx, actor, query.parentAccountId)
      return listDealProducts(tx, accountId)
    },
    async settings({ tx }) {
      return readSettings(tx)
    },
    async changeSettings({ tx, actor, body }) {
      await changeSettings(tx, actor, body)
      return readSettings(tx)
    },
    async read({ tx, actor, params }) {
      return found(await presentDeal(tx, actor, params.id))
    },
    async history({ tx, actor, params }) {
      const deal = found(await findDeal(tx, actor, params.id))
      return found(await listHistory(tx, params.id, whyNot('compare', deal, actor) === null))
    },
    async duplicates({ tx, actor, params }) {
      return listDuplicates(tx, actor, found(await findDeal(tx, actor, params.id)))
    },
    async buyer({ tx, actor, params }) {
      return presentBuyer(tx, actor, found(await findDeal(tx, actor, params.id)))
    },
    async receipt({ read, actor, params, query }) {
      const receipt = await receiptOf(read, actor, signer, params.id)
      if (query.format === 'pdf') return printReceipt(actor.tenantId, receipt, query.languageCode ?? actor.languageCode)
      return { receipt: receipt.receipt, disclosed: receipt.disclosed }
    },
    update: changing(updateDeal),
    correctProspect: changing(correctProspect),
    correctItems: changing(correctItems),
    updateProtectionStatus: changing(decideProtection),
    updateEbidStatus: changing(decideEbid),
    updateEbidValue: changing(askEbid),
    requestExtension: changing((tx, actor, id, { reason }: { reason: string }) => askExtension(tx, actor, id, reason)),
    extend: changing(decideExtension),
  })
