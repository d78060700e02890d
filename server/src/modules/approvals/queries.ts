import type { ApprovalPromise, ApprovalRule } from '@trellis/contract/approvals'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

const tenant = sql`(select current_tenant())`

/** The wire's ApprovalRule as JSON, from `rules`. */
const ruleJson = sql`json_build_object(
  'ruleId', r.rule_id, 'name', r.name, 'isEnabled', r.is_enabled, 'appliesTo', r.applies_to,
  'amountAbove', r.amount_above, 'currencyId', r.currency_id, 'currencyCode', c.code,
  'belowListShare', r.below_list_share, 'accountId', r.party_id, 'accountName', p.name,
  'productId', r.product_id, 'sku', d.sku, 'productName', d.name,
  'needs', r.needs, 'roleId', r.role_id, 'roleName', o.name, 'level', r.level, 'creationDate', iso(r.created_at))`

const rules = sql`approval_rules r
  left join offered.currencies c on c.currency_id = r.currency_id
  left join offered.accounts p on p.tenant_id = r.tenant_id and p.account_id = r.party_id
  left join offered.product_publications f on f.tenant_id = r.tenant_id and f.product_id = r.product_id
  left join offered.products d on d.tenant_id = f.owner_tenant_id and d.product_id = f.product_id
  left join offered.roles o on o.tenant_id = r.tenant_id and o.role_id = r.role_id`

/** The rules of the reader's own account by name, and its promise, in one statement. */
export const listRules = async (tx: Reader) =>
  (await tx.row<{ items: ApprovalRule[]; promise: ApprovalPromise }>(sql`
    select (
      select coalesce(json_agg(${ruleJson} order by r.name collate "und-x-icu", r.rule_id), '[]') from ${rules}
      where r.tenant_id = ${tenant} and r.account_id = (select own_account())) as items,
      ${promise} as promise`)) as { items: ApprovalRule[]; promise: ApprovalPromise }

const promise: Sql = sql`coalesce(
  (select json_build_object('orderHours', p.order_hours, 'ebidHours', p.ebid_hours) from approval_promises p
   where p.tenant_id = ${tenant} and p.account_id = (select own_account())),
  json_build_object('orderHours', null, 'ebidHours', null))`

export const findPromise = async (tx: Reader) =>
  (await tx.row<{ promise: ApprovalPromise }>(sql`select ${promise} as promise`))?.promise as ApprovalPromise

/** A rule of the reader's own account. */
export const findRule = async (tx: Reader, ruleId: string) =>
  (
    await tx.row<{ rule: ApprovalRule }>(sql`
      select ${ruleJson} as rule from ${rules}
      where r.tenant_id = ${tenant} and r.rule_id = ${ruleId} and r.account_id = (select own_account())`)
  )?.rule
