import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { newId } from '../ids.ts'
import { sql } from './sql.ts'

const world = await network()
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(() => admin.end())

/** Tables of the installation, not of a tenant, each with the reason. */
const installationWide: Record<string, string> = {
  schema_migrations: 'which migrations ran',
  schema_files: 'which texts of server/schema are applied',
  table_rights: 'what the application may do with each table',
  throttles: 'counters of refused calls, no business data',
  currencies: 'ISO 4217',
  tenants: 'the list of tenants, read before one is known',
  moved_clocks: 'how far sandboxes are ahead, read before the tenant of a transaction is set',
  moved_tenants: 'who lives in another primary, read before the tenant of a transaction is set',
  maintenances: 'of a tenant or of all, read before a tenant is known',
  deleted_tenants: 'that a tenant was deleted, which no role of the application may read',
  tenant_hosts: 'which host name leads to which tenant',
  signing_keys: 'sign the leases of every tenant; sealed',
  secret_key_check: 'whether a process has the right SECRET_KEY',
  write_probe: 'what /health/database writes, worth nothing',
  texts: 'which no role of the application may read: `texts_with_words` reads those of the tenant',
  serial_keys: 'how a device that knows only its key finds its tenant',
}

interface Table {
  name: string
  has_tenant: boolean
  secured: boolean
  forced: boolean
  policies: string[]
}

const tables: Table[] = (
  await admin.query(`
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
           array(select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid) as policies
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
).rows

test('every table has a tenant’s rows behind forced row-level security, or is listed as the installation’s', () => {
  expect(tables.length).toBeGreaterThan(20)
  for (const table of tables) {
    if (table.name in installationWide) continue
    expect(table, table.name).toMatchObject({ has_tenant: true, secured: true, forced: true })
    expect(table.policies.length, table.name).toBeGreaterThan(0)
    for (const policy of table.policies)
      expect(policy, table.name).toContain(`NULLIF(current_setting('app.tenant'::text, true), ''::text)`)
  }
})

test('every primary, unique and foreign key of a tenant’s table contains the tenant', async () => {
  const { rows } = await admin.query(`
    select k.conrelid::regclass::text as on_table, k.conname, k.contype,
           array(select a.attname from unnest(k.conkey) n join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n)::text[] as columns,
           k.confrelid::regclass::text as refers_to
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')`)
  const faults = rows
    .filter((key) => !(key.on_table in installationWide) && !(key.contype === 'f' && key.refers_to in installationWide))
    .filter((key) => !key.columns.some((column: string) => column === 'tenant_id' || column === 'owner_tenant_id'))
  expect(faults).toEqual([])
  const indexes = await admin.query(`
    select i.indrelid::regclass::text as on_table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique`)
  const loose = indexes.rows.filter(
    (index) => !(index.on_table in installationWide) && !index.definition.includes('tenant_id'),
  )
  expect(loose).toEqual([])
})

test('every foreign key has an index that serves it', async () => {
  const { rows } = await admin.query(`
    select k.conrelid::regclass::text as on_table, k.conname from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype = 'f'
      and (select relname from pg_class where oid = k.confrelid) not in ('tenants', 'currencies', 'product_publications', 'account_groups', 'subscriptions', 'product_types', 'products', 'addresses', 'audit_log', 'accounts')
      and not exists (
        select from pg_index i where i.indrelid = k.conrelid
          and (select array_agg(a order by a) from unnest((i.indkey::smallint[])[0:cardinality(k.conkey) - 1]) a)
              = (select array_agg(a order by a) from unnest(k.conkey) a))`)
  expect(rows).toEqual([])
})

test('without a tenant no rows are visible, also on a connection that just served one (threats T10)', async () => {
  const pool = world.db.pool.driver
  for (const table of tables.filter((each) => each.has_tenant && !(each.name in installationWide))) {
    const served = await world.db
      .read({ tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null })
      .rows(sql`select 1 from ${sql.ref(table.name)} limit 1`)
    expect(served.length).toBeLessThanOrEqual(1)
    const { rows } = await pool.query(`select count(*) as count from ${table.name}`)
    expect(rows, table.name).toEqual([{ count: 0 }])
  }
})

test('another tenant’s rows can be neither read nor written nor referred to (threats T8, T9)', async () => {
  const asCanary = { tenantId: await canaryId(), userId: null, reach: null, clock: null, requestId: null }
  const read = world.db.read(asCanary)
  expect(await read.rows(sql`select 1 from accounts where account_id = ${world.nordico.accountId}`)).toEqual([])
  const refers = world.db.write(asCanary, (tx) =>
    tx.run(
      sql`insert into price_list_accounts (account_id, price_list_id) values (${world.nordico.accountId}, ${world.nordico.accountId})`,
    ),
  )
  await expect(refers).rejects.toMatchObject({ code: '23503' })
  const writes = world.db.write(asCanary, (tx) =>
    tx.run(
      sql`insert into features (tenant_id, feature_id, name, value_type) values (${world.tenantId}, ${newId()}, 'x', 1)`,
    ),
  )
  await expect(writes).rejects.toMatchObject({ code: '42501' })
  const changes = await world.db.write(asCanary, (tx) =>
    tx.run(sql`update accounts set name = 'x' where account_id = ${world.nordico.accountId}`),
  )
  expect(changes).toBe(0)
})

test('the first statement of a transaction belongs to it, and after one that fails the connection is usable', async () => {
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: 'request-1' }
  const featureId = newId()
  const add = (name: string | null) =>
    sql`insert into features (feature_id, name, value_type) values (${featureId}, ${name}, 1)`
  const known = () => world.db.read(context).rows(sql`select name from features where feature_id = ${featureId}`)
  const regretted = world.db.write(context, async (tx) => {
    await tx.run(add('regretted'))
    expect(await tx.row(sql`select current_setting('app.request') as request`)).toEqual({ request: 'request-1' })
    throw new Error('regret')
  })
  await expect(regretted).rejects.toThrow('regret')
  expect(await known()).toEqual([])
  // More often than there are connections.
  for (let times = 0; times < 20; times++) {
    const failing = world.db.write(context, (tx) => tx.run(add(null)))
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    const { rows } = await world.db.pool.driver.query(`select current_setting('app.tenant', true) as tenant`)
    expect(['', null]).toContain(rows[0].tenant)
  }
  await world.db.write(context, async (tx) => {
    const [first, second] = await Promise.all([
      tx.run(add('kept')),
      tx.rows(sql`select name from features where feature_id = ${featureId}`),
    ])
    expect([first, second]).toEqual([1, [{ name: 'kept' }]])
  })
  expect(await known()).toEqual([{ name: 'kept' }])
  await world.db.write(context, (tx) => tx.run(sql`delete from features where feature_id = ${featureId}`))
})

async function canaryId(): Promise<string> {
  const row = await world.db.shared.row<{ tenant_id: string }>(sql`select tenant_id from tenants where code = 'canary'`)
  return row?.tenant_id ?? ''
}

test('every view checks the rights of its caller', async () => {
  const { rows } = await admin.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any(reloptions), false)`)
  expect(rows).toEqual([])
})

test('ledgers and the audit log are append-only', async () => {
  for (const table of ['audit_log', 'audit_seals', 'stock_movements', 'order_history']) {
    const { rows } = await admin.query(
      `select 1 from pg_trigger where tgrelid = $1::regclass and tgname = 'append_only'`,
      [table],
    )
    expect(rows.length, table).toBe(1)
  }
})
