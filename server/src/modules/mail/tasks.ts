import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstOfBulk } from './letters.ts'

export const sendTask = 'mail:send'
export const sendBulkTask = 'mail:send-bulk'

/**
 * SQL that adds the job to send a mail of the transaction's tenant, now or later. There is one job per mail: a new one
 * replaces the old.
 */
export const enqueueMail = (mailId: string | Sql, priority: number | Sql, at: Sql): Sql => sql`
  select enqueue(case when ${priority}::int < ${firstOfBulk} then ${sendTask} else ${sendBulkTask} end,
                 jsonb_build_object('tenantId', current_tenant(), 'mailId', ${mailId}::text),
                 'mail:' || ${mailId}::text, (${at})::timestamptz, priority => ${priority}::int)`
