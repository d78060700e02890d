import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { loginNameOf } from './login.ts'

const world = await network()
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(() => admin.end())

const r = 'select'
const ri = 'insert, select'
const rid = 'delete, insert, select'
const riu = 'insert, select, update'
const all = 'delete, insert, select, update'

/**
 * What the application's login may do. A new table needs `call protect` or `call allow` in its migration, and a line
 * here.
 */
const rights: Record<string, string> = {
  account_groups: 'select, update',
  account_tree: all,
  accounts: riu,
  addresses: riu,
  api_keys: riu,
  approval_promises: riu,
  approval_rules: all,
  approval_signatures: all,
  audit_anchors: riu,
  audit_log: ri,
  audit_products: ri,
  audit_seals: ri,
  audit_unsealed: rid,
  backup_codes: all,
  certificate_reminders: rid,
  certificates: all,
  currencies: r,
  deal_ebids: ri,
  deal_history: ri,
  deal_items: rid,
  deal_match_keys: rid,
  deal_prospects: riu,
  deal_settings: riu,
  deals: riu,
  delegations: all,
  deleted_tenants: '',
  directory_attempts: rid,
  directory_connections: all,
  directory_domains: all,
  directory_people: all,
  directory_provisions: all,
  environments: all,
  external_ids: all,
  features: all,
  file_removals: all,
  file_uploads: all,
  file_usage: riu,
  files: all,
  idempotency_keys: all,
  import_recipes: all,
  import_runs: all,
  import_files: all,
  import_pieces: all,
  imports: all,
  issued_certificates: riu,
  license_asks: rid,
  license_details: ri,
  license_exports: riu,
  license_renewals: ri,
  license_pages: all,
  license_reminders: rid,
  license_renewal_orders: ri,
  license_seats: all,
  license_upgrades: ri,
  licenses: riu,
  first_steps: all,
  list_columns: all,
  list_views: all,
  mails: all,
  maintenances: r,
  month_mails: all,
  moved_clocks: r,
  moved_tenants: r,
  news: all,
  news_choices: all,
  one_time_tokens: all,
  operators: r,
  order_attachments: all,
  order_history: ri,
  order_items: riu,
  order_news: all,
  order_reminders: ri,
  orders: riu,
  passkey_answers: rid,
  passkeys: all,
  period_sums: all,
  price_changes: ri,
  price_list_accounts: all,
  price_list_items: all,
  price_lists: all,
  price_plan_items: rid,
  price_plans: all,
  product_publications: rid,
  product_type_features: all,
  product_types: all,
  products: all,
  refresh_tokens: all,
  roles: all,
  sales: riu,
  schema_migrations: r,
  schema_files: '',
  scopes: all,
  second_factors: all,
  secret_key_check: '',
  serial_keys: ri,
  sessions: all,
  sign_in_rules: riu,
  signing_keys: r,
  stock_balances: riu,
  stock_movements: ri,
  stock_thresholds: all,
  subscriptions: r,
  sum_notes: rid,
  summed_accounts: rid,
  table_rights: '',
  tallies: riu,
  tenant_hosts: r,
  tenant_logos: all,
  tenants: r,
  texts: '',
  throttles: all,
  user_roles: rid,
  user_views: all,
  users: riu,
  webhook_deliveries: all,
  webhooks: riu,
  write_probe: '',
  written_files: all,
}

test.each([loginNameOf(new URL(world.databaseUrl).pathname.slice(1)), 'trellis_app'])(
  '%s may do with each table what its calls need, and nothing else',
  async (role) => {
    const { rows } = await admin.query<{ name: string; rights: string }>(
      `select c.relname as name, array_to_string(array(
         select lower(a.privilege_type) from aclexplode(c.relacl) a
         where a.grantee in (0, (select oid from pg_roles where rolname = $1)) order by 1), ', ') as rights
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S', 'm')`,
      [role],
    )
    expect(Object.fromEntries(rows.map((table) => [table.name, table.rights]))).toEqual(rights)
  },
)

test('a table of a later migration is accessible to no one until the migration says otherwise', async () => {
  await admin.query('begin')
  await admin.query('set local role trellis_owner')
  await admin.query('create table later (a int)')
  const { rows } = await admin.query(`select coalesce(relacl::text, '') as acl from pg_class where relname = 'later'`)
  await admin.query('rollback')
  expect(rows).toEqual([{ acl: '' }])
})

test('beside the tables it can read only the views that columns offer: order numbers and the queue belong to the owner', async () => {
  const { rows } = await admin.query(
    `select nspname as name from pg_namespace where has_schema_privilege($1, oid, 'create')
       or nspname not in ('public', 'pg_catalog', 'information_schema', 'pg_toast') and nspname not like 'pg_temp%'
       and nspname not like 'pg_toast%' and has_schema_privilege($1, oid, 'usage')`,
    [loginNameOf(new URL(world.databaseUrl).pathname.slice(1))],
  )
  expect(rows).toEqual([{ name: 'offered' }])
})
