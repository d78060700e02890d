import type { Out } from '@trellis/contract/endpoint'
import {
  type UserCertificatePage,
  type UserCertificateSearch,
  userCertificateList,
} from '@trellis/contract/issued-certificates'
import { limitOf } from '../../platform/database/limits.ts'
import {
  columnsOf,
  contains,
  containsCode,
  equals,
  flag,
  following,
  named,
  notNull,
  paging,
} from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { walkable } from '../../platform/database/walking.ts'
import {
  everyWord,
  hasWord,
  lookUp,
  lookUpParts,
  type Named,
  partOf,
  recordsNamed,
  some,
} from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import {
  accountsByWord,
  isAccountByWord,
  isAccountNamed,
  isInScope,
  isOfScope,
  isTallyOf,
  keysInScope,
  type Scope,
  scopeOf,
} from '../accounts/index.ts'
import { modifiedOf, modifiedWithin, throughChanges } from '../audit/index.ts'
import { isUserByWord, usersByWord } from '../people/index.ts'
import { firstName, issued, isToRenew, lastName, status, userCertificateJson } from './issued-queries.ts'
import { whyNotCertify } from './rules.ts'

const tenant = sql`(select current_tenant())`

/** The definition, account and user of a certificate `i`. */
const namesOf = {
  c: sql`join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id`,
  a: sql`join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id`,
  u: sql`left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id`,
}
/** What the fields need by which a list is sorted or filtered. Each join costs as much as comparing a text of all certificates. */
const neededBy: Readonly<Record<string, readonly (keyof typeof namesOf)[]>> = {
  userLastName: ['u'],
  certificateName: ['c'],
  accountName: ['a'],
  needsMe: ['a', 'u'],
}

/** Up to so many certificates of a branch are collected and sorted; more are read in the list's order. */
const fewCertificates = 5000

/**
 * Certificates of the people of an account, with those of the accounts below it on request. Names are joined only to search
 * or sort by them.
 */
export async function listUserCertificates(tx: Reader, search: UserCertificateSearch, accountId: string, actor: Actor) {
  const parts = await lookUpParts(tx, search, ['validationCode', 'userLastName'], {
    certificates: sources.certificates,
  })
  const people = await lookUpParts(tx, search, ['userLastName'], { users: sources.users })
  const owners = await lookUpParts(tx, search, ['accountName'], { parties: sources.accounts })
  const words = await lookUp(tx, search, sources)
  const columns = columnsAfter(words, parts, people, owners)
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const needed = new Set([...search.sortBy, ...search.filterBy].flatMap(({ field }) => neededBy[field] ?? []))
  const matching = sql`i.kind = 'User' and ${columns.matching(search, actor.timeZone)}`
  const isByChange = search.sortBy.some(({ field }) => field === 'modifiedDate')
  const names = [...needed].map((name) => namesOf[name])
  const joins = sql`${sql.join(names, sql` `)} ${isByChange ? modified : sql``}`
  const [first, ...further] = search.sortBy
  const isAlone = further.length === 0
  const page = (rows: Pick<UserCertificateSearch, 'limit' | 'page'>) =>
    keysInScope({
      search: rows,
      scope,
      keys: sql`i.issued_id`,
      table: 'issued_certificates',
      alias: 'i',
      account: sql`i.account_id`,
      joins,
      // An account that is listed by itself was not deleted.
      matching: scope.withChildren ? sql`${isOfLivingAccount} and ${matching}` : matching,
      order: columns.order(search),
      isFew: sql`(select coalesce(sum(t.certificates), 0) <= ${sql.lit(limitOf(fewCertificates))} from offered.certificate_tallies t
        where t.tenant_id = ${tenant} and ${isTallyOf(scope, sql`t.account_id`)})`,
      ...(isAlone && first && byName(first, search, rows)),
    })
  // The planner would merge the page with all certificates if it believed the page to be dear: `offset 0` keeps it from that.
  const items = sql`
    select coalesce(json_agg(c.json order by p.row_no), '[]')
    from page p
    cross join lateral (
      select ${userCertificateJson(actor)} as json from ${issued}
      where i.tenant_id = ${tenant} and i.issued_id = p.issued_id offset 0) c`
  const statement = sql`
    with page as (select issued_id, row_number() over () as row_no from (${page(search)}) k)
    select json_build_object(
      'items', (${items}),
      'count', ${countOf(scope, search, columns.filters(search), sql`${joins} where ${matching}`, words.isMany || parts.isMany)},
      'blocked', json_build_object('create', case
        when not exists (select from accounts_at_or_above(${accountId}) t where t.account_id = ${actor.accountId})
          then 'RQ404' else ${whyNotCertify(actor, 'c', { accountId, userId: null })}::text end))::text`
  return tx.json<Out<typeof UserCertificatePage>>(
    walkable(statement, {
      keys: page(search),
      items: (page) => sql`with page as (${page}) select (${items})::text`,
    }),
  )
}

