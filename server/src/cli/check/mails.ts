import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

export const mailInvariants: Invariant[] = [
  {
    name: 'a mail was sent, or can still be, or it is known why not',
    broken: sql`
      select 'mail ' || mail_id || ' (' || kind || ') is ' || status || case
          when status = 'queued' then ' and has nothing to say'
          when status = 'failed' then ' and nobody knows why'
          when sent_at is null then ' and has no date of it' else ' and has a date of sending' end as what
      from mails
      where tenant_id = (select current_tenant()) and (
        status = 'queued' and content_sealed is null
        or status = 'failed' and last_error is null
        or (status = 'sent') <> (sent_at is not null))`,
  },
]
