import { sql } from '../../platform/database/sql.ts'
import type { Figures } from '../../platform/figures.ts'

export const auditFigures: Figures = {
  gauges: [
    { name: 'trellis_audit_unsealed', help: 'Rows of the audit log not in the chain yet', labelNames: ['tenant'] },
  ],
  rows: sql`select 'trellis_audit_unsealed', array[tenant], unsealed::float8 from audit_figures()`,
}
