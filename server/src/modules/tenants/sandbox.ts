import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'

/* A sandbox is a tenant to try everything in (decision 147). */

/** What the name of a sandbox ends in: documents, mails and screens show the name of their tenant. */
const mark = '(Sandbox)'

export const sandboxName = (name: string): string => (name.endsWith(mark) ? name : `${name} ${mark}`)

/** SQL: true in a sandbox. */
export const isSandbox = sql`
  exists (select from offered.tenants t where t.tenant_id = (select current_tenant()) and t.is_sandbox)`

export const isInSandbox = async (tx: Reader): Promise<boolean> =>
  (await tx.row<{ is: boolean }>(sql`select ${isSandbox} as is`))?.is ?? false
