import type { Out } from '@trellis/contract/endpoint'
import { type ListedUser, type UserSearch, userList } from '@trellis/contract/users'
import { columnsOf, contains, equals, flag, following, named, notNull } from '../../../platform/database/search.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import {
  everyWord,
  hasWord,
  lookUp,
  lookUpParts,
  type Named,
  partOf,
  recordsNamed,
  some,
  withNamed,
} from '../../../platform/database/words.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { accountsByWord, isAccountNamed, isOfScope, keysInScope, scopeOf } from '../../accounts/index.ts'
import { inOrderOfChange, modifiedOf, modifiedWithin } from '../../audit/index.ts'
import { hasFactor, signsInAs } from '../second-factors/without.ts'
import { isUnanswered } from './needs.ts'
import { presented, type UserRow, userColumns, withAccount } from './present-user.ts'
import { blockedFor } from './rules.ts'

type Search = Out<typeof UserSearch>
type ListedRow = UserRow & Pick<ListedUser, 'hasSecondFactor'> & { isReached: boolean; count: number }

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
  const parts = await lookUpParts(tx, search, ['name', 'email', 'firstName', 'lastName'], { users: sources.users })
  const owners = await lookUpParts(tx, search, ['accountName'], { parties: sources.accounts })
  const words = await lookUp(tx, search, sources)
  const columns = columnsAfter(words, parts, owners)
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = sql`u.deleted_at is null and ${columns.matching(search, actor.timeZone)}`
  const [first, ...further] = search.sortBy
  const page = keysInScope({
    search,
    scope,
    keys: sql`u.user_id`,
    table: 'users',
    alias: 'u',
    account: sql`u.account_id`,
    joins: sql`${ofLivingAccount} ${search.sortBy.some(({ field }) => field === 'modifiedDate') ? modified : sql``}`,
    matching,
    order: columns.order(search),
    ...(first?.field === 'accountName' && further.length === 0 && { through: accountsInOrder(first.direction) }),
    ...(first?.field === 'modifiedDate' && { through: changesInOrder(first.direction) }),
  })
  const isFiltered = search.filterBy.some(({ values }) => values.length > 0) || search.filterBetweenDate.length > 0
  const count =
    isFiltered || !scope.isWhole
      ? sql`select count(*) from users u ${ofLivingAccount}
        where u.tenant_id = ${tenant} and ${isOfScope(scope, sql`u.account_id`, words.isMany || parts.isMany)} and ${matching}`
      : livingOfTenant
  const rows = await tx.rows<ListedRow | { userId: null; count: number }>(sql`
    with page as (select user_id, row_number() over () as row_no from (${page}) k), shown as (
      select page.row_no, ${userColumns}, ${hasFactor(signsInAs)} as "hasSecondFactor",
             exists (select from accounts_at_or_above(u.account_id) t where t.account_id = ${actor.accountId} offset 0) as "isReached"
      from page join users u on u.tenant_id = ${tenant} and u.user_id = page.user_id ${withAccount}
    )
    select shown.*, total.count
    from (select (${count}) as count) total left join shown on true
    order by shown.row_no`)
  return {
    items: rows.flatMap((row) => (row.userId === null ? [] : [listed(row as ListedRow, actor)])),
    count: rows[0]?.count ?? 0,
  }
}

function listed({ isReached, hasSecondFactor, ...row }: ListedRow, actor: Actor): ListedUser {
  return {
    ...presented(row),
    hasSecondFactor,
    blocked: blockedFor({ ...row, isReached, isOfRoot: row.account.isRoot }, actor),
  }
}

const tenant = sql`(select current_tenant())`
const ofLivingAccount = sql`
  join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null`

/** All people of the tenant, without those of deleted accounts, which are few: neither is joined with the other. */
const livingOfTenant = sql`
  select (select count(*) from users u where u.tenant_id = ${tenant} and u.deleted_at is null)
    - (select count(*) from offered.accounts a join users u on u.tenant_id = a.tenant_id and u.account_id = a.account_id
       where a.tenant_id = ${tenant} and a.deleted_at is not null and u.deleted_at is null)`

/** Accounts by name; the users of each are few. */
const accountsInOrder = (direction: 'asc' | 'desc') => ({
  rows: sql`(
    select a.account_id, a.name, a.name_folded from offered.accounts a
    where a.tenant_id = ${tenant} and a.deleted_at is null
    order by ${named(sql`a.name`)} ${sql.raw(direction)}) a`,
  on: sql`u.account_id = a.account_id`,
  order: sql`order by u.user_id ${sql.raw(direction)}`,
})

const modified = modifiedOf(sql`u.user_id`, sql`u.created_at`)

/** Each change with the account of its user, which a filter or a further term of the sort may name. */
const changesInOrder = (direction: 'asc' | 'desc') => ({
  rows: sql`${inOrderOfChange('user', direction)}
    cross join lateral (
      select a.* from users w
      join offered.accounts a on a.tenant_id = w.tenant_id and a.account_id = w.account_id and a.deleted_at is null
      where w.tenant_id = ${tenant} and w.user_id = m.record_id offset 0) a`,
  on: sql`u.user_id = m.record_id`,
  order: sql``,
})

const nameFolded = sql`(u.first_name_folded || ' ' || u.last_name_folded)`

/** The texts by which a word finds a user: their own, and the name of their account. */
const sources = { users: recordsNamed('user'), accounts: accountsByWord }

const byWords = (found: Named<keyof typeof sources>) =>
  everyWord((word) =>
    some([
      found('users', word, sql`u.user_id`, () => hasWord(word, nameFolded, sql`u.email_folded`)),
      found('accounts', word, sql`u.account_id`, () => hasWord(word, sql`a.name_folded`)),
    ]),
  )

const columnsAfter = withNamed((found: Named<keyof typeof sources>, parts: Named<'users'>, owners: Named<'parties'>) =>
  columnsOf(userList, sql`u.user_id`, {
    anything: { filter: byWords(found) },
    userId: { sort: notNull(sql`u.user_id`), filter: equals(sql`u.user_id`, 'uuid') },
    after: { filter: following(sql`u.user_id`) },
    name: {
      sort: notNull(named(sql`(u.first_name || ' ' || u.last_name)`)),
      filter: partOf(parts, 'users', sql`u.user_id`, contains(nameFolded)),
    },
    email: {
      sort: notNull(sql`u.email`),
      filter: partOf(parts, 'users', sql`u.user_id`, contains(sql`u.email_folded`)),
    },
    firstName: {
      sort: notNull(named(sql`u.first_name`)),
      filter: partOf(parts, 'users', sql`u.user_id`, contains(sql`u.first_name_folded`)),
    },
    lastName: {
      sort: notNull(named(sql`u.last_name`)),
      filter: partOf(parts, 'users', sql`u.user_id`, contains(sql`u.last_name_folded`)),
    },
    status: { sort: notNull(sql`u.status`), filter: equals(sql`u.status`, 'text') },
    creationDate: { sort: notNull(sql`u.created_at`), between: sql`u.created_at` },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('user', sql`u.user_id`) },
    accountName: { sort: notNull(named(sql`a.name`)), filter: isAccountNamed(owners, sql`u.account_id`) },
    hasSecondFactor: { filter: flag(hasFactor(signsInAs)) },
    needsMe: { filter: flag(isUnanswered) },
  }),
)
