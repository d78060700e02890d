import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { recordRows } from '../audit/index.ts'

/**
 * Assigns price lists to accounts, replacing those that they may have had, and records it, for the screen and for
 * imports. `given` is a query with the columns account_id, price_list_id and can_propagate. `source` is recorded, if
 * given. An account that has the list already keeps it as it is. Returns the number of accounts that did not.
 */
export async function insertAssociations(tx: Tx, given: Sql, source: string | null = null): Promise<number> {
  const before = sql`case when h.account_id is not null then
    jsonb_build_object('priceListId', h.price_list_id, 'canPropagate', h.can_propagate) end`
  const after = sql`jsonb_strip_nulls(jsonb_build_object(
    'priceListId', n.price_list_id, 'canPropagate', n.can_propagate, 'source', ${source}::text))`
  const rows = sql`
    select g.* from (${given}) g
    where not exists (
      select from price_list_accounts o
      where o.tenant_id = (select current_tenant()) and o.account_id = g.account_id and o.price_list_id = g.price_list_id
        and o.can_propagate = g.can_propagate)`
  await recordRows(
    tx,
    'price_list.associated',
    'account',
    sql`select n.account_id, ${before}, ${after} from (${rows}) n
        left join price_list_accounts h on h.tenant_id = (select current_tenant()) and h.account_id = n.account_id`,
  )
  return tx.run(sql`
    insert into price_list_accounts (account_id, price_list_id, can_propagate)
    select n.account_id, n.price_list_id, n.can_propagate from (${rows}) n order by n.account_id
    on conflict (tenant_id, account_id) do update
    set price_list_id = excluded.price_list_id, can_propagate = excluded.can_propagate, created_at = clock(),
        created_by = current_user_id()`)
}
