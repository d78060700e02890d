import { type Account, type AccountSearch, accountList } from '@trellis/contract/accounts'
import type { Out } from '@trellis/contract/endpoint'
import { columnsOf, contains, equals, following, named, notNull } from '../../platform/database/search.ts'
import { only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import {
  everyWord,
  hasWord,
  lookUp,
  lookUpParts,
  type Named,
  partOf,
  recordsNamed,
  rowsNamed,
  some,
  withNamed,
} from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { modifiedAt, modifiedOf, modifiedWithin, throughChanges } from '../audit/index.ts'
import { byExternalId, countryNamesText, externalIdsOf, hasExternalId, isByExternalId } from '../tenants/index.ts'
import { isReached } from './named.ts'
import { isInScope, isOfScope, keysInScope, type Scope, scopeOf } from './scope.ts'

type Search = Out<typeof AccountSearch>
type Viewer = Pick<Actor, 'languageCode' | 'timeZone'>

export interface AccountFacts {
  accountId: string
  code: string
  name: string
  level: number
  /** Null for the root. */
  parentId: string | null
}

/** An account that is in reach and not deleted. */
export const findReachable = (tx: Reader, accountId: string) =>
  tx.row<AccountFacts>(sql`
    select a.account_id as "accountId", a.code, a.name, g.level, a.parent_id as "parentId"
    from accounts a
    join offered.account_groups g using (tenant_id, group_id)
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
      and a.account_id in (select account_id from reachable_accounts())`)

export interface AccountText {
  accountId: string
  name: string
  notificationEmail: string | null
  creditLimit: number | null
  paymentTermsDays: number | null
}

/** The same, locked until the end of the transaction, with the fields that can be edited. */
export const lockReachable = (tx: Tx, accountId: string) =>
  tx.row<AccountText>(sql`
    select a.account_id as "accountId", a.name, a.notification_email as "notificationEmail",
           a.credit_limit::float8 as "creditLimit", a.payment_terms_days as "paymentTermsDays" from accounts a
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
      and a.account_id in (select account_id from reachable_accounts())
    for no key update`)

export const isLiving = async (tx: Reader, accountId: string): Promise<boolean> =>
  (await tx.row(sql`
    select account_id from accounts
    where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null`)) !== undefined

export const updateText = (tx: Tx, accountId: string, text: Omit<AccountText, 'accountId'>) =>
  tx.run(sql`
    update accounts set name = ${text.name}, notification_email = ${text.notificationEmail},
      credit_limit = ${text.creditLimit}, payment_terms_days = ${text.paymentTermsDays}
    where tenant_id = (select current_tenant()) and account_id = ${accountId}`)

export interface AddressRow {
  legalName: string
  vatId: string
  street: string
  city: string
  locality: string | null
  region: string | null
  postalCode: string
  countryCode: string
  coordinates: string | null
}

export const lockAddress = (tx: Tx, accountId: string, addressId: string) =>
  tx.row<AddressRow>(sql`
    select d.legal_name as "legalName", d.vat_id as "vatId", d.street, d.city, d.locality, d.region,
           d.postal_code as "postalCode", d.country_code as "countryCode", d.coordinates
    from addresses d
    where d.tenant_id = (select current_tenant()) and d.account_id = ${accountId} and d.address_id = ${addressId}
    for no key update`)

/** An address as a row for `insertAddresses`; no row when the account, which the caller has locked, has so many already. */
export const newAddressOf = (accountId: string, a: AddressRow, most: number): Sql => sql`
  select ${accountId}::uuid as account_id, null::text as name, ${a.legalName}::text as legal_name, ${a.vatId}::text as vat_id,
    ${a.street}::text as street, ${a.city}::text as city, ${a.locality}::text as locality, ${a.region}::text as region,
    ${a.postalCode}::text as postal_code, ${a.countryCode}::text as country_code, ${a.coordinates}::text as coordinates
  where (select count(*) from addresses
         where tenant_id = (select current_tenant()) and account_id = ${accountId}) < ${most}`

export const updateAddress = (tx: Tx, addressId: string, a: AddressRow) =>
  tx.run(sql`
    update addresses set legal_name = ${a.legalName}, vat_id = ${a.vatId}, street = ${a.street}, city = ${a.city},
      locality = ${a.locality}, region = ${a.region}, postal_code = ${a.postalCode}, country_code = ${a.countryCode},
      coordinates = ${a.coordinates}
    where tenant_id = (select current_tenant()) and address_id = ${addressId}`)

/** The name of an address's country in the viewer's language; the code itself when an import brought an unknown code. */
const countryName = (viewer: Pick<Actor, 'languageCode'>) =>
  sql`coalesce(${countryNamesText(viewer.languageCode)}::jsonb ->> d.country_code, d.country_code)`

/** The wire's Address as JSON, from a row `d` of addresses or of `offered.addresses`. */
export const addressJson = (viewer: Pick<Actor, 'languageCode'>) => sql`json_build_object(
  'addressId', d.address_id, 'legalName', d.legal_name, 'vatId', d.vat_id, 'street', d.street, 'city', d.city,
  'locality', d.locality, 'region', d.region, 'postalCode', d.postal_code, 'country', ${countryName(viewer)},
  'countryCode', d.country_code, 'coordinates', d.coordinates)`

/** The certificates that an account `a` shows, by name, with the names of those who validly hold each. */
const badgesJson = sql`(
  select coalesce(json_agg(json_build_object(
    'name', b.name, 'category', b.category, 'badgeColor', b.badge_color, 'owners', b.owners)
    order by b.name collate "und-x-icu", b.certificate_id), '[]')
  from (
    select c.certificate_id, c.name, c.category, c.badge_color,
      json_agg(h.name order by h.name collate "und-x-icu") as owners
    from offered.certificate_badges c
    left join offered.users u on u.tenant_id = c.tenant_id and u.user_id = c.user_id and u.deleted_at is null
    cross join lateral (select case when c.user_id is null then coalesce(c.guest, a.name)
                                    else u.first_name || ' ' || u.last_name end as name) h
    where c.tenant_id = a.tenant_id and c.account_id = a.account_id and h.name is not null
    group by c.certificate_id, c.name, c.category, c.badge_color
  ) b)`

/** The certificates that an account (an expression) validly shows, as JSON, by name. */
export const badgesOf = (account: Sql): Sql => sql`account_badges(${account})`

/** The wire's Account as JSON, from a row `a` of accounts. Parents outside the viewer's reach are left out. */
const accountJson = (viewer: Viewer) => sql`json_build_object(
  'accountId', a.account_id,
  'accountCode', a.code,
  'accountName', a.name,
  'externalIds', ${externalIdsOf(sql`a.account_id`)},
  'notificationReceiverEmail', a.notification_email,
  'creditLimit', a.credit_limit,
  'paymentTermsDays', a.payment_terms_days,
  'groupId', a.group_id,
  'groupName', (select g.name from offered.account_groups g where g.tenant_id = a.tenant_id and g.group_id = a.group_id),
  'level', (select g.level from offered.account_groups g where g.tenant_id = a.tenant_id and g.group_id = a.group_id),
  'address', (
    select coalesce(json_agg(${addressJson(viewer)} order by d.created_at, d.address_id), '[]')
    from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id),
  'creationDate', iso(a.created_at),
  'modifiedDate', iso(${modifiedAt(sql`a.account_id`, sql`a.created_at`)}),
  'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u where u.tenant_id = a.tenant_id and u.user_id = a.created_by),
  'parents', (
    select coalesce(json_agg(json_build_object('id', p.account_id, 'name', p.name) order by t.depth desc), '[]')
    from account_tree t join accounts p on p.tenant_id = t.tenant_id and p.account_id = t.ancestor_id
    where t.tenant_id = a.tenant_id and t.descendant_id = a.account_id and t.depth > 0
      and ${isReached(sql`t.ancestor_id`)}),
  'certificatesBadges', ${badgesJson})`

export const presentAccount = (tx: Reader, viewer: Viewer, accountId: string) =>
  tx.json<Account>(sql`
    select ${accountJson(viewer)}::text from accounts a
    where a.tenant_id = (select current_tenant()) and a.account_id = ${accountId} and a.deleted_at is null
      and a.account_id in (select account_id from reachable_accounts())`)

/** The children of an account, or all its descendants. */
export async function listAccounts(tx: Reader, actor: Actor, search: Search, parentId: string) {
  const parts = await lookUpParts(tx, search, ['accountName', 'accountCode'], { accounts: sources.accounts })
  const columns = columnsAfter(await lookUp(tx, search, sources), parts)
  const scope = scopeOf(parentId, search.includeChildren, actor)
  const isBelow = scope.withChildren ? sql`a.account_id <> ${parentId}` : sql`a.parent_id = ${parentId}`
  const matching = sql`${isBelow} and a.deleted_at is null and ${columns.matching(search, actor.timeZone)}`
  const [first, ...further] = search.sortBy
  const isByGroup = first?.field === 'groupName'
  const sorts = (field: string) => search.sortBy.some((each) => each.field === field)
  const isFiltered = search.filterBy.some(({ values }) => values.length > 0) || search.filterBetweenDate.length > 0
  // The children of one account are found by their parent, not by their own id.
  const whose = scope.withChildren ? scope : { ...scope, isWhole: true }
  const page = keysInScope({
    search,
    scope: whose,
    keys: sql`a.account_id`,
    table: 'accounts',
    alias: 'a',
    account: sql`a.account_id`,
    joins: sql`${only(sorts('groupName'))`${withGroup}`} ${only(sorts('modifiedDate'))`${modified}`}`,
    matching,
    order: columns.order(search),
    ...(isByGroup && further.length === 0 && { through: groupsInOrder(first.direction) }),
    ...(first?.field === 'modifiedDate' &&
      !sorts('groupName') && { through: throughChanges('account', sql`a.account_id`, first.direction) }),
  })
  const count =
    scope.withChildren && !isFiltered
      ? sql`${livingBelow(scope)}`
      : sql`
    (select count(*) from accounts a where a.tenant_id = ${tenant} and ${isOfScope(whose, sql`a.account_id`)} and ${matching})`
  return tx.json<{ items: Account[]; count: number }>(sql`
    with page as (select account_id, row_number() over () as row_no from (${page}) k)
    select json_build_object(
      'items', (select coalesce(json_agg(${accountJson(actor)} order by page.row_no), '[]')
                from page join accounts a on a.tenant_id = ${tenant} and a.account_id = page.account_id),
      'count', ${count})::text`)
}

const tenant = sql`(select current_tenant())`
const withGroup = sql`join offered.account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id`

/** There are few groups; the accounts of each are read by their id. */
const groupsInOrder = (direction: 'asc' | 'desc') => ({
  rows: sql`(
    select g.group_id, g.level from offered.account_groups g
    where g.tenant_id = ${tenant} order by g.level ${sql.raw(direction)}) g`,
  on: sql`a.group_id = g.group_id`,
  order: sql`order by a.account_id ${sql.raw(direction)}`,
})

const modified = modifiedOf(sql`a.account_id`, sql`a.created_at`)

/** How many accounts are below one: those of the tree without the deleted ones, which are few, and without itself. */
const livingBelow = (scope: Scope) => sql`(
  (select count(*) - 1 from account_tree t where t.tenant_id = ${tenant} and t.ancestor_id = ${scope.accountId})
  - (select count(*) from accounts a
     where a.tenant_id = ${tenant} and a.deleted_at is not null and ${isInScope(scope, sql`a.account_id`)}))`

/** The texts by which a word finds an account: name and code, legal names and VAT ids; cities; ids of other systems. */
const sources = {
  accounts: rowsNamed('account'),
  cities: recordsNamed('city'),
  outside: byExternalId('account'),
}

const byWords = (found: Named<keyof typeof sources>) =>
  everyWord((word) =>
    some([
      found('accounts', word, sql`a.account_id`, () =>
        hasWord(
          word,
          sql`a.name_folded`,
          sql`a.code_folded`,
          sql`(select string_agg(d.searched_folded, ' ') from addresses d
               where d.tenant_id = a.tenant_id and d.account_id = a.account_id)`,
        ),
      ),
      found(
        'cities',
        word,
        sql`a.account_id`,
        () => sql`exists (
          select from addresses d
          where d.tenant_id = a.tenant_id and d.account_id = a.account_id and ${hasWord(word, sql`d.searched_folded`)})`,
      ),
      found('outside', word, sql`a.account_id`, () => isByExternalId('account', sql`a.account_id`, word)),
    ]),
  )

const columnsAfter = withNamed((found: Named<keyof typeof sources>, parts: Named<'accounts'>) =>
  columnsOf(accountList, sql`a.account_id`, {
    anything: { filter: byWords(found) },
    accountId: { sort: notNull(sql`a.account_id`), filter: equals(sql`a.account_id`, 'uuid') },
    after: { filter: following(sql`a.account_id`) },
    accountName: {
      sort: notNull(named(sql`a.name`)),
      filter: partOf(parts, 'accounts', sql`a.account_id`, contains(sql`a.name_folded`)),
    },
    groupName: {
      sort: notNull(sql`g.level`),
      filter: (values) => sql`a.group_id in (
      select x.group_id from offered.account_groups x
      where x.tenant_id = ${tenant} and ${equals(sql`x.name`, 'text')(values)})`,
    },
    accountCode: {
      sort: notNull(sql`a.code`),
      filter: partOf(parts, 'accounts', sql`a.account_id`, contains(sql`a.code_folded`)),
    },
    externalId: { filter: hasExternalId('account', sql`a.account_id`) },
    creationDate: { sort: notNull(sql`a.created_at`), between: sql`a.created_at` },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('account', sql`a.account_id`) },
  }),
)

export interface TreeRow {
  id: string
  parentId: string | null
  name: string
  groupName: string
  level: number
}

/** An account and all its descendants, sorted by name: those of the whole tenant are read in the order of an index. */
export const listTree = (tx: Reader, actor: Actor, accountId: string) =>
  tx.rows<TreeRow>(sql`
    select a.account_id as id, a.parent_id as "parentId", a.name, g.name as "groupName", g.level
    from accounts a ${withGroup}
    where a.tenant_id = ${tenant} and a.deleted_at is null and ${isOfScope(scopeOf(accountId, true, actor), sql`a.account_id`)}
    order by ${named(sql`a.name`)}, a.account_id`)
