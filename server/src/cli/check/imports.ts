import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

export const importInvariants: Invariant[] = [
  {
    name: 'the last import by command came to its end',
    broken: sql`
      select 'the import begun ' || to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC by ' || r.started_by || ' was interrupted'
          || coalesce(' while ' || r.phase || ' ' || r.file || ', of which nothing was kept', '')
          || '; run \`portal import\` with ' || r.folder || ' again, and it goes on from there' as what
      from (select * from import_runs where tenant_id = (select current_tenant()) order by started_at desc, run_id desc limit 1) r
      where r.state = 'interrupted' or (r.state = 'running' and not import_is_running())`,
  },
]