const modified = modifiedOf(sql`i.issued_id`, sql`i.created_at`)

/** Looked up for each row: as a join, the planner would read all accounts for a branch whose certificates are few. */
const isOfLivingAccount = sql`(
  select x.deleted_at is null from offered.accounts x where x.tenant_id = i.tenant_id and x.account_id = i.account_id)`

/** How many match: from the counters, which know the state, or of the certificates; without those of deleted accounts. */
function countOf(scope: Scope, search: UserCertificateSearch, filters: Sql, matching: Sql, isNamed: boolean): Sql {
  const isTallied =
    search.filterBetweenDate.length === 0 &&
    search.filterBy.every(({ field, values }) => field === 'statusName' || values.length === 0)
  const of = (accounts: Sql) =>
    isTallied
      ? sql`(select coalesce(sum(i.certificates), 0) from (
            select t.*, case when t.is_revoked then '-infinity'::timestamptz end as revoked_at
            from offered.certificate_tallies t where t.tenant_id = ${tenant} and t.kind = 'User'
          ) i where ${accounts} and ${filters})`
      : sql`(select count(*) from issued_certificates i ${matching} and i.tenant_id = ${tenant} and ${accounts})`
  const deleted = sql`i.account_id in (
    select x.account_id from offered.accounts x
    where x.tenant_id = ${tenant} and x.deleted_at is not null and ${isInScope(scope, sql`x.account_id`)})`
  if (!scope.withChildren) return of(isOfScope(scope, sql`i.account_id`))
  const all = isTallied ? isTallyOf(scope, sql`i.account_id`) : isOfScope(scope, sql`i.account_id`, isNamed)
  return sql`(${of(all)} - ${of(deleted)})`
}

/**
 * Certificates in the order of a name: of their definitions, which are few, of their accounts, or of their holders. Users and
 * guests have their names in two tables, each with an index: a page of both is read, and merged.
 */
function byName(
  { field, direction }: UserCertificateSearch['sortBy'][number],
  { filterBy }: UserCertificateSearch,
  rows: Pick<UserCertificateSearch, 'limit' | 'page'>,
) {
  const isNamed = filterBy.some(({ field }) => field in neededBy)
  const way = sql.raw(direction)
  const order = sql`order by i.issued_id ${way}`
  if (isNamed) return {}
  if (field === 'modifiedDate') return { through: throughChanges('certification', sql`i.issued_id`, direction) }
  if (field === 'certificateName') {
    const definitions = sql`(
      select c.certificate_id, c.name from certificates c
      where c.tenant_id = ${tenant} order by ${named(sql`c.name`)} ${way}) c`
    return { through: { rows: definitions, on: sql`i.certificate_id = c.certificate_id`, order } }
  }
  if (field === 'accountName') {
    const accounts = sql`(
      select a.account_id, a.name from offered.accounts a
      where a.tenant_id = ${tenant} and a.deleted_at is null order by ${named(sql`a.name`)} ${way}) a`
    return { through: { rows: accounts, on: sql`i.account_id = a.account_id`, order } }
  }
  if (field !== 'userLastName') return {}
  const most = paging({ limit: rows.limit * rows.page, page: 1 })
  const lastName = named(sql`k.last_name`)
  const inOrder = (where: Sql) => sql`
    select k.issued_id from (
      (select i.issued_id, i.guest_last_name as last_name from issued_certificates i
       where i.user_id is null and i.guest_last_name is not null and ${where}
       order by ${named(sql`i.guest_last_name`)} ${way}, i.issued_id ${way} ${most})
      union all
      (select i.issued_id, u.last_name
       from (
         select u.user_id, u.last_name from offered.users u
         where u.tenant_id = ${tenant} order by ${named(sql`u.last_name`)} ${way}) u
       cross join lateral (
         select i.* from issued_certificates i where i.user_id = u.user_id and ${where} ${order} ${most}) i
       order by ${named(sql`u.last_name`)} ${way}, i.issued_id ${way} ${most})
    ) k
    order by ${lastName} ${way}, k.issued_id ${way} ${paging(rows)}`
  return { inOrder }
}

