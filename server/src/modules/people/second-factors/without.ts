import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { found } from '../../../platform/refusal.ts'

/** SQL: whether the user has a second factor. Not the function, so that a list looks many users up at once. */
export const hasFactor = (userId: Sql): Sql => sql`(
  exists (select from second_factors f where f.tenant_id = (select current_tenant()) and f.user_id = ${userId})
  or exists (select from passkeys p where p.tenant_id = (select current_tenant()) and p.user_id = ${userId}))`

/** SQL: as which the user `u` signs in (rules P63). */
export const signsInAs = sql`coalesce(u.sign_in_user_id, u.user_id)`

/** Active people of the tenant without a second factor, and those of them whom the rule names (rules P33). */
export const countPeopleWithoutFactor = async (
  tx: Reader,
): Promise<{ peopleWithout: number; requiredWithout: number }> =>
  found(
    await tx.row<{ peopleWithout: number; requiredWithout: number }>(sql`
      select count(*)::int as "peopleWithout",
             count(*) filter (where exists (select from second_factor_rule(u.user_id)))::int as "requiredWithout"
      from users u
      join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
      where u.tenant_id = (select current_tenant()) and u.status = 'user_active' and u.deleted_at is null
        and not ${hasFactor(signsInAs)}`),
  )
