import { type ApiKey, type ApiKeySearch, apiKeyList } from '@trellis/contract/api-keys'
import type { Out } from '@trellis/contract/endpoint'
import type { Permissions } from '@trellis/contract/permissions'
import { columnsOf, contains, equals, named, notNull, paging } from '../../../platform/database/search.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { hasWords } from '../../../platform/database/words.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { isOfScope, scopeOf } from '../../accounts/index.ts'
import { heldBy, makerMay, permissionsOfMaker, withheldOf } from './rights.ts'

type Listed = Omit<ApiKey, 'withheld' | 'blocked'> & {
  ofMaker: Permissions
  isReached: boolean
  row_no: number
  count: number
}

/** The keys of an account, on request with those of the accounts below it. Tenants have few, so they are sorted at each search. */
export async function listKeys(
  tx: Reader,
  search: Out<typeof ApiKeySearch>,
  accountId: string,
  actor: Pick<Actor, 'accountId' | 'rootAccountId' | 'timeZone'>,
): Promise<{ items: ApiKey[]; count: number }> {
  const scope = scopeOf(accountId, search.includeChildren, actor)
  const matching = sql`
    from api_keys k join offered.accounts a on a.tenant_id = k.tenant_id and a.account_id = k.account_id
    where k.tenant_id = (select current_tenant()) and a.deleted_at is null and ${isOfScope(scope, sql`k.account_id`)}
      and ${columns.matching(search, actor.timeZone)}`
  const rows = await tx.rows<Listed | { apiKeyId: null; count: number }>(sql`
    with page as (
    select k.key_id as "apiKeyId", k.account_id as "accountId", a.name as "accountName", k.name, k.prefix,
           k.last_four as "lastFour", k.purpose, k.permissions, ${permissionsOfMaker} as "ofMaker", k.addresses, ${status} as status,
           iso(k.created_at) as "creationDate", iso(k.expires_at) as "expirationDate", iso(k.last_used_at) as "lastUsedDate",
           iso(k.ended_at) as "endDate",
           (select m.first_name || ' ' || m.last_name from users m
            where m.tenant_id = k.tenant_id and m.user_id = k.created_by) as "createdBy",
           exists (select from accounts_at_or_above(k.account_id) t where t.account_id = ${actor.accountId}) as "isReached",
           row_number() over (${columns.order(search)}) as row_no
    ${matching} ${columns.order(search)} ${paging(search)}
    )
    select page.*, total.count
    from (select count(*)::int as count ${matching}) total left join page on true
    order by page.row_no`)
  return {
    items: rows.flatMap((row) => (row.apiKeyId === null ? [] : [presented(row)])),
    count: rows[0]?.count ?? 0,
  }
}

const presented = ({ ofMaker, isReached, row_no: _, count: __, ...row }: Listed): ApiKey => ({
  ...row,
  withheld: [...withheldOf(row.permissions, heldBy(ofMaker))],
  blocked: { end: isReached ? null : 'RQ404' },
})

const status = sql`case
  when k.ended_at is not null then 'ended'
  when k.expires_at <= machine_clock() then 'expired'
  when not ${makerMay} then 'orphaned'
  else 'active' end`

const columns = columnsOf(apiKeyList, sql`k.key_id`, {
  anything: { filter: hasWords(sql`fold(concat_ws(' ', k.name, k.prefix))`, sql`a.name_folded`) },
  apiKeyId: { filter: equals(sql`k.key_id`, 'uuid') },
  name: { sort: notNull(named(sql`k.name`)), filter: contains(sql`fold(k.name)`) },
  prefix: { sort: notNull(sql`k.prefix`), filter: contains(sql`fold(k.prefix)`) },
  accountName: { sort: notNull(named(sql`a.name`)), filter: contains(sql`a.name_folded`) },
  status: { sort: notNull(status), filter: equals(status, 'text') },
  creationDate: { sort: notNull(sql`k.created_at`), between: sql`k.created_at` },
  expirationDate: { sort: notNull(sql`k.expires_at`), between: sql`k.expires_at` },
})
