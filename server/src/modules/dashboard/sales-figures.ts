import { sql } from '../../platform/database/sql.ts'
import type { Figures } from '../../platform/figures.ts'

export const salesFigures: Figures = {
  gauges: [
    {
      name: 'trellis_sales_unfolded',
      help: 'Approvals and revocations that are not in the sums of the dashboard yet',
      labelNames: ['tenant'],
    },
  ],
  rows: sql`select 'trellis_sales_unfolded', array[tenant], unfolded::float8 from sales_figures()`,
}
