import {
  type ApprovalPromise,
  type ApprovalRule,
  type ApprovalRuleDraft,
  maximumApprovalRules,
} from '@trellis/contract/approvals'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lockLivingAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { findPromise, findRule } from './queries.ts'
import { faultOf, missingToChange } from './rules.ts'

const tenant = sql`(select current_tenant())`

function checkMayChange(actor: Actor): void {
  const permission = missingToChange(actor)
  if (permission !== null) throw new Refusal('RQ403', { permission })
}

/** The columns that follow from a rule: what its kind does not ask for is left out, whatever the request says. */
const columnsOf = (rule: ApprovalRuleDraft) => ({
  name: rule.name.trim(),
  isEnabled: rule.isEnabled,
  appliesTo: rule.appliesTo,
  amountAbove: rule.amountAbove ?? null,
  currencyId: rule.amountAbove == null ? null : (rule.currencyId ?? null),
  belowListShare: rule.belowListShare ?? null,
  accountId: rule.accountId ?? null,
  productId: rule.productId ?? null,
  needs: rule.needs,
  roleId: rule.needs === 'role' ? (rule.roleId ?? null) : null,
  level: rule.needs === 'level' ? (rule.level ?? null) : null,
})
type Columns = ReturnType<typeof columnsOf>

/** Refuses RQ422 for a rule that says nothing or names what is unknown, RQ404 for an account out of reach. */
async function checked(tx: Tx, rule: ApprovalRuleDraft): Promise<Columns> {
  const fault = faultOf(rule)
  if (fault !== null) throw invalid([fault.field], fault.code, fault.message)
  const columns = columnsOf(rule)
  const known = found(
    await tx.row<{ currency: boolean; account: boolean; product: boolean; role: boolean }>(sql`
      select ${columns.currencyId}::int is null or exists (
               select from offered.currencies c where c.currency_id = ${columns.currencyId}) as currency,
             ${columns.accountId}::uuid is null or is_reached(${columns.accountId}) as account,
             ${columns.productId}::uuid is null or exists (
               select from offered.product_publications p where p.tenant_id = ${tenant} and p.product_id = ${columns.productId}) as product,
             ${columns.roleId}::int is null or exists (
               select from offered.roles r where r.tenant_id = ${tenant} and r.role_id = ${columns.roleId}) as role`),
  )
  if (!known.currency) throw invalid(['currencyId'], 'unknown', 'There is no such currency')
  if (!known.role) throw invalid(['roleId'], 'unknown', 'There is no such role')
  if (!known.account || !known.product) throw new Refusal('RQ404')
  return columns
}

export async function createRule(tx: Tx, actor: Actor, draft: ApprovalRuleDraft): Promise<string> {
  checkMayChange(actor)
  // Whoever adds a rule at the same time waits, so that both are counted.
  await lockLivingAccount(tx, actor.accountId)
  const { count } = found(
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from approval_rules where tenant_id = ${tenant} and account_id = ${actor.accountId}`),
  )
  if (count >= maximumApprovalRules)
    throw new Refusal('RQ409', { maximum: maximumApprovalRules }, 'The account has as many rules as it can have')
  const rule = await checked(tx, draft)
  const ruleId = newId()
  await tx.run(sql`
    insert into approval_rules (rule_id, account_id, name, is_enabled, applies_to, amount_above, currency_id, below_list_share,
      party_id, product_id, needs, role_id, level)
    values (${ruleId}, ${actor.accountId}, ${rule.name}, ${rule.isEnabled}, ${rule.appliesTo}, ${rule.amountAbove}, ${rule.currencyId},
      ${rule.belowListShare}, ${rule.accountId}, ${rule.productId}, ${rule.needs}, ${rule.roleId}, ${rule.level})`)
  await record(tx, 'approval_rule.created', 'approval_rule', ruleId, { after: rule })
  return ruleId
}

export async function changeRule(tx: Tx, actor: Actor, ruleId: string, draft: ApprovalRuleDraft): Promise<void> {
  const before = await ruleToChange(tx, actor, ruleId)
  const rule = await checked(tx, draft)
  await tx.run(sql`
    update approval_rules set name = ${rule.name}, is_enabled = ${rule.isEnabled}, applies_to = ${rule.appliesTo},
      amount_above = ${rule.amountAbove}, currency_id = ${rule.currencyId}, below_list_share = ${rule.belowListShare},
      party_id = ${rule.accountId}, product_id = ${rule.productId}, needs = ${rule.needs}, role_id = ${rule.roleId}, level = ${rule.level}
    where tenant_id = ${tenant} and rule_id = ${ruleId}`)
  await record(tx, 'approval_rule.changed', 'approval_rule', ruleId, { before, after: rule })
}

export async function removeRule(tx: Tx, actor: Actor, ruleId: string): Promise<void> {
  const before = await ruleToChange(tx, actor, ruleId)
  await record(tx, 'approval_rule.removed', 'approval_rule', ruleId, { before })
  await tx.run(sql`delete from approval_rules where tenant_id = ${tenant} and rule_id = ${ruleId}`)
}

/** A rule of the own account, locked: RQ404 for that of another account, RQ403 without the permissions. */
async function ruleToChange(tx: Tx, actor: Actor, ruleId: string): Promise<Columns> {
  found(
    await tx.row(sql`
      select from approval_rules where tenant_id = ${tenant} and rule_id = ${ruleId} and account_id = ${actor.accountId} for update`),
  )
  checkMayChange(actor)
  return columnsOf(draftOf(found(await findRule(tx, ruleId))))
}

const draftOf = (rule: ApprovalRule): ApprovalRuleDraft => rule

/** Sets the promise of the own account (rules G42). What waits already has the new one. */
export async function savePromise(tx: Tx, actor: Actor, promise: ApprovalPromise): Promise<void> {
  checkMayChange(actor)
  await lockLivingAccount(tx, actor.accountId)
  const before = await findPromise(tx)
  await tx.run(sql`
    insert into approval_promises (account_id, order_hours, ebid_hours)
    values (${actor.accountId}, ${promise.orderHours}, ${promise.ebidHours})
    on conflict (tenant_id, account_id) do update set order_hours = excluded.order_hours, ebid_hours = excluded.ebid_hours`)
  await record(tx, 'approval_promise.changed', 'approval_promise', actor.accountId, { before, after: promise })
}
