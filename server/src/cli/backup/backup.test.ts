import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { prepareInstallation } from '../../platform/installation.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { settle } from '../../testing/companies.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { checkTenant } from '../check/run.ts'
import { readBackup } from './read.ts'
import { listTables } from './tables.ts'
import { writeBackup } from './write.ts'

const folder = mkdtempSync(join(tmpdir(), 'trellis-backup-'))
const databases: TestDatabase[] = []
const newDatabase = async () => {
  const database = await testDatabase()
  databases.push(database)
  return database
}
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const source = await newDatabase()
const config = { secretKey: 'a key that is long enough for anybody', dataDir: folder }
const secrets = openSecrets(config)
await prepareInstallation(source.url, secrets, config)
const db = await openDatabase(source.url, { secrets })
const { tenantId } = await settle(db)
await db.close()
const file = join(folder, 'all.backup')
const written = await writeBackup(source.url, file)

/** Every row of every table, as superuser and so without row-level security. */
async function everything({ adminUrl }: TestDatabase): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const tables: Record<string, unknown[]> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select row_to_json(t)::text as row from "${name}" t order by 1`)
      tables[name] = rows
    }
    return tables
  } finally {
    await client.end()
  }
}

test('a backup restores every tenant as it was, and the check finds nothing', async () => {
  expect(written.tenants).toBe(2)
  const target = await newDatabase()
  expect(await readBackup(target.url, file, config)).toEqual({ rows: written.rows })
  const before = await everything(source)
  expect(before.accounts).toHaveLength(8)
  expect(await everything(target)).toEqual(before)
  const restored = await openDatabase(target.url, { secrets })
  expect((await checkTenant(restored, tenantId)).findings).toEqual([])
  await restored.close()
})

test('a restore replaces the signing keys of the new installation by those of the backup', async () => {
  const target = await newDatabase()
  await prepareInstallation(target.url, openSecrets(config), config)
  const own = (await everything(target)).signing_keys
  await readBackup(target.url, file, config)
  const [before, after] = [await everything(source), await everything(target)]
  expect(after.signing_keys).toEqual(before.signing_keys)
  expect(after.signing_keys).not.toEqual(own)
})

test('a backup of another SECRET_KEY is refused, and nothing of it is restored', async () => {
  const target = await newDatabase()
  const other = { ...config, secretKey: 'another key that is long enough too' }
  await prepareInstallation(target.url, openSecrets(other), other)
  const before = await everything(target)
  await expect(readBackup(target.url, file, other)).rejects.toThrow(
    'The backup was made with another key than SECRET_KEY. Restore it with that one',
  )
  expect(await everything(target)).toEqual(before)
})

test('triggers and constraints that a restore disabled are enabled afterwards', async () => {
  const target = await newDatabase()
  await readBackup(target.url, file, config)
  const client = new pg.Client({ connectionString: target.adminUrl })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*)::int from pg_trigger where tgenabled = 'D') as triggers,
           (select count(*)::int from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace) as keys`)
  await client.end()
  expect(rows).toEqual([{ triggers: 0, keys: 0 }])
})

test('only the operator can read a backup file, and it never overwrites another file', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(writeBackup(source.url, file)).rejects.toThrow('EEXIST')
  expect(gunzipSync(readFileSync(file)).toString()).toContain('"end":true')
})

test('a backup can be restored only into an empty installation', async () => {
  await expect(readBackup(source.url, file, config)).rejects.toThrow('There are tenants already')
})

const lines = gunzipSync(readFileSync(file)).toString().split('\n')
test.each([
  { what: 'cut in its compressed bytes', bytes: readFileSync(file).subarray(0, -200), says: 'cut short' },
  { what: 'cut at a line', bytes: gzipSync(lines.slice(0, -3).join('\n')), says: 'not whole' },
  {
    what: 'lacking a row',
    bytes: gzipSync(lines.filter((line) => !line.includes('nora@nordico')).join('\n')),
    says: 'not whole',
  },
  {
    what: 'of another version',
    bytes: gzipSync(lines.join('\n').replace('0001_ground', '0001_sky')),
    says: 'another version',
  },
  { what: 'something else', bytes: Buffer.from('hello'), says: 'not a backup' },
  { what: 'something else, compressed', bytes: gzipSync('{"hello":1}\n'), says: 'not a backup' },
])('a file that is $what is refused, and nothing of it stays', async ({ what, bytes, says }) => {
  const target = await newDatabase()
  const broken = join(folder, `${what.replaceAll(' ', '-')}.backup`)
  writeFileSync(broken, bytes)
  await expect(readBackup(target.url, broken, config)).rejects.toThrow(says)
  expect((await everything(target)).tenants).toEqual([])
})

test('a missing file is reported as missing', async () => {
  const target = await newDatabase()
  await expect(readBackup(target.url, join(folder, 'none'), config)).rejects.toThrow('There is no file')
})
