import type { Out } from '@trellis/contract/endpoint'
import { type InstalledTenant, installedTenantList } from '@trellis/contract/installation'
import type { Config } from '../../platform/config.ts'
import type { Database, Shared } from '../../platform/database/database.ts'
import { columnsOf, contains, equals, flag, named, notNull, paging } from '../../platform/database/search.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import { portalAddress } from '../mail/index.ts'

interface Means {
  config: Pick<Config, 'publicUrl' | 'defaultTenant'>
  db: Pick<Database, 'primaries' | 'everywhere'>
}

type Row = Omit<InstalledTenant, 'address'> & { isDefault: boolean }

const status = sql`case when t.suspended_at is null then 'active' else 'suspended' end`

/** The tenants of a primary with their proved host names, which are those that lead to them. */
const ofPrimary = sql`
  select t.tenant_id, t.code, t.name, t.created_at, t.is_sandbox, t.suspended_at, t.currency_id, t.time_zone,
         array(select h.host::text from offered.tenant_hosts h where h.tenant_id = t.tenant_id order by 1) as hosts
  from offered.tenants t`

type Listed = { all: object[] }
/** What the other primaries said last: the operators of one see its tenants while another does not answer. */
const memories = new WeakMap<object, Map<Shared, Listed>>()

/** `t`: the tenants of all primaries (decision 179). */
async function everywhere({ db }: Means): Promise<Sql> {
  const memory = memories.get(db.everywhere) ?? new Map<Shared, Listed>()
  memories.set(db.everywhere, memory)
  const all =
    db.primaries.length === 1
      ? []
      : await db.everywhere.each(
          async (shared) =>
            (await shared.row<Listed>(sql`select coalesce(json_agg(t), '[]') as all from (${ofPrimary}) t`)) ?? {
              all: [],
            },
          memory,
        )
  return sql`
    t as (
      ${ofPrimary}
      union all
      select e.* from jsonb_to_recordset(${json(all.flatMap((each) => each.all))}) as e (
        tenant_id uuid, code citext, name text, created_at timestamptz, is_sandbox boolean, suspended_at timestamptz,
        currency_id int, time_zone text, hosts text[])
      where not exists (select from offered.tenants o where o.tenant_id = e.tenant_id))`
}

const fields = ({ config: { defaultTenant } }: Means) => sql`
  t.tenant_id as "tenantId", t.code::text as "tenantCode", t.name as "tenantName", t.hosts,
  iso(t.created_at) as "creationDate", t.is_sandbox as "isSandbox", ${status} as status,
  t.tenant_id = (
    select d.tenant_id from t d where ${defaultTenant ?? null}::citext is null or d.code = ${defaultTenant ?? null}
    order by d.is_sandbox, d.created_at limit 1) as "isDefault"`

const presented = <R extends Row>({ isDefault, ...row }: R, { config: { publicUrl } }: Means) => ({
  ...row,
  address: portalAddress({ code: row.tenantCode, hosts: row.hosts, isDefault }, publicUrl),
})

const columns = columnsOf(installedTenantList, sql`t.tenant_id`, {
  anything: {
    filter: hasWords(sql`fold(concat_ws(' ', t.name, t.code))`, sql`fold(array_to_string(t.hosts, ' '))`),
  },
  tenantId: { filter: equals(sql`t.tenant_id`, 'uuid') },
  tenantCode: { sort: notNull(sql`t.code::text`), filter: contains(sql`fold(t.code::text)`) },
  tenantName: { sort: notNull(named(sql`t.name`)), filter: contains(sql`fold(t.name)`) },
  creationDate: { sort: notNull(sql`t.created_at`), between: sql`t.created_at` },
  isSandbox: { sort: notNull(sql`t.is_sandbox`), filter: flag(sql`t.is_sandbox`) },
  status: { sort: notNull(status), filter: equals(status, 'text') },
})

/** The tenants of the installation. There are few, so they are sorted at each search. */
export async function listInstalled(
  tx: Reader,
  search: Out<typeof installedTenantList.search>,
  timeZone: string,
  means: Means,
): Promise<{ items: InstalledTenant[]; count: number }> {
  const matching = sql`from t where ${columns.matching(search, timeZone)}`
  const rows = await tx.rows<(Row & { rowNo: number; count: number }) | { tenantId: null; count: number }>(sql`
    with ${await everywhere(means)}, page as (
      select ${fields(means)}, row_number() over (${columns.order(search)}) as "rowNo"
      ${matching} ${columns.order(search)} ${paging(search)}
    )
    select page.*, total.count
    from (select count(*)::int as count ${matching}) total left join page on true
    order by page."rowNo"`)
  return {
    items: rows.flatMap((row) => {
      if (row.tenantId === null) return []
      const { rowNo: _, count: __, ...tenant } = row
      return [presented(tenant, means)]
    }),
    count: rows[0]?.count ?? 0,
  }
}

export type FoundTenant = InstalledTenant & { currencyCode: string; timeZone: string; isHere: boolean }

export async function findInstalled(tx: Reader, code: string, means: Means): Promise<FoundTenant | undefined> {
  const row = await tx.row<Row & { currencyCode: string; timeZone: string; isHere: boolean }>(sql`
    with ${await everywhere(means)}
    select ${fields(means)}, c.code as "currencyCode", t.time_zone as "timeZone",
           exists (select from offered.tenants o where o.tenant_id = t.tenant_id) as "isHere"
    from t join offered.currencies c using (currency_id) where t.code = ${code}`)
  return row && presented(row, means)
}
