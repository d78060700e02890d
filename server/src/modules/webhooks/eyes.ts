import { hasPermission } from '@trellis/contract/permissions'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Context } from '../../platform/database/tx.ts'
import type { Eyes } from '../events/index.ts'
import { actorOfUser } from '../people/index.ts'

interface Owned {
  webhookId: string
  accountId: string
  setBy: string
  setAsAccountId: string
}

/**
 * With whose eyes a webhook sees: as an API key of its account with all permissions of who wrote it last, as they are now (rules
 * E7). Null when they may not make it any more, or the account is there no longer.
 */
export async function eyesOf(db: Database, context: Context, { webhookId, accountId, setBy, setAsAccountId }: Owned) {
  const read = db.read(context)
  const maker = await actorOfUser(read, context.tenantId, { userId: setBy, accountId: setAsAccountId })
  if (maker === null || !hasPermission(maker.permissions, 'Users', 'c')) return null
  const account = await read.row<{ level: number }>(sql`
    select g.level from offered.accounts a
    join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
      and exists (select from accounts_at_or_above(${accountId}) t where t.account_id = ${maker.accountId})`)
  if (account === undefined) return null
  const { level } = account
  const plain = {
    isSuperAdmin: false,
    languageCode: 'en',
    timeZone: 'UTC',
    key: { madeBy: setBy, purpose: 'calls' as const },
  }
  return {
    actor: { ...maker, ...plain, accountId, level },
    tenant: { tenantId: context.tenantId, code: '' },
    request: { id: `webhook ${webhookId}` },
    reply: {},
  } as Eyes
}
