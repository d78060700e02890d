import type { Out } from '@trellis/contract/endpoint'
import {
  type Environment,
  type EnvironmentOption,
  type EnvironmentSearch,
  environmentList,
} from '@trellis/contract/environments'
import { maximumLimit } from '@trellis/contract/search'
import { columnsOf, contains, equals, named, notNull } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
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
} from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { accountsByWord, isAccountNamed, isOfScope, isReached, keysInScope, scopeOf } from '../accounts/index.ts'
import { whyNotDelete, whyNotUpdate } from './rules.ts'

const licensesOf = sql`
  offered.licenses l where l.tenant_id = e.tenant_id and l.export_environment_id = e.environment_id`

const blocked = (actor: Actor): Sql => {
  const of = (hasLicenses: boolean) =>
    sql`${JSON.stringify({ update: whyNotUpdate(actor), delete: whyNotDelete(hasLicenses, actor) })}::json`
  return sql`case
    when not exists (select from accounts_at_or_above(e.account_id) t where t.account_id = ${actor.accountId})
      then '{"update":"RQ404","delete":"RQ404"}'::json
    when exists (select from ${licensesOf}) then ${of(true)} else ${of(false)} end`
}

/** The wire's Environment as JSON, from a row `e` of environments. */
const environmentJson = (actor: Actor): Sql => sql`json_build_object(
  'onPremiseEnvironmentId', e.environment_id,
  'accountId', e.account_id,
  'accountName', (select a.name from offered.accounts a where a.tenant_id = e.tenant_id and a.account_id = e.account_id),
  'customerName', e.customer_name,
  'customerEnvironmentId', e.customer_environment_id,
  'creationDate', iso(e.created_at),
  'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u
                where u.tenant_id = e.tenant_id and u.user_id = e.created_by
                  and ${isReached(sql`u.account_id`)}),
  'licenses', (select count(*) from ${licensesOf}),
  'blocked', ${blocked(actor)})`

/** The environments of an account, with those of the accounts below it on request. */
export async function listEnvironments(tx: Reader, search: EnvironmentSearch, accountId: string, actor: Actor) {
  const parts = await lookUpParts(tx, search, ['customerName', 'customerEnvironmentId'], {
    environments: sources.environments,
  })
  const owners = await lookUpParts(tx, search, ['accountName'], { parties: sources.accounts })
  const words = await lookUp(tx, search, sources)
  const columns = columnsAfter(words, parts, owners)
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = columns.matching(search, actor.timeZone)
  const isNamed = [...search.sortBy, ...search.filterBy].some(
    ({ field }) => field === 'accountName' || field === 'anything',
  )
  const joins = isNamed ? withAccount : sql``
  const [first, ...further] = search.sortBy
  const page = keysInScope({
    search,
    scope,
    keys: sql`e.environment_id`,
    table: 'environments',
    alias: 'e',
    account: sql`e.account_id`,
    joins,
    matching,
    order: columns.order(search),
    ...(first?.field === 'accountName' && further.length === 0 && { through: accountsInOrder(first.direction) }),
  })
  return tx.json<{ items: Environment[]; count: number }>(sql`
    with page as (select environment_id, row_number() over () as row_no from (${page}) k)
    select json_build_object(
      'items', (select coalesce(json_agg(${environmentJson(actor)} order by page.row_no), '[]')
                from page join environments e on e.tenant_id = ${tenant} and e.environment_id = page.environment_id),
      'count', (select count(*) from environments e ${joins}
                where e.tenant_id = ${tenant} and ${isOfScope(scope, sql`e.account_id`, words.isMany || parts.isMany)} and ${matching}))::text`)
}

const tenant = sql`(select current_tenant())`
const withAccount = sql`join offered.accounts a on a.tenant_id = e.tenant_id and a.account_id = e.account_id`

const accountsInOrder = (direction: 'asc' | 'desc') => ({
  rows: sql`(
    select a.account_id, a.name, a.name_folded from offered.accounts a
    where a.tenant_id = ${tenant} order by ${named(sql`a.name`)} ${sql.raw(direction)}) a`,
  on: sql`e.account_id = a.account_id`,
  order: sql`order by e.environment_id ${sql.raw(direction)}`,
})

