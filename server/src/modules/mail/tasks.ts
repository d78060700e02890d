import { type Sql, sql } from '../../platform/database/sql.ts'
import { firstOfBulk } from './letters.ts'

export const sendTask = 'mail:send'
export const sendBulkTask = 'mail:send-bulk'

/** The job that sends a mail of the transaction's tenant, at once or later. There is one a mail: a later one replaces it. */
export const enqueueMail = (mailId: string | Sql, priority: number | Sql, at: Sql): Sql => sql`
  select enqueue(case when ${priority}::int < ${firstOfBulk} then ${sendTask} else ${sendBulkTask} end,
                 jsonb_build_object('tenantId', current_tenant(), 'mailId', ${mailId}::text),
                 'mail:' || ${mailId}::text, (${at})::timestamptz, priority => ${priority}::int)`
