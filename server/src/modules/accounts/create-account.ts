import type { Address } from '@trellis/contract/accounts'
import { firstLevelWithoutChildren } from '@trellis/contract/accounts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'

export interface AccountDraft {
  /** Made from the name when absent. */
  code?: string
  name: string
  groupId: number
  /** Null for the tenant's root. */
  parentId: string | null
  notificationEmail?: string | null
  address?: Partial<Omit<Address, 'addressId' | 'country'>>
}

/**
 * Creates an account below its parent, with its place in the tree. The caller has made sure that the parent is in reach.
 * Refuses AC422 when the parent cannot have children or the group is not below the parent's.
 */
export async function createAccount(tx: Tx, draft: AccountDraft): Promise<string> {
  const accountId = newId()
  if (draft.parentId !== null) await checkPlace(tx, draft.parentId, draft.groupId)
  const code = draft.code ?? (await freeCode(tx, draft.name))
  await tx.run(sql`
    insert into accounts (account_id, code, name, notification_email, group_id, parent_id)
    values (${accountId}, ${code}, ${draft.name}, ${draft.notificationEmail ?? null}, ${draft.groupId}, ${draft.parentId})`)
  await tx.run(sql`
    insert into account_tree (ancestor_id, descendant_id, depth)
    select ancestor_id, ${accountId}::uuid, depth + 1 from account_tree
    where tenant_id = (select current_tenant()) and descendant_id = ${draft.parentId}
    union all select ${accountId}::uuid, ${accountId}::uuid, 0`)
  // Always, so that there is one to edit.
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

async function checkPlace(tx: Tx, parentId: string, groupId: number): Promise<void> {
  const place = await tx.row<{ parent_level: number; level: number | null }>(sql`
    select pg.level as parent_level,
           (select level from account_groups where tenant_id = p.tenant_id and group_id = ${groupId}) as level
    from accounts p join account_groups pg using (tenant_id, group_id)
    where p.tenant_id = (select current_tenant()) and p.account_id = ${parentId} and p.deleted_at is null
    for share of p`)
  if (
    !place ||
    place.level === null ||
    place.parent_level >= firstLevelWithoutChildren ||
    place.level <= place.parent_level
  ) {
    throw new Refusal('AC422')
  }
}

/** Upper-case letters and digits of the name, with a number when that is taken. */
async function freeCode(tx: Tx, name: string): Promise<string> {
  const stem =
    name
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .slice(0, 12) || 'ACCOUNT'
  // Two that are called alike wait for each other rather than take the same code.
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
