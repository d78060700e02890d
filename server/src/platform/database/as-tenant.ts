import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/**
 * Goes on with the transaction in another tenant, as nobody of it, and comes back. For operators of the installation (decision 163): what
 * they do in a new tenant is committed together with the entry in the log of their own. The caller's business time must be the machine's.
 */
export async function asTenant<T>(tx: Tx, tenantId: string, work: () => Promise<T>): Promise<T> {
  const before = await tx.row<Record<'tenant' | 'user' | 'account' | 'reach' | 'clock', string>>(sql`
    select current_setting('app.tenant', true) as tenant, current_setting('app.user', true) as user,
           current_setting('app.account', true) as account, current_setting('app.reach', true) as reach,
           coalesce(current_setting('app.clock', true), '') as clock`)
  if (before === undefined) throw new Error('A transaction acts as somebody')
  const { clock } = before
  const set = (to: Omit<typeof before, 'clock'>) => sql`
    select set_config('app.tenant', ${to.tenant}, true), set_config('app.user', ${to.user}, true),
           set_config('app.account', ${to.account}, true), set_config('app.reach', ${to.reach}, true),
           enter_tenant(nullif(${to.tenant}, '')::uuid),
           act_ahead((select m.ahead from moved_clocks m where m.tenant_id = nullif(${to.tenant}, '')::uuid), ${clock})`
  await tx.run(set({ tenant: tenantId, user: '', account: '', reach: '' }))
  const result = await work()
  await tx.run(set(before))
  return result
}
