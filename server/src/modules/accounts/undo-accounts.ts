import { inCamelCase } from '@trellis/contract/audit-fields'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { dropGone, free, stands, type Undone, type UndoPart } from '../../platform/import/undo.ts'
import { isTouchedSince, recordRows } from '../audit/index.ts'
import { dropExternalIdsOf, hasOtherExternalIds, lostExternalIds, restoreExternalIds } from '../tenants/index.ts'
import { addressColumns, firstAddress, importedFacts } from './import-accounts.ts'
import { isReached } from './named.ts'

const tenant = sql`(select current_tenant())`
const account = sql`a.tenant_id = ${tenant} and a.account_id = u.entity_id::uuid`
const made = sql`from undo_rows u join accounts a on ${account} where u.action = 'account.created'`
const both = sql`from undo_rows u join accounts a on ${account} where u.action in ('account.created', 'account.updated')`
const changed = sql`from undo_rows u join accounts a on ${account} where u.action = 'account.updated'`

const actions = ['account.created', 'account.updated']

/** Reports what uses new accounts: `made` is the part of a statement with the rows `u` and their accounts `a`. */
type ReportUses = (tx: Tx, made: Sql) => Promise<void>

/** New accounts are deleted as by hand, if nobody has used them; changed ones take back what they had. */
export const undoOfAccounts = (reportUses: ReportUses): UndoPart => ({
  actions,

  async check(tx, by) {
    await dropGone(
      tx,
      sql`u.action = 'account.created' and exists (select from accounts a where ${account} and a.deleted_at is not null)`,
    )
    await tx.run(sql`
      select from accounts where tenant_id = ${tenant} and account_id in (
        select entity_id::uuid from undo_rows where action = any(${actions}))
      order by account_id for update`)
    if (by !== null) await stands(tx, 'mayNot', sql`${both} and not ${isReached(sql`a.account_id`)}`)
    await stands(tx, 'removedSince', sql`${changed} and a.deleted_at is not null`)
    await stands(
      tx,
      'changedSince',
      sql`from undo_rows u join accounts a on ${account} left join lateral (${firstAddress(sql`a.account_id`)}) d on true
          where u.action = 'account.updated' and (not ${importedFacts} @> (u.after - '{source,externalIds}'::text[]) or ${hasOtherExternalIds})`,
    )
    await stands(
      tx,
      'keyTaken',
      sql`${changed} and (${lostExternalIds('account')} or exists (
        select from accounts o
        where o.tenant_id = ${tenant} and o.account_id <> a.account_id and key_of(o.code) = key_of(u.before ->> 'code')))`,
    )
    await reportUses(tx, made)
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
    // What stays keeps all that lie above it. One join over the tree: asked account by account, it took minutes for some thousands.
    await stands(
      tx,
      'hasChildren',
      sql`${made} and a.account_id = any(array(
        select t.ancestor_id
        from undo_rows m
        join account_tree t on t.tenant_id = ${tenant} and t.ancestor_id = m.entity_id::uuid and t.depth > 0
        join accounts c on c.tenant_id = ${tenant} and c.account_id = t.descendant_id and c.deleted_at is null
        left join (
          select w.entity_id::uuid as account_id from undo_rows w
          where w.action = 'account.created' and not exists (select from undo_obstacles o where o.n = w.n)) going
          on going.account_id = c.account_id
        where m.action = 'account.created' and going.account_id is null))`,
    )
  },

  async undo(tx) {
    return { removed: await remove(tx), restored: await restore(tx) }
  },
})

/** Their codes are free again, so that the same file can be imported once more. */
async function remove(tx: Tx): Promise<number> {
  const ids = sql`select u.entity_id::uuid from undo_rows u where u.action = 'account.created' and ${free}`
  await recordRows(
    tx,
    'account.deleted',
    'account',
    sql`select a.account_id, jsonb_build_object('code', a.code, 'name', a.name, 'parentId', a.parent_id), null::jsonb
        from accounts a where a.tenant_id = ${tenant} and a.account_id in (${ids})`,
  )
  await dropExternalIdsOf(tx, ids)
  return tx.run(sql`
    update accounts set deleted_at = clock(), code = account_id::text where tenant_id = ${tenant} and account_id in (${ids})`)
}

async function restore(tx: Tx): Promise<Undone['restored']> {
  const rows = sql`undo_rows u where u.action = 'account.updated' and ${free}`
  await recordRows(
    tx,
    'account.updated',
    'account',
    sql`select u.entity_id, u.after - 'source', u.before || '{"source": "undo"}' from ${rows}`,
  )
  const had = (fact: string) => sql`u.before ->> ${sql.lit(fact)}`
  const restored = await tx.run(sql`
    update accounts a set code = ${had('code')}, name = ${had('name')}, group_id = (${had('groupId')})::int,
      notification_email = ${had('notificationEmail')}, credit_limit = (${had('creditLimit')})::numeric,
      payment_terms_days = (${had('paymentTermsDays')})::int
    from ${rows} and ${account}`)
  // An address that the import made is empty again.
  const optional = ['locality', 'region']
  const written = addressColumns.map((column) => {
    const value = had(inCamelCase(column))
    return sql`${sql.ref(column)} = ${optional.includes(column) ? value : sql`coalesce(${value}, '')`}`
  })
  await tx.run(sql`
    update addresses d set ${sql.join(written)}
    from ${rows} and d.tenant_id = ${tenant} and d.account_id = u.entity_id::uuid
      and d.address_id = (select f.address_id from (${firstAddress(sql`u.entity_id::uuid`)}) f)`)
  await restoreExternalIds(tx, 'account', sql`from ${rows}`)
  return restored
}