const holderText = sql`fold(${firstName} || ' ' || ${lastName})`

/** The texts and names by which a word finds an issued certificate `i`. */
const sources = {
  certificates: recordsNamed('certificate'),
  definitions: {
    ids: (patterns: Sql) => sql`
      select c.certificate_id from certificates c where c.tenant_id = ${tenant} and fold(c.name) like any(${patterns})`,
  },
  accounts: accountsByWord,
  users: usersByWord,
}

const byWords = (found: Named<keyof typeof sources>) =>
  everyWord((word) =>
    some([
      found('certificates', word, sql`i.issued_id`, () =>
        hasWord(word, sql`fold(concat_ws(' ', i.validation_code, i.guest_first_name, i.guest_last_name))`),
      ),
      found(
        'definitions',
        word,
        sql`i.certificate_id`,
        () => sql`i.certificate_id in (
          select c.certificate_id from certificates c where c.tenant_id = ${tenant} and ${hasWord(word, sql`fold(c.name)`)})`,
      ),
      found('accounts', word, sql`i.account_id`, () => isAccountByWord(sql`i.account_id`, word)),
      found('users', word, sql`i.user_id`, () => isUserByWord(sql`i.user_id`, word)),
    ]),
  )

const columnsAfter = (
  found: Named<keyof typeof sources>,
  parts: Named<'certificates'>,
  people: Named<'users'>,
  owners: Named<'parties'>,
) => {
  return columnsOf(userCertificateList, sql`i.issued_id`, {
    userCertificateId: { sort: notNull(sql`i.issued_id`), filter: equals(sql`i.issued_id`, 'uuid') },
    after: { filter: following(sql`i.issued_id`) },
    userLastName: {
      sort: named(lastName),
      // A guest's name is a text of the certificate, a user's is one of the user.
      filter: (values) => sql`(${partOf(parts, 'certificates', sql`i.issued_id`, contains(holderText))(values)}
        or ${partOf(people, 'users', sql`i.user_id`, contains(holderText))(values)})`,
    },
    certificateName: { sort: notNull(named(sql`c.name`)), filter: contains(sql`fold(c.name)`) },
    accountName: { sort: notNull(named(sql`a.name`)), filter: isAccountNamed(owners, sql`i.account_id`) },
    statusName: { sort: notNull(status), filter: equals(status, 'text') },
    creationDate: { sort: notNull(sql`i.created_at`), between: sql`i.created_at` },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('certification', sql`i.issued_id`) },
    expirationDate: { sort: notNull(sql`i.expires_at`), between: sql`i.expires_at` },
    validationCode: {
      filter: partOf(parts, 'certificates', sql`i.issued_id`, containsCode(sql`i.validation_code`)),
    },
    userId: { filter: equals(sql`i.user_id`, 'uuid') },
    anything: { filter: byWords(found) },
    needsMe: { filter: flag(isToRenew) },
  })
}
