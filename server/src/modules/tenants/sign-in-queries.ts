import type { SecondFactorRule } from '@trellis/contract/sign-in-settings'
import { dayText, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'

export type StoredSignIn = SecondFactorRule & { enforcedFrom: string | null; today: string }

/** How the people of the transaction's tenant sign in, and which day it is there. */
export const findSignIn = (tx: Reader) =>
  tx.row<StoredSignIn>(sql`
    select coalesce(r.required_for, 'nobody') as "requiredFor", coalesce(r.role_ids, '{}') as "roleIds",
           ${dayText(sql`r.required_from`)} as "from", coalesce(r.grace_days, 14) as "graceDays",
           case when r.required_for <> 'nobody' then ${dayText(sql`r.required_from + r.grace_days`)} end as "enforcedFrom",
           ${dayText(sql`clock() at time zone coalesce(t.time_zone, 'UTC')`)} as today
    from tenants t left join sign_in_rules r on r.tenant_id = t.tenant_id
    where t.tenant_id = (select current_tenant())`)

export const writeSignIn = (tx: Tx, rule: SecondFactorRule) =>
  tx.run(sql`
    insert into sign_in_rules (required_for, role_ids, required_from, grace_days)
    values (${rule.requiredFor}, ${rule.roleIds}::int[], ${rule.from}::date, ${rule.graceDays})
    on conflict (tenant_id) do update set required_for = excluded.required_for, role_ids = excluded.role_ids,
      required_from = excluded.required_from, grace_days = excluded.grace_days`)

/** Those of these roles that the tenant has. */
export const listKnownRoles = async (tx: Reader, roleIds: number[]): Promise<number[]> =>
  (
    await tx.rows<{ roleId: number }>(sql`
      select role_id as "roleId" from roles where tenant_id = (select current_tenant()) and role_id = any(${roleIds}::int[])`)
  ).map(({ roleId }) => roleId)
