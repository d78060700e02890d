// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { testDatabase } from '../../testing/database.ts'
import { everyRow } from '../../testing/every-row.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { builtProgram } from '../../testing/programs.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'

/*
 * Covers: server/src/cli/tenant-import/refuse.ts
 * Covers: server/src/cli/tenant-import/lines.ts
 * Covers: server/src/cli/tenant-import/files.ts
 * Covers: server/src/cli/tenant-import/index.ts
 * Covers: server/src/cli/tenant-export/passphrase.ts
 * Covers: server/src/cli/tenant-export/manifest.ts
 * Covers: server/src/cli/check/against.ts
 */

/* What `portal tenant import` refuses, and that nothing of it stays. What it does: lived.test.ts. */

const world = await network()
const { acme, vendor, tenantId } = world
const { change, issue, request } = selling(world)
await issue({ 'EDGE-1Y': 10 })
await change(vendor, (await request(world.nordico, { 'EDGE-1Y': 5 })).id, 'approved')
const serialKey = await licensing(world).key(acme, 'EDGE-1Y', 2)
// It starts with its first device, and ends a year later.
world.at('2031-03-01T09:00:00.000Z')
await world.anonymous(devices.activate, { body: { serialKey, deviceUuid: 'till' } })
world.at(null)
const fileId = await uploading(world).upload(acme, Buffer.from('Terms of delivery, 2026'), { fileName: 'terms.pdf' })
await raw(
  world,
  `insert into tenant_hosts (tenant_id, host, proved_at) values ($1, 'partners.verdant.example', now())`,
  [tenantId],
)

const home = mkdtempSync(join(tmpdir(), 'trellis-move-'))
const target = await testDatabase()
const dataDir = join(home, 'data')
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await target.drop()
  rmSync(home, { recursive: true, force: true })
})
const passphrase = { MOVE_PASSPHRASE: 'a sentence that nobody guesses' }
const there = operatorOf(world, passphrase)
const here = operatorOf({ adminUrl: target.url, dataDir }, passphrase)
const [plain, sealed] = [join(home, 'plain'), join(home, 'sealed')]
await there('tenant', 'suspend', 'verdant')
await there('tenant', 'export', 'verdant', plain)
await there('tenant', 'export', 'verdant', sealed, '--with-secrets')
const stranger = ['--code', 'stranger', '--name', 'Stranger', '--admin-email', 's@s.example']
await here('tenant', 'create', ...stranger, '--admin-password', 'Correct-Horse-1')
const untouched = await everyRow(target)

let copies = 0
/** A copy of an export with a change in it. */
function changed(from: string, change: (folder: string) => void): string {
  copies += 1
  const folder = join(home, `changed-${copies}`)
  cpSync(from, folder, { recursive: true })
  change(folder)
  return folder
}
const edit = (folder: string, name: string, by: (text: string) => string) =>
  writeFileSync(join(folder, name), by(readFileSync(join(folder, name), 'utf8')))
const manifestWith = (folder: string, more: object) =>
  edit(folder, 'manifest.json', (text) => JSON.stringify({ ...JSON.parse(text), ...more }))
/** Changes the lines of a table, as somebody who also writes the hash of the file into the manifest. */
function forge(folder: string, table: string, by: (text: string) => string): void {
  edit(folder, `records/${table}.jsonl`, by)
  const file = createHash('sha256')
    .update(readFileSync(join(folder, `records/${table}.jsonl`)))
    .digest('hex')
  const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  manifestWith(folder, { tables: { ...tables, [table]: { ...tables[table], file } } })
}
const bytes = () =>
  existsSync(join(dataDir, 'files', tenantId)) ? readdirSync(join(dataDir, 'files', tenantId), { recursive: true }) : []
const objects = () => bytes().filter((name) => String(name).includes(fileId))

async function refuses(folder: string, reason: string, portal = here): Promise<void> {
  const { isDone, stderr } = await portal('tenant', 'import', folder)
  expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining(reason) })
  expect(stderr).not.toContain('    at ')
  expect(await everyRow(target)).toEqual(untouched)
  expect(objects()).toEqual([])
}

