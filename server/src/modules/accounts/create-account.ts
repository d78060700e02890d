import type { Address } from '@trellis/contract/accounts'
import { type Misfit, type Placement, whyNotBelow } from '@trellis/contract/placement'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'

export interface AccountDraft {
  /** Generated from the name by default. */
  code?: string
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
 * RQ404.
 */
export async function createAccount(tx: Tx, draft: AccountDraft): Promise<string> {
  const accountId = newId()
  if (draft.parentId !== null) await checkPlacement(tx, draft.parentId, draft.groupId, whyNotBelow)
  const code = draft.code ?? (await freeCode(tx, draft.name))
  await tx.run(sql`
    insert into accounts (account_id, code, name, notification_email, group_id, parent_id)
    values (${accountId}, ${code}, ${draft.name}, ${draft.notificationEmail ?? null}, ${draft.groupId}, ${draft.parentId})`)
  await tx.run(sql`
    insert into account_tree (ancestor_id, descendant_id, depth)
    select ancestor_id, ${accountId}::uuid, depth + 1 from account_tree
    where tenant_id = (select current_tenant()) and descendant_id = ${draft.parentId}
    union all select ${accountId}::uuid, ${accountId}::uuid, 0`)
  // Inserted even when empty, because editing requires a row.
  const a = draft.address ?? {}
  await tx.run(sql`
    insert into addresses (address_id, account_id, legal_name, vat_id, street, city, locality, region, postal_code, country_code, coordinates)
    values (${newId()}, ${accountId}, ${a.legalName ?? draft.name}, ${a.vatId ?? ''}, ${a.street ?? ''}, ${a.city ?? ''},
            ${a.locality ?? null}, ${a.region ?? null}, ${a.postalCode ?? ''}, ${a.countryCode ?? ''}, ${a.coordinates ?? null})`)
  await record(tx, 'account.created', 'account', accountId, {
    after: { code, name: draft.name, parentId: draft.parentId },
  })
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
