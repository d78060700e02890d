import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { recordRows } from '../audit/index.ts'
import { factsOfNewExternalIds } from '../tenants/index.ts'

/**
 * Inserts accounts with their addresses and their rows in the tree, and records them, for the screen and for imports.
 * `rows` is a query with the columns account_id, code, name, notification_email, credit_limit, payment_terms_days, group_id, parent_id, created_at, those
 * of an address, and external_ids as a file has them, which are recorded here and written by the caller; id, code, name and group are not null. No row may be the parent of another: the tree grows from parents
 * that exist. `source` is recorded, if given.
 */
export async function insertAccounts(tx: Tx, rows: Sql, source: string | null = null): Promise<void> {
  await tx.run(sql`
    insert into accounts (account_id, code, name, notification_email, credit_limit, payment_terms_days, group_id, parent_id, created_at)
    select n.account_id, n.code, n.name, n.notification_email, n.credit_limit, n.payment_terms_days, n.group_id, n.parent_id, coalesce(n.created_at, clock())
    from (${rows}) n`)
  await tx.run(sql`
    insert into account_tree (ancestor_id, descendant_id, depth)
    select t.ancestor_id, n.account_id, t.depth + 1
    from (${rows}) n
    join account_tree t on t.tenant_id = (select current_tenant()) and t.descendant_id = n.parent_id
    union all
    select n.account_id, n.account_id, 0 from (${rows}) n`)
  // Inserted even when empty, because editing requires a row.
  await insertAddresses(tx, rows)
  const facts = sql`jsonb_build_object('code', n.code, 'name', n.name, 'parentId', n.parent_id)
    || jsonb_strip_nulls(jsonb_build_object('source', ${source}::text)) || ${factsOfNewExternalIds(sql`n.external_ids`)}`
  await recordRows(tx, 'account.created', 'account', sql`select n.account_id, null::jsonb, ${facts} from (${rows}) n`)
}

/** Inserts an address for each row; the legal name is the account's by default. Returns their ids. */
export const insertAddresses = (tx: Tx, rows: Sql) =>
  tx.rows<{ addressId: string }>(sql`
    insert into addresses (address_id, account_id, legal_name, vat_id, street, city, locality, region, postal_code, country_code, coordinates)
    select id_at(clock()), n.account_id, coalesce(n.legal_name, n.name), coalesce(n.vat_id, ''), coalesce(n.street, ''),
           coalesce(n.city, ''), n.locality, n.region, coalesce(n.postal_code, ''), coalesce(n.country_code, ''), n.coordinates
    from (${rows}) n
    returning address_id as "addressId"`)
