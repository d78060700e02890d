import { approvalRules, delegations } from '@trellis/contract/approvals'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { createDelegation, endDelegation, listCandidates, listDelegations } from './delegations.ts'
import { findRule, listRules } from './queries.ts'
import { missingToChange } from './rules.ts'
import { changeRule, createRule, removeRule, savePromise } from './save-rule.ts'

/** Rules and the promise of the caller's own account (rules G35, G42). */
export const approvalRulesRoutes = routes('approvalRules', approvalRules, {
  async list({ tx, actor }) {
    return { ...(await listRules(tx)), mayChange: missingToChange(actor) === null }
  },
  async create({ tx, actor, body }) {
    return { id: await createRule(tx, actor, body) }
  },
  async read({ tx, params }) {
    return found(await findRule(tx, params.id))
  },
  async change({ tx, actor, params, body }) {
    await changeRule(tx, actor, params.id, body)
    return found(await findRule(tx, params.id))
  },
  async remove({ tx, actor, params }) {
    await removeRule(tx, actor, params.id)
    return undefined
  },
  async promise({ tx, actor, body }) {
    await savePromise(tx, actor, body)
    return body
  },
})

/** Who stands in for whom (rules G40). */
export const delegationsRoutes = routes('delegations', delegations, {
  list: ({ tx, actor }) => listDelegations(tx, actor),
  candidates: ({ tx, actor }) => listCandidates(tx, actor),
  async create({ tx, actor, body }) {
    return { id: await createDelegation(tx, actor, body) }
  },
  async end({ tx, actor, params }) {
    await endDelegation(tx, actor, params.id)
    return undefined
  },
})
