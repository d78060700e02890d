import type { ListColumns, ListView, ListViewDraft, ListViewUpdate } from '@trellis/contract/list-views'
import { named } from '../../../platform/database/search.ts'
import { json, sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'

type Owner = Pick<Actor, 'userId'>

const ownedBy = ({ userId }: Owner) => sql`v.tenant_id = (select current_tenant()) and v.user_id = ${userId}`
const viewJson = sql`json_build_object(
  'viewId', v.view_id, 'list', v.list, 'name', v.name, 'search', v.search, 'isDefault', v.is_default)`

/** All views and column choices of one person; both are few. */
export const readLists = (tx: Reader, owner: Owner) =>
  tx.json<{ views: ListView[]; columns: ListColumns[] }>(sql`
    select json_build_object(
      'views', (
        select coalesce(json_agg(${viewJson} order by ${named(sql`v.name`)}, v.view_id), '[]')
        from list_views v where ${ownedBy(owner)}),
      'columns', (
        select coalesce(json_agg(json_build_object('list', v.list, 'shown', v.shown) order by v.list), '[]')
        from list_columns v where ${ownedBy(owner)}))::text`)

export const presentView = (tx: Reader, owner: Owner, viewId: string) =>
  tx.json<ListView>(sql`select ${viewJson}::text from list_views v where ${ownedBy(owner)} and v.view_id = ${viewId}`)

/** Locks a person's views: concurrent changes could exceed their number, repeat a name or set two defaults. */
export const lockViewsOf = (tx: Tx, { userId }: Owner) =>
  tx.rows(sql`
    select user_id from users
    where tenant_id = (select current_tenant()) and user_id = ${userId} for no key update`)

export const findView = (tx: Tx, owner: Owner, viewId: string) =>
  tx.row<{ list: ListView['list'] }>(sql`
    select v.list from list_views v where ${ownedBy(owner)} and v.view_id = ${viewId}`)

/** How many views of a list there are, and whether another one has this name. */
export async function viewsBeside(tx: Tx, owner: Owner, list: string, name: string, viewId: string | null) {
  const row = await tx.row<{ count: number; isTaken: boolean }>(sql`
    select count(*)::int as count,
           coalesce(bool_or(key_of(v.name) = key_of(${name}) and v.view_id is distinct from ${viewId}::uuid), false) as "isTaken"
    from list_views v where ${ownedBy(owner)} and v.list = ${list}`)
  return row ?? { count: 0, isTaken: false }
}

export const clearDefault = (tx: Tx, owner: Owner, list: string) =>
  tx.run(sql`update list_views v set is_default = false where ${ownedBy(owner)} and v.list = ${list} and v.is_default`)

export const insertView = (
  tx: Tx,
  { userId }: Owner,
  viewId: string,
  { list, name, search, isDefault }: ListViewDraft,
) =>
  tx.run(sql`
    insert into list_views (view_id, user_id, list, name, search, is_default)
    values (${viewId}, ${userId}, ${list}, ${name}, ${search}, ${isDefault})`)

export const updateView = (tx: Tx, owner: Owner, viewId: string, { name, search, isDefault }: ListViewUpdate) =>
  tx.run(sql`
    update list_views v set name = coalesce(${name ?? null}, v.name), search = coalesce(${search ?? null}, v.search),
      is_default = coalesce(${isDefault ?? null}::boolean, v.is_default)
    where ${ownedBy(owner)} and v.view_id = ${viewId}`)

export const deleteView = (tx: Tx, owner: Owner, viewId: string) =>
  tx.run(sql`delete from list_views v where ${ownedBy(owner)} and v.view_id = ${viewId}`)

export const saveColumns = (tx: Tx, { userId }: Owner, { list, shown }: ListColumns) =>
  tx.run(sql`
    insert into list_columns (user_id, list, shown) values (${userId}, ${list}, ${json(shown)})
    on conflict (tenant_id, user_id, list) do update set shown = excluded.shown`)
