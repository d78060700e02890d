import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, testSecrets } from '../../testing/database.ts'
import { network } from '../../testing/network.ts'
import { openSecrets } from '../secrets.ts'
import { openDatabase } from './database.ts'
import { loginNameOf, openLogin } from './login.ts'

const world = await network()
const secretsOf = (key: string) => openSecrets({ secretKey: key.padEnd(40, '.'), dataDir: '' })
const owner = new pg.Client(world.databaseUrl)
await owner.connect()
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(async () => {
  await owner.end()
  await admin.end()
})

/** Runs a statement on a connection of the pool, and returns what the connection is and can see afterwards. */
async function attempt(statement: string) {
  const client = await world.db.pool.driver.connect()
  try {
    // Some of these are refused; the others succeed without any effect.
    await client.query(statement).catch(() => undefined)
    const { rows } = await client.query(`
      select current_user = session_user as same, session_user as login,
        (select pg_get_userbyid(relowner) = current_user from pg_class where oid = 'users'::regclass) as owns`)
    const users = await client.query('select from users').then(
      (found) => found.rows.length,
      () => 0,
    )
    return { ...rows[0], users }
  } finally {
    client.release(true)
  }
}

const login = loginNameOf(new URL(world.databaseUrl).pathname.slice(1))

test('requests use a login that owns nothing, has no special attributes and belongs to no role', async () => {
  expect(world.db.weakness).toBeNull()
  const { rows } = await admin.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       exists (select from pg_auth_members m where m.member = r.oid) as member,
       exists (select from pg_class c where c.relowner = r.oid) as owns
     from pg_roles r where rolname = $1`,
    [login],
  )
  expect(Object.values(rows[0] ?? {})).toEqual(Array(7).fill(false))
})

test.each([
  'reset role',
  'set role none',
  'set role trellis_owner',
  'set role postgres',
  'set role trellis_app',
  `select set_config('role', 'none', false)`,
  `select set_config('role', 'trellis_owner', false)`,
  `select set_config('session_authorization', 'trellis_owner', false)`,
  'set session authorization trellis_owner',
  'set session authorization default',
  'reset session authorization',
  'reset all',
  'discard all',
  'set row_security = off',
  'alter table users no force row level security',
  'alter table users disable row level security',
  'alter table users owner to current_user',
  'drop policy tenant_isolation on users',
  'create policy everything on users using (true)',
  `create function public.helper() returns int language sql as 'select 1'`,
  `create function public.helper() returns int language sql security definer as 'select 1'`,
  'create table public.things (a int)',
  'create schema things',
  'create role things superuser',
  `alter role current_user superuser`,
  'alter role current_user bypassrls',
  'grant trellis_owner to current_user',
  'grant all on users to public',
  'set session_replication_role = replica',
  'create trigger t before insert on users for each row execute function refuse_change()',
  `call protect('tenants')`,
  `call grant_application(session_user::name)`,
  `call allow('tenants', 'select, update')`,
  `update table_rights set rights = array['select', 'update']`,
  `select graphile_worker.add_job('x')`,
  'truncate users',
  'update tenants set name = $$x$$',
  'update roles set is_super_admin = true',
])('no way out of it: %s', async (statement) => {
  expect(await attempt(statement)).toMatchObject({ same: true, login, users: 0, owns: false })
})

test("a temporary object does not give it the owner's rights in a function that runs as the owner", async () => {
  const client = await world.db.pool.driver.connect()
  try {
    await client.query(`
      create temp table seen (who name);
      create temp table orders (tenant_id uuid, code text);
      create function pg_temp.peek() returns boolean language plpgsql as
        $$ begin insert into pg_temp.seen values (current_user); return true; end $$;
      create domain pg_temp.json as text check (pg_temp.peek());
      create domain pg_temp.text as pg_catalog.text check (pg_temp.peek());
      create view pg_temp.bait as select null::uuid as tenant_id, null::pg_catalog.text as code where pg_temp.peek();
      drop table orders;
      alter view pg_temp.bait rename to orders`)
    await client.query('begin')
    await client.query(`select set_config('app.tenant', $1, true)`, [world.tenantId])
    await client.query(`select public.next_codes('SO', 1999, 1)`)
    await client.query(`select public.enqueue('nothing', '{}')`)
    const { rows } = await client.query('select distinct who from pg_temp.seen')
    expect(rows.filter(({ who }) => who !== login)).toEqual([])
    await client.query('rollback')
  } finally {
    client.release(true)
  }
})

test('functions that run as the owner set their search path, with temporary objects last', async () => {
  const { rows } = await admin.query(`
    select proname as name, array_to_string(proconfig, ';') as config from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace`)
  expect(rows.length).toBeGreaterThan(1)
  for (const { name, config } of rows)
    expect(config, name).toMatch(/^((plan_cache_mode|enable_\w+)=\w+;)*search_path=.*, pg_temp$/)
})

test('processes that start at once agree on the login', async () => {
  const { url, drop } = await testDatabase()
  const databases = await Promise.all(Array.from({ length: 6 }, () => openDatabase(url, { secrets: secretsOf('one') })))
  for (const db of databases) expect(db.weakness).toBeNull()
  await Promise.all(databases.map((db) => db.pool.driver.query('select from tenants')))
  await Promise.all(databases.map((db) => db.close()))
  await drop()
})

test('after the secret was changed, the login has the new password only', async () => {
  const { url, drop } = await testDatabase()
  const before = await openLogin(url, { directUrl: url, secrets: secretsOf('one') })
  const after = await openLogin(url, { directUrl: url, secrets: secretsOf('two') })
  await expect(new pg.Client(before.url).connect()).rejects.toMatchObject({ code: '28P01' })
  const client = new pg.Client(after.url)
  await client.connect()
  await client.end()
  await drop()
})

test('a login with additional rights is corrected at the next start', async () => {
  const { url, adminUrl, drop } = await testDatabase()
  const name = loginNameOf(new URL(url).pathname.slice(1))
  await openLogin(url, { directUrl: url, secrets: secretsOf('one') })
  const superuser = new pg.Client(adminUrl)
  await superuser.connect()
  await superuser.query(`grant all on users, tenants to ${name}; alter role ${name} set search_path = pg_temp`)
  expect(await openLogin(url, { directUrl: url, secrets: secretsOf('one') })).toMatchObject({ weakness: null })
  const { rows } = await superuser.query(`
    select has_table_privilege('${name}', 'users', 'truncate') or has_table_privilege('${name}', 'tenants', 'update')
        or exists (select from pg_db_role_setting s where s.setrole = '${name}'::regrole) as more`)
  expect(rows).toEqual([{ more: false }])
  await superuser.end()
  await drop()
})

test('an operator’s own login gets the rights, and one that could become the owner is reported', async () => {
  const { url, adminUrl, drop } = await testDatabase()
  const superuser = new pg.Client(adminUrl)
  await superuser.connect()
  await superuser.query(`create role operators_choice login password 'a'`)
  const restricted = new URL(url)
  restricted.username = 'operators_choice'
  restricted.password = 'a'
  const options = { directUrl: url, secrets: secretsOf('one') }
  expect(await openLogin(restricted.href, options)).toEqual({ url: restricted.href, role: null, weakness: null })
  const db = await openDatabase(restricted.href, options)
  expect(
    (await db.pool.driver.query('select current_user as name from tenants right join (select 1) one on true')).rows,
  ).toEqual([{ name: 'operators_choice' }])
  await db.close()
  await superuser.query('grant trellis_owner to operators_choice')
  expect((await openLogin(restricted.href, options)).weakness).toContain('can become their owner')
  await superuser.end()
  await drop()
  await admin.query('drop role operators_choice')
})

test('where no login can be created, the server works as before and reports it', async () => {
  const { url, adminUrl, drop } = await testDatabase()
  const superuser = new pg.Client(adminUrl)
  await superuser.connect()
  // A member of the owner's role without CREATEROLE, which is not inherited.
  await superuser.query(`create role hosted login password 'a'; grant trellis_owner to hosted`)
  const hosted = new URL(url)
  hosted.username = 'hosted'
  hosted.password = 'a'
  const found = await openLogin(hosted.href, { directUrl: hosted.href, secrets: secretsOf('one') })
  expect(found).toMatchObject({ role: 'trellis_app', weakness: expect.stringContaining('could not be made') })
  await superuser.end()
  await drop()
  await admin.query('drop role hosted')
})

test('the owner beside a superuser as the direct address keeps its rights, and requests have a login of their own', async () => {
  const { username } = new URL(world.databaseUrl)
  const rightsOfOwner = async () =>
    (
      await admin.query(
        `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and has_table_privilege($1, oid, 'delete')`,
        [username],
      )
    ).rows
  const before = await rightsOfOwner()
  const found = await openLogin(world.databaseUrl, { directUrl: world.adminUrl, secrets: testSecrets })
  expect(found).toMatchObject({ role: null, weakness: null, url: expect.stringContaining(login) })
  expect(await rightsOfOwner()).toEqual(before)
})
