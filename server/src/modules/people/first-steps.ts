import type { OwnStep } from '@trellis/contract/first-steps'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

type Owner = Pick<Actor, 'userId'>

/** What somebody wants of the first steps of their account; null while they said nothing. */
export interface FirstStepsChoice {
  skipped: OwnStep[]
  isDismissed: boolean
}

/** SQL: the JSON of the caller's choice, or null. */
export const firstStepsChoice = ({ userId }: Owner): Sql => sql`(
  select json_build_object('skipped', f.skipped, 'isDismissed', f.is_dismissed)
  from first_steps f where f.tenant_id = (select current_tenant()) and f.user_id = ${userId})`

export const saveFirstSteps = (tx: Tx, { userId }: Owner, { skipped, isDismissed }: FirstStepsChoice) =>
  tx.run(sql`
    insert into first_steps (user_id, skipped, is_dismissed) values (${userId}, ${skipped}::text[], ${isDismissed})
    on conflict (tenant_id, user_id) do update set skipped = excluded.skipped, is_dismissed = excluded.is_dismissed`)
