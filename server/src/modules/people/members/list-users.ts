import type { Out } from '@trellis/contract/endpoint'
import { type ListedUser, type UserSearch, userList } from '@trellis/contract/users'
import { columnsOf, contains, equals, flag, named, paging } from '../../../platform/database/search.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { hasWords } from '../../../platform/database/words.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isUnanswered } from './needs.ts'
import { presented, type UserRow, userColumns, withAccount } from './present-user.ts'
import { blockedFor } from './rules.ts'

type Search = Out<typeof UserSearch>
type ListedRow = UserRow & { isReached: boolean; count: number }

/**
 * The users of an account, on request with those of the accounts below it, and for each the actions that the reader may
 * not do.
 */
export async function listUsers(
  tx: Reader,
  search: Search,
  accountId: string,
  actor: Actor,
): Promise<{ items: ListedUser[]; count: number }> {
  const rows = await tx.rows<ListedRow | { userId: null; count: number }>(sql`
    with matching as materialized (
      select u.user_id, u.email, u.first_name, u.last_name, u.status, u.created_at, a.name as account_name
      from accounts_at_or_below(${accountId}) t
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = t.account_id and a.deleted_at is null
      join users u on u.tenant_id = a.tenant_id and u.account_id = a.account_id
      where ${search.includeChildren ? sql`true` : sql`t.depth = 0`} and u.deleted_at is null
        and ${columns.matching(search, actor.timeZone)}
    ), page as (
      select m.user_id, row_number() over () as row_no
      from (select m.user_id from matching m ${columns.order(search)} ${paging(search)}) m
    ), shown as (
      select page.row_no, ${userColumns},
             exists (select from accounts_at_or_above(u.account_id) t where t.account_id = ${actor.accountId}) as "isReached"
      from page join users u on u.tenant_id = (select current_tenant()) and u.user_id = page.user_id ${withAccount}
    )
    select shown.*, total.count
    from (select count(*) as count from matching) total left join shown on true
    order by shown.row_no`)
  return {
    items: rows.flatMap((row) => (row.userId === null ? [] : [listed(row as ListedRow, actor)])),
    count: rows[0]?.count ?? 0,
  }
}

function listed({ isReached, ...row }: ListedRow, actor: Actor): ListedUser {
  return { ...presented(row), blocked: blockedFor({ ...row, isReached, isOfRoot: row.account.isRoot }, actor) }
}

const columns = columnsOf(userList, sql`m.user_id`, {
  anything: {
    filter: hasWords(sql`fold(concat_ws(' ', u.first_name, u.last_name, u.email::text))`, sql`a.name_folded`),
  },
  userId: { filter: equals(sql`u.user_id`, 'uuid') },
  name: {
    sort: named(sql`(m.first_name || ' ' || m.last_name)`),
    filter: contains(sql`fold(u.first_name || ' ' || u.last_name)`),
  },
  email: { sort: sql`m.email`, filter: contains(sql`fold(u.email::text)`) },
  firstName: { sort: named(sql`m.first_name`), filter: contains(sql`fold(u.first_name)`) },
  lastName: { sort: named(sql`m.last_name`), filter: contains(sql`fold(u.last_name)`) },
  status: { sort: sql`m.status`, filter: equals(sql`u.status`, 'text') },
  creationDate: { sort: sql`m.created_at`, between: sql`u.created_at` },
  accountName: { sort: named(sql`m.account_name`), filter: contains(sql`a.name_folded`) },
  needsMe: { filter: flag(isUnanswered) },
})
