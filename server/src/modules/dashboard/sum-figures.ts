import { sql } from '../../platform/database/sql.ts'
import type { Figures } from '../../platform/figures.ts'

export const sumFigures: Figures = {
  gauges: [
    {
      name: 'trellis_sum_notes',
      help: 'Changes that are not in the sums of the dashboard yet',
      labelNames: ['tenant'],
    },
  ],
  rows: sql`select 'trellis_sum_notes', array[tenant], unfolded::float8 from sum_figures()`,
}
