import { recordRows } from '../modules/audit/index.ts'
import { json, sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'

/** An API key as it was, with what names its account and its maker in any filling of the sandbox. */
export interface KeptKey {
  key: Record<string, unknown>
  user: Record<string, unknown>
  accountCode: string
  maker: string
  /** Of the account for which it was made. */
  makerCode: string
}

/** The keys of the transaction's tenant that have not ended. */
export const readKeys = (tx: Tx) =>
  tx.rows<KeptKey>(sql`
    select to_jsonb(k) as key, to_jsonb(u) as user, a.code as "accountCode", m.email::text as maker, ma.code as "makerCode"
    from api_keys k
    join users u on u.tenant_id = k.tenant_id and u.user_id = k.key_id
    join accounts a on a.tenant_id = k.tenant_id and a.account_id = k.account_id
    join users m on m.tenant_id = k.tenant_id and m.user_id = k.created_by
    join accounts ma on ma.tenant_id = k.tenant_id and ma.account_id = k.made_as_account_id
    where k.tenant_id = (select current_tenant()) and k.ended_at is null and k.expires_at > clock()
    order by k.key_id`)

/** Writes keys again whose account and maker are there again; returns how many. */
export async function writeKeys(tx: Tx, keys: readonly KeptKey[]): Promise<number> {
  const place = sql`
    from jsonb_to_recordset(${json(keys)}) as n (key jsonb, "user" jsonb, "accountCode" text, maker text, "makerCode" text)
    join accounts a on a.tenant_id = (select current_tenant()) and a.code = n."accountCode"
    join users m on m.tenant_id = (select current_tenant()) and m.email = n.maker::citext and not m.is_service
    join accounts ma on ma.tenant_id = (select current_tenant()) and ma.code = n."makerCode"`
  const columnsOf = async (table: string) =>
    (
      await tx.rows<{ name: string }>(sql`
        select attname::text as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
    ).map(({ name }) => name)
  const insert = async (table: string, row: 'user' | 'key', own: string) => {
    const columns = (await columnsOf(table)).map((name) => sql.ref(name))
    return tx.run(sql`
      insert into ${sql.ref(table)} (${sql.join(columns)})
      select ${sql.join(columns.map((name) => sql`r.${name}`))} ${place}
      cross join lateral jsonb_populate_record(null::${sql.ref(table)},
        n.${sql.ref(row)} || jsonb_build_object(
          'account_id', a.account_id, ${sql.lit(own)}, m.user_id, 'made_as_account_id', ma.account_id)) r`)
  }
  await insert('users', 'user', 'created_by')
  const count = await insert('api_keys', 'key', 'created_by')
  await recordRows(
    tx,
    'api_key.created',
    'api_key',
    sql`select key_id, null::jsonb, jsonb_build_object(
          'name', name, 'accountId', account_id, 'prefix', prefix, 'permissions', permissions, 'addresses', addresses,
          'expiresAt', iso(expires_at), 'source', 'command')
        from api_keys where tenant_id = (select current_tenant())`,
  )
  return count
}
