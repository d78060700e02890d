import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isOfPerson } from '../members/own-accounts.ts'

/** Refuses RQ403 when a user whom the rule names by now, in one of their accounts, has removed the last second factor (rules P33). */
export async function mustKeepOne(tx: Reader, userId: string): Promise<void> {
  const row = await tx.row<{ lacks: boolean }>(sql`
    select not has_second_factor(${userId}) and exists (
      select from users u cross join lateral second_factor_rule(u.user_id) r
      where u.tenant_id = (select current_tenant()) and ${isOfPerson(userId)} and u.deleted_at is null
        and r.told_from <= machine_clock()) as lacks`)
  if (row?.lacks)
    throw new Refusal('RQ403', { reason: 'second_factor' }, 'A second factor is required, and this is the last one')
}