test.each<[string, string, (folder: string) => void, string]>([
  ['a folder that is no export', plain, (folder) => rmSync(join(folder, 'manifest.json')), 'broken off'],
  [
    'a manifest that is something else',
    plain,
    (folder) => edit(folder, 'manifest.json', () => '{"format":"x"}'),
    'no manifest',
  ],
  [
    'one of another release',
    plain,
    (folder) => manifestWith(folder, { schema: 'x', release: '9.9.9' }),
    'is of release 9.9.9',
  ],
  [
    'products in common with others',
    plain,
    (folder) => manifestWith(folder, { shared: ['BOX is published in canary'] }),
    'BOX is published in canary',
  ],
  [
    'a damaged line',
    plain,
    (folder) => edit(folder, 'records/orders.jsonl', (text) => text.replace('"total": 500', '"total": 5000')),
    'records/orders.jsonl was cut short, or changed',
  ],
  [
    'a line less',
    plain,
    (folder) => edit(folder, 'records/users.jsonl', (text) => text.slice(0, text.lastIndexOf('{'))),
    'records/users.jsonl was cut short, or changed',
  ],
  [
    'a file less',
    plain,
    (folder) => rmSync(join(folder, 'records/accounts.jsonl')),
    'records/accounts.jsonl was cut short, or changed',
  ],
  ['a table less', plain, (folder) => manifestWith(folder, { tables: {} }), 'manifest of the export was changed'],
  ['no id', plain, (folder) => manifestWith(folder, { tenantId: '../..' }), 'manifest of the export was changed'],
  [
    'a row changed with its hash',
    plain,
    (folder) => forge(folder, 'orders', (text) => text.replace('"total": 500', '"total": 600')),
    'The rows of orders are not those that were exported',
  ],
  [
    'a row less, with its hash',
    plain,
    (folder) => forge(folder, 'account_tree', (text) => text.slice(text.indexOf('\n') + 1)),
    'The rows of account_tree are not those',
  ],
  [
    'a line that is none, with its hash',
    plain,
    (folder) => forge(folder, 'orders', (text) => text.replace('{', '')),
    'The rows of orders do not fit',
  ],
  [
    'rows that others refer to left out, with the hash',
    plain,
    (folder) => forge(folder, 'roles', () => ''),
    'The rows of user_roles do not fit',
  ],
  ['bytes less', plain, (folder) => rmSync(join(folder, `files/${fileId}.pdf`)), 'is missing'],
  [
    'bytes cut',
    plain,
    (folder) => writeFileSync(join(folder, `files/${fileId}.pdf`), 'Terms'),
    'has 5 bytes instead of 23',
  ],
  [
    'other bytes',
    plain,
    (folder) => edit(folder, `files/${fileId}.pdf`, (text) => text.replace('2026', '2027')),
    'has other bytes than were uploaded',
  ],
  [
    'a manifest that somebody changed who does not know the passphrase',
    sealed,
    (folder) => forge(folder, 'users', (text) => text.replace('vera', 'mara')),
    'manifest of the export was changed',
  ],
  [
    'a key that takes all memory to make',
    sealed,
    (folder) => edit(folder, 'manifest.json', (text) => text.replace('"cost": 131072', '"cost": 1073741824')),
    'manifest of the export was changed',
  ],
])('an export with %s is refused with the reason, and nothing of it stays', async (_, from, change, reason) => {
  await refuses(changed(from, change), reason)
})

test('a wrong passphrase, none, and a short one at the export are refused', async () => {
  await refuses(
    sealed,
    'The passphrase is not the one',
    operatorOf({ adminUrl: target.url, dataDir }, { MOVE_PASSPHRASE: 'another sentence' }),
  )
  await refuses(sealed, 'MOVE_PASSPHRASE', operatorOf({ adminUrl: target.url, dataDir }))
  const short = await there(
    'tenant',
    'export',
    'verdant',
    join(home, 'short'),
    '--with-secrets',
    '--passphrase',
    'short',
  )
  expect(short).toMatchObject({ isDone: false, stderr: expect.stringContaining('at least 12 characters') })
  expect(existsSync(join(home, 'short'))).toBe(false)
  const none = await operatorOf(world)('tenant', 'export', 'verdant', join(home, 'short'), '--with-secrets')
  expect(none).toMatchObject({ isDone: false, stderr: expect.stringContaining('needs a passphrase') })
})

test('an export says what a vendor counts: how many there are, their sums, and when keys end', () => {
  const { sums } = JSON.parse(readFileSync(join(plain, 'manifest.json'), 'utf8'))
  expect(sums).toEqual({
    ...{ accounts: '7', users: '9', keys: '1', certifications: '0', 'bytes of files': '23' },
    ...{ 'orders approved': '2', 'amount of orders approved EUR': '1500', 'pieces in stock': '10' },
    ...{ 'seats of keys': '2', 'devices with a seat': '1', 'keys that end in 2032': '1' },
    ...{ 'keys whose maintenance ends in 2032': '1', 'last seal of the audit log': '0' },
  })
})

