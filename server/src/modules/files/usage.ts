import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Bytes of the tenant's files and of its open uploads. */
export const findUsage = async (tx: Reader): Promise<number> =>
  (await tx.row<{ bytes: number }>(sql`select bytes from file_usage where tenant_id = (select current_tenant())`))
    ?.bytes ?? 0

/**
 * Counts bytes towards the quota. Refuses FL413 when they do not fit; `info` has the quota, what is used, and as
 * `maximum` what is free. One conditional change of one row, so that parallel uploads cannot exceed the quota
 * (threats F8).
 */
export async function reserve(tx: Tx, bytes: number, quota: number): Promise<void> {
  const fits = await tx.run(sql`
    insert into file_usage (bytes) select ${bytes}::bigint where ${bytes}::bigint <= ${quota}::bigint
    on conflict (tenant_id) do update set bytes = file_usage.bytes + excluded.bytes
      where file_usage.bytes + excluded.bytes <= ${quota}::bigint`)
  if (fits === 1) return
  const used = await findUsage(tx)
  const info = { maximum: Math.max(0, quota - used), quota, used }
  throw new Refusal('FL413', info, 'The file does not fit into the quota of the tenant')
}

/** Takes bytes off again. */
export const release = (tx: Tx, bytes: number) =>
  tx.run(sql`update file_usage set bytes = bytes - ${bytes}::bigint where tenant_id = (select current_tenant())`)
