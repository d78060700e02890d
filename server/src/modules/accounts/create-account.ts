import type { Address } from '@trellis/contract/accounts'
import { type ExternalIdChanges, externalIdsText } from '@trellis/contract/external-ids'
import { type Misfit, type Placement, whyNotBelow } from '@trellis/contract/placement'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, refuse } from '../../platform/refusal.ts'
import { changeExternalIds } from '../tenants/index.ts'
import { insertAccounts } from './insert-accounts.ts'
import { isReached } from './named.ts'

export interface AccountDraft {
  /** Generated from the name by default. */
  code?: string
  externalIds?: ExternalIdChanges | null
  name: string
  groupId: number
  /** Null for the tenant's root. */
  parentId: string | null
  notificationEmail?: string | null
  address?: Partial<Omit<Address, 'addressId' | 'country'>>
}

/**
 * Creates an account below its parent and its rows in the tree. The caller has checked that the parent is in reach. A
 * level may be skipped, as in imported networks; accounts created by users go through `openAccount`. Refuses AC422,
 * RQ404, RQ422 for external ids as `changeExternalIds`.
 */
export async function createAccount(tx: Tx, draft: AccountDraft): Promise<string> {
  const accountId = newId()
  if (draft.parentId !== null) await checkPlacement(tx, draft.parentId, draft.groupId, whyNotBelow)
  const code = draft.code ?? (await freeCode(tx, draft.name))
  const a = draft.address ?? {}
  const ids = await changeExternalIds(tx, { kind: 'account', recordId: accountId, isReached }, draft.externalIds)
  const externalIds = ids && externalIdsText(ids.after.externalIds)
  await insertAccounts(
    tx,
    sql`
      select ${accountId}::uuid as account_id, ${code}::text as code, ${draft.name}::text as name,
             ${draft.notificationEmail ?? null}::text as notification_email, null::numeric as credit_limit, null::int as payment_terms_days,
             ${draft.groupId}::int as group_id,
             ${draft.parentId}::uuid as parent_id, null::timestamptz as created_at, ${a.legalName ?? null}::text as legal_name,
             ${a.vatId ?? null}::text as vat_id, ${a.street ?? null}::text as street, ${a.city ?? null}::text as city,
             ${a.locality ?? null}::text as locality, ${a.region ?? null}::text as region,
             ${a.postalCode ?? null}::text as postal_code, ${a.countryCode ?? null}::text as country_code,
             ${a.coordinates ?? null}::text as coordinates, ${externalIds}::text as external_ids`,
  )
  return accountId
}

type PlacementRule = (placement: Placement, levels: readonly number[]) => Misfit | null

/**
 * Refuses AC422 when the rule does not allow the group below that parent, RQ404 for a deleted parent. Locks the parent's
 * row so that it cannot be deleted concurrently.
 */
export async function checkPlacement(tx: Tx, parentId: string, groupId: number, whyNot: PlacementRule): Promise<void> {
  const { levels, ...placement } = found(
    await tx.row<Placement & { levels: number[] }>(sql`
      select pg.level as "parentLevel",
             (select level from offered.account_groups where tenant_id = p.tenant_id and group_id = ${groupId}) as level,
             array(select level from offered.account_groups where tenant_id = p.tenant_id) as levels
      from accounts p join offered.account_groups pg using (tenant_id, group_id)
      where p.tenant_id = (select current_tenant()) and p.account_id = ${parentId} and p.deleted_at is null
      for share of p`),
  )
  const reason = whyNot(placement, levels)
  refuse(reason === null ? null : 'AC422', { reason })
}

/** The upper-case letters and digits of the name, followed by a number if that code is in use. */
async function freeCode(tx: Tx, name: string): Promise<string> {
  const stem =
    name
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .slice(0, 12) || 'ACCOUNT'
  // Serializes accounts of the same name: without the lock both would take the same code.
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('account-code:' || current_tenant()::text || ${stem}::text, 0))`,
  )
  const row = await tx.row<{ code: string }>(sql`
    select candidate as code from (
      select ${stem} as candidate, 0 as n
      union all select ${stem} || '-' || n, n from generate_series(2, 10000) n
    ) c
    where not exists (select from accounts a where a.tenant_id = (select current_tenant()) and key_of(a.code) = key_of(c.candidate))
    order by n limit 1`)
  return row?.code ?? `${stem}-${newId().slice(-6)}`
}