test('neither a secret nor a hash of a password is readable in an export with secrets', () => {
  for (const { parentPath, name } of readdirSync(sealed, { recursive: true, withFileTypes: true })) {
    if (!name.endsWith('.jsonl')) continue
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toContain('$argon2')
  }
  expect(readFileSync(join(sealed, 'records/users.jsonl'), 'utf8')).toMatch(/"password_hash":"\\\\x[0-9a-f]{60,}"/)
  expect(readFileSync(join(plain, 'records/users.jsonl'), 'utf8')).not.toContain('password_hash')
})

test('where the code, the id, a host name or a serial key is taken, it is refused before anything is written', async () => {
  const taken = async (statement: string, values: unknown[], back: string, reason: string) => {
    await raw(target, statement, values)
    const { isDone, stderr } = await here('tenant', 'import', plain)
    expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining(reason) })
    expect(objects()).toEqual([])
    await raw(target, back)
    expect(await everyRow(target)).toEqual(untouched)
  }
  const named = (name: string) => `update tenants set code = '${name}'`
  await taken(named('verdant'), [], named('stranger'), 'There is a tenant verdant already')
  await taken(
    `insert into tenant_hosts select 'partners.verdant.example', tenant_id, now() from tenants`,
    [],
    'delete from tenant_hosts',
    'The host name partners.verdant.example leads to another tenant',
  )
  await taken(
    `insert into tenants (tenant_id, code, name, currency_id) values ($1, 'same', 'Same', 978)`,
    [tenantId],
    `set app.emptied = ''; alter table tenants disable trigger user; delete from tenants where code = 'same'; alter table tenants enable trigger user`,
    'This tenant is here already, as same',
  )
})

test('a serial key that another tenant has here is named', async () => {
  const keyed = await network({ database: { ...(await testDatabase()), settled: world.settled } })
  const other = operatorOf(keyed, passphrase)
  await other('tenant', 'create', ...stranger, '--admin-password', 'Correct-Horse-1')
  const [row] = await raw<{ id: string; hash: Buffer }>(
    world,
    `select license_id as id, key_hash as hash from serial_keys where license_id = (select license_id from licenses where serial_key = $1)`,
    [serialKey],
  )
  // Both installations have the secret of tests, and so the same hash.
  await raw(keyed, 'insert into serial_keys select tenant_id, $1, $2 from tenants', [row?.id, row?.hash])
  const { isDone, stderr } = await other('tenant', 'import', plain)
  expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining(`has ${serialKey}`) })
})

test('what the check finds is refused, unless it is imported as it was; rows refer to one another over any distance', async () => {
  // Past the portal: users who sign in as the last of them, more than are written at once.
  const copies = `insert into users (tenant_id, user_id, account_id, email, first_name, last_name, status, deleted_at, sign_in_user_id)
    select tenant_id, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, account_id, 'copy-' || n || '@acme.example',
           'Copy', n::text, 'user_suspended', now(), '00000000-0000-4000-8000-000000001500'
    from users, generate_series(1, 1500) n where user_id = $1`
  await raw(world, copies, [acme.userId])
  const broken = join(home, 'broken')
  await there('tenant', 'export', 'verdant', broken)
  await raw(world, `delete from users where first_name = 'Copy'`)
  await refuses(broken, 'What is broken was so before')
  const other = await testDatabase()
  const portal = operatorOf({ adminUrl: other.url, dataDir: join(home, 'other') })
  expect(await portal('tenant', 'import', broken, '--despite-check')).toMatchObject({ isDone: true, stderr: '' })
  expect(await raw(other, `select count(*)::int as made from users where first_name = 'Copy'`)).toEqual([
    { made: 1500 },
  ])
  const { stdout } = await portal('check', '--against', broken)
  expect(stdout).toContain('of them broken')
  expect(stdout).not.toContain('those of the export')
  await other.drop()
})

test('a trigger that writes when rows are added asks whether they arrive, but for those that keep texts for searches', async () => {
  const fire = await raw<{ trigger: string }>(
    world,
    `select distinct tgname::text as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgtype & 4 > 0
       and pg_get_triggerdef(t.oid) not like '%arriving()%' and pg_get_triggerdef(t.oid) not like '%keep_texts_of_%' order by 1`,
  )
  expect(fire.map(({ trigger }) => trigger)).toEqual([
    ...['hold_tree', 'keep_audit_texts'],
    // It writes nothing, and no maintenance arrives.
    'tell_maintenance',
  ])
})

