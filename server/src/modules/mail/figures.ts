import { sql } from '../../platform/database/sql.ts'
import type { Figures } from '../../platform/figures.ts'

const labelNames = ['tenant', 'state']

export const mailFigures: Figures = {
  gauges: [
    {
      name: 'trellis_mails',
      help: 'Mails that wait, by who waits for them (prompt: somebody; bulk: nobody), and mails that failed',
      labelNames,
    },
    { name: 'trellis_mails_oldest_seconds', help: 'How long the oldest mail has been waiting', labelNames },
  ],
  rows: sql`
    select v.gauge, array[f.tenant, f.state], v.value
    from mail_figures() f
    cross join lateral (
      values ('trellis_mails', f.mails::float8), ('trellis_mails_oldest_seconds', f.oldest_seconds)) v (gauge, value)
    where v.gauge = 'trellis_mails' or f.state <> 'failed'`,
}
