import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Refuses RQ403 when a user whom the rule names by now has removed the last second factor (rules P33). */
export async function mustKeepOne(tx: Reader, userId: string): Promise<void> {
  const row = await tx.row<{ lacks: boolean }>(sql`
    select not has_second_factor(${userId}) and exists (
      select from second_factor_rule(${userId}) r where r.told_from <= machine_clock()) as lacks`)
  if (row?.lacks)
    throw new Refusal('RQ403', { reason: 'second_factor' }, 'A second factor is required, and this is the last one')
}