test('the application cannot pretend that a tenant arrives: its events are named and wait for their seal', async () => {
  const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const id = newId()
  await world.db.write(context, async (tx) => {
    await tx.run(sql`select set_config('app.arriving', ${tenantId}, true)`)
    await tx.run(sql`
      insert into audit_log (audit_id, action, entity, entity_id, entity_name)
      values (${id}, 'account.updated', 'account', ${acme.accountId}, 'Forged')`)
  })
  expect(
    await raw(
      world,
      `select entity_name as name, exists (select from audit_unsealed u where u.audit_id = a.audit_id) as waits
       from audit_log a where audit_id = $1`,
      [id],
    ),
  ).toEqual([{ name: 'Acme', waits: true }])
})

test('an import that is killed in the middle leaves nothing, and begins anew', async () => {
  const holder = new pg.Client(target.adminUrl)
  const watcher = new pg.Client(target.adminUrl)
  await Promise.all([holder.connect(), watcher.connect()])
  try {
    await holder.query('begin; lock table audit_seals in access exclusive mode')
    const args = [await builtProgram('cli/portal.js'), 'tenant', 'import', sealed]
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      DATABASE_URL: target.url,
      DATA_DIR: dataDir,
      ...passphrase,
    }
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
    children.push(child)
    const ended = once(child, 'close')
    await expect
      .poll(
        async () =>
          (
            await watcher.query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%audit_seals%'`,
            )
          ).rowCount,
      )
      .toBe(1)
    expect(objects()).toHaveLength(1)
    child.kill('SIGKILL')
    await ended
    await holder.query('rollback')
    await expect
      .poll(
        async () =>
          (
            await watcher.query(
              `select from pg_stat_activity where application_name = 'trellis administration' and datname = current_database()`,
            )
          ).rowCount,
      )
      .toBe(0)
  } finally {
    await Promise.all([holder.end(), watcher.end()])
  }
  expect(await everyRow(target)).toEqual(untouched)
  // Bytes that are there already, and are right, are not written again.
  const object = join(dataDir, 'files', tenantId, 'files', fileId)
  const { ino, mtimeMs } = statSync(object)
  expect(await here('tenant', 'import', sealed)).toMatchObject({ isDone: true, stderr: '' })
  expect(objects()).toHaveLength(1)
  expect(statSync(object)).toMatchObject({ ino, mtimeMs })
  expect(await here('check', '--against', sealed, '--contents')).toMatchObject({ isDone: true, stderr: '' })
})

test('a tenant that is here is not imported again', async () => {
  const before = await everyRow(target, tenantId)
  expect(await here('tenant', 'import', sealed)).toMatchObject({
    isDone: false,
    stderr: expect.stringContaining('There is a tenant verdant already'),
  })
  expect(await everyRow(target, tenantId)).toEqual(before)
})

test('the check names what is other than in the export: rows, columns and sums', async () => {
  const against = async (folder = sealed) => {
    const { stdout, isDone } = await here('check', '--against', folder, '--json')
    const [tenant] = JSON.parse(stdout).tenants as { findings: { invariant: string; examples: string[] }[] }[]
    return {
      isDone,
      findings: new Map(tenant?.findings.map(({ invariant, examples }) => [invariant, examples.join('\n')])),
    }
  }
  await raw(target, `update licenses set seats = 3 where serial_key = $1`, [serialKey])
  await raw(
    target,
    `insert into list_columns (tenant_id, user_id, list, shown) values ($1, $2, 'deals.search', '{}')`,
    [tenantId, acme.userId],
  )
  const { isDone, findings } = await against()
  expect(isDone).toBe(false)
  expect(findings.get('the rows of licenses are those of the export')).toContain('has another seats')
  expect(findings.get('the rows of list_columns are those of the export')).toContain('is not in the export')
  expect(findings.get('numbers and sums are those of the export')).toContain('seats of keys: 2 exported, 3 here')
  expect([...findings.keys()].filter((name) => name.startsWith('the rows of'))).toHaveLength(2)
  // What follows from the journal is compared as long as nothing has happened since.
  const waiting = 'the rows of audit_unsealed are those of the export'
  await raw(target, `delete from audit_unsealed where tenant_id = $1`, [tenantId])
  expect([...(await against()).findings.keys()]).toContain(waiting)
  await here('tenant', 'resume', 'verdant')
  const since = [...(await against()).findings.keys()]
  expect(since).not.toContain(waiting)
  expect(since).toContain('the rows of licenses are those of the export')
  // An event that was exported and is not here is missing at any time.
  await raw(target, `alter table audit_log disable trigger user`)
  await raw(
    target,
    `delete from audit_log where audit_id = (select audit_id from audit_log where tenant_id = $1 limit 1)`,
    [tenantId],
  )
  await raw(target, `alter table audit_log enable trigger user`)
  expect((await against()).findings.get('the rows of audit_log are those of the export')).toContain('is not here')
  expect((await here('check', '--against', join(home, 'none'))).stderr).toContain('has no manifest.json')
})
