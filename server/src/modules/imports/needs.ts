import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isCutOff, isOwnImport } from './queries.ts'
import { maySeeRuns } from './rules.ts'

/** SQL: the import `i` saved all that its file says. */
const isComplete = (row: Sql): Sql => sql`(${row}.status = 'done' and ${row}.result ->> 'outcome' = 'imported'
  and coalesce((${row}.result -> 'counts' ->> 'bad')::int, 0) = 0)`

/** Own imports with faults, until one of the same kind is complete; of the command's runs the last one. */
export const importsNeeding = (actor: Actor) =>
  ({
    kinds: ['import'],
    waiting: sql`
      select 'import' as kind, i.import_id as record_id, i.created_at as since, null::timestamptz as due,
             null::numeric as amount, null::int as currency_id
      from imports i
      where ${isOwnImport(actor)} and not i.dry_run
        and i.status in ('done', 'failed') and not ${isComplete(sql`i`)}
        and not exists (
          select from imports n
          where n.tenant_id = i.tenant_id and n.user_id = i.user_id and n.account_id = i.account_id and n.kind = i.kind and not n.dry_run
            and (n.created_at, n.import_id) > (i.created_at, i.import_id) and ${isComplete(sql`n`)})
      ${
        maySeeRuns(actor)
          ? sql`
      union all
      select 'import', r.run_id, r.started_at, null, null, null
      from (
        select * from import_runs where tenant_id = (select current_tenant())
        order by started_at desc, run_id desc limit 1) r
      where r.state = 'refused' or ${isCutOff}`
          : sql``
      }`,
    shown: sql`
      select json_build_object('code', i.file_name, 'importKind', i.kind)
      from imports i where i.tenant_id = (select current_tenant()) and i.import_id = w.record_id
      union all
      select json_build_object('code', coalesce(r.file, '')) from import_runs r
      where r.tenant_id = (select current_tenant()) and r.run_id = w.record_id`,
  }) as const