/** The texts by which a word finds an environment: its own, and the name of its account. */
const sources = { environments: recordsNamed('environment'), accounts: accountsByWord }

const byWords = (found: Named<keyof typeof sources>) =>
  everyWord((word) =>
    some([
      found('environments', word, sql`e.environment_id`, () =>
        hasWord(word, sql`fold(concat_ws(' ', e.customer_name, e.customer_environment_id))`),
      ),
      found('accounts', word, sql`e.account_id`, () => hasWord(word, sql`a.name_folded`)),
    ]),
  )

const columnsAfter = withNamed(
  (found: Named<keyof typeof sources>, parts: Named<'environments'>, owners: Named<'parties'>) =>
    columnsOf(environmentList, sql`e.environment_id`, {
      anything: { filter: byWords(found) },
      onPremiseEnvironmentId: { filter: equals(sql`e.environment_id`, 'uuid') },
      customerName: {
        sort: notNull(named(sql`e.customer_name`)),
        filter: partOf(parts, 'environments', sql`e.environment_id`, contains(sql`fold(e.customer_name)`)),
      },
      customerEnvironmentId: {
        sort: notNull(sql`e.customer_environment_id`),
        filter: partOf(parts, 'environments', sql`e.environment_id`, contains(sql`fold(e.customer_environment_id)`)),
      },
      accountName: { sort: notNull(named(sql`a.name`)), filter: isAccountNamed(owners, sql`e.account_id`) },
      creationDate: { sort: notNull(sql`e.created_at`), between: sql`e.created_at` },
    }),
)

const isInReach = sql`e.account_id in (select account_id from reachable_accounts())`

export const presentEnvironment = (tx: Reader, environmentId: string, actor: Actor) =>
  tx.json<Environment>(sql`
    select ${environmentJson(actor)}::text from environments e
    where e.tenant_id = (select current_tenant()) and e.environment_id = ${environmentId} and ${isInReach}`)

/** The environments of one account by customer name, as many as a page may have. */
export const listEnvironmentOptions = (tx: Reader, accountId: string) =>
  tx.json<Out<typeof EnvironmentOption>[]>(sql`
    select coalesce(json_agg(json_build_object(
      'onPremiseEnvironmentId', e.environment_id, 'customerName', e.customer_name,
      'customerEnvironmentId', e.customer_environment_id)), '[]')::text
    from (
      select * from environments e
      where e.tenant_id = (select current_tenant()) and e.account_id = ${accountId}
      order by ${named(sql`e.customer_name`)}, e.environment_id limit ${sql.lit(maximumLimit)}
    ) e`)

export interface EnvironmentFacts {
  accountId: string
  customerName: string
  customerEnvironmentId: string
}

/** The account of an environment in reach. */
export const findEnvironment = (tx: Reader, environmentId: string) =>
  tx.row<{ accountId: string }>(sql`
    select e.account_id as "accountId" from environments e
    where e.tenant_id = (select current_tenant()) and e.environment_id = ${environmentId} and ${isInReach}`)

/** Locks an environment in reach, so that nothing can be exported to it concurrently. */
export const lockEnvironment = (tx: Tx, environmentId: string) =>
  tx.row<EnvironmentFacts>(sql`
    select e.account_id as "accountId", e.customer_name as "customerName", e.customer_environment_id as "customerEnvironmentId"
    from environments e
    where e.tenant_id = (select current_tenant()) and e.environment_id = ${environmentId} and ${isInReach}
    for update`)

/** The keys of licenses exported to it, at most a hundred. */
export const listExportedKeys = async (tx: Reader, environmentId: string): Promise<string[]> => {
  const rows = await tx.rows<{ key: string }>(sql`
    select l.serial_key as key from offered.licenses l
    where l.tenant_id = (select current_tenant()) and l.export_environment_id = ${environmentId}
    order by l.serial_key limit 100`)
  return rows.map(({ key }) => key)
}
