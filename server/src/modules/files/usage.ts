import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { inReach } from '../accounts/index.ts'

/** Bytes of the tenant's files and of its open uploads. */
const findTotal = async (tx: Reader): Promise<number> =>
  (await tx.row<{ bytes: number }>(sql`select bytes from file_usage where tenant_id = (select current_tenant())`))
    ?.bytes ?? 0

const seesAll = ({ accountId, rootAccountId }: Reach): boolean => accountId === rootAccountId

type Reach = Pick<Actor, 'accountId' | 'rootAccountId'>

/** The same of the accounts in the actor's reach (threats F13). */
export async function findUsage(tx: Reader, actor: Reach): Promise<number> {
  if (seesAll(actor)) return findTotal(tx)
  const found = await tx.row<{ bytes: number }>(sql`
    select (
      (select coalesce(sum(f.size), 0) from files f where f.tenant_id = (select current_tenant()) and ${inReach(sql`f.account_id`)})
      + (select coalesce(sum(u.reserved), 0) from file_uploads u
         where u.tenant_id = (select current_tenant()) and ${inReach(sql`u.account_id`)}))::bigint as bytes`)
  return found?.bytes ?? 0
}

/**
 * Counts bytes towards the quota. Refuses FL413 when they do not fit; `info` has the quota and, for
 * the root account, what is used and as `maximum` what is free: for others that would be the files of strangers (threats F13). One conditional change of one row, so that parallel uploads cannot exceed the quota
 * (threats F8).
 */
export async function reserve(tx: Tx, actor: Reach, bytes: number, quota: number): Promise<void> {
  const fits = await tx.run(sql`
    insert into file_usage (bytes) select ${bytes}::bigint where ${bytes}::bigint <= ${quota}::bigint
    on conflict (tenant_id) do update set bytes = file_usage.bytes + excluded.bytes
      where file_usage.bytes + excluded.bytes <= ${quota}::bigint`)
  if (fits === 1) return
  const used = await findTotal(tx)
  const info = seesAll(actor) ? { maximum: Math.max(0, quota - used), quota, used } : { quota }
  throw new Refusal('FL413', info, 'The file does not fit into the quota of the tenant')
}

/** Takes bytes off again. */
export const release = (tx: Tx, bytes: number) =>
  tx.run(sql`update file_usage set bytes = bytes - ${bytes}::bigint where tenant_id = (select current_tenant())`)

/** Counts the quota of a tenant that has just arrived: uploads that had begun elsewhere do not come along. */
export const countUsage = (tx: Tx) =>
  tx.run(sql`
    insert into file_usage (bytes) select coalesce(sum(size), 0) from files where tenant_id = (select current_tenant())
    on conflict (tenant_id) do update set bytes = excluded.bytes`)
