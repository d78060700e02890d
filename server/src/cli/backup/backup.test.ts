// @module-tag long
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { finalKey } from '../../modules/files/index.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { prepareInstallation } from '../../platform/installation.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'
import { bucketServer } from '../../testing/bucket.ts'
import { settle } from '../../testing/companies.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { checkTenant } from '../check/run.ts'
import { linesOfFiles } from './file-lines.ts'
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

const newStore = () => openFolder(mkdtempSync(join(folder, 'store-')))
const sourceStore = newStore()

async function asSuperuser<T>({ adminUrl }: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Files of one byte, and of more than one piece of a stream, which no compression makes smaller. */
const contents = [Buffer.from('#'), randomBytes(200_001), Buffer.from('Žluťoučký\n#{"end":true}\n')]
const stored = await asSuperuser(source, async (client) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into files (tenant_id, file_id, account_id, category, name, type, size, hash, session_id, uploaded_by, uploaded_by_account)
     select $1, gen_random_uuid(), a.account_id, 'document', 'file' || chr(8232) || c.size, 'text/plain', c.size, c.hash, gen_random_uuid(), u.user_id, a.account_id
     from unnest($2::bigint[], $3::bytea[]) as c (size, hash), accounts a, users u
     where a.tenant_id = $1 and a.code = 'ACME' and u.tenant_id = $1 and u.email = 'anna@acme.example'
     order by c.size returning file_id as id`,
    [
      tenantId,
      contents.map(({ length }) => length),
      contents.map((content) => createHash('sha256').update(content).digest()),
    ],
  )
  await client.query(
    `insert into audit_log (tenant_id, audit_id, action, entity, entity_id)
     select tenant_id, gen_random_uuid(), 'file.uploaded', 'file', file_id from files where tenant_id = $1`,
    [tenantId],
  )
  await client.query('insert into file_usage (tenant_id, bytes) select $1, sum(size) from files where tenant_id = $1', [
    tenantId,
  ])
  const inOrder = contents.toSorted((a, b) => a.length - b.length)
  return inOrder.map((content, index) => ({ key: finalKey({ tenantId, fileId: rows[index]?.id ?? '' }), content }))
})
for (const { key, content } of stored) await sourceStore.write(key, Readable.from([content]), content.length)
const bytesIn = async (store: Storage, key: string) => {
  const content = await store.read(key)
  return content && Buffer.concat(await content.toArray())
}
const objectsIn = async (store: Storage) => (await Readable.from(store.list(`${tenantId}/`)).toArray()).length
const file = join(folder, 'all.backup')
const written = await writeBackup(source.url, file, sourceStore)

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
  expect(written).toMatchObject({ tenants: 2, files: 3, damaged: [] })
  const [target, store] = [await newDatabase(), newStore()]
  expect(await readBackup(target.url, file, config, store)).toEqual({ rows: written.rows, files: 3 })
  const before = await everything(source)
  expect(before.accounts).toHaveLength(8)
  expect(await everything(target)).toEqual(before)
  const restored = await openDatabase(target.url, { secrets })
  expect((await checkTenant(restored, tenantId, { storage: store, contents: true })).findings).toEqual([])
  await restored.close()
  for (const { key, content } of stored) expect(await bytesIn(store, key)).toEqual(content)
})

test('a backup that breaks off in the middle of a file closes it', async () => {
  const read: Readable[] = []
  const seen: Storage = {
    ...sourceStore,
    async read(key) {
      const content = await sourceStore.read(key)
      if (content) read.push(content)
      return content
    },
  }
  await asSuperuser(source, async (client) => {
    await client.query('begin')
    const lines = linesOfFiles(client, seen, tenantId, { files: 0, damaged: [] })
    for await (const line of lines) if (line.length > 10_000) break
  })
  expect(read.length).toBeGreaterThan(0)
  expect(read.map(({ destroyed }) => destroyed)).not.toContain(false)
})

test('the null of JSON in a column is restored as such, and not as no value', async () => {
  const rows = (database: TestDatabase) =>
    asSuperuser(database, async (client) => {
      const { rows } = await client.query(
        `select audit_id, jsonb_typeof(before) as before, jsonb_typeof(after) as after from audit_log order by 1`,
      )
      return rows as { before: string | null; after: string | null }[]
    })
  const before = await rows(source)
  expect(before.some((row) => row.before === 'null' || row.after === 'null')).toBe(true)
  expect(before.some((row) => row.before === null || row.after === null)).toBe(true)
  const target = await newDatabase()
  await readBackup(target.url, file, config, newStore())
  expect(await rows(target)).toEqual(before)
})

test('a restore replaces the signing keys of the new installation by those of the backup', async () => {
  const target = await newDatabase()
  await prepareInstallation(target.url, openSecrets(config), config)
  const own = (await everything(target)).signing_keys
  await readBackup(target.url, file, config, newStore())
  const [before, after] = [await everything(source), await everything(target)]
  expect(after.signing_keys).toEqual(before.signing_keys)
  expect(after.signing_keys).not.toEqual(own)
})

test('a backup of another SECRET_KEY is refused, and nothing of it is restored', async () => {
  const target = await newDatabase()
  const other = { ...config, secretKey: 'another key that is long enough too' }
  await prepareInstallation(target.url, openSecrets(other), other)
  const before = await everything(target)
  await expect(readBackup(target.url, file, other, newStore())).rejects.toThrow(
    'The backup was made with another key than SECRET_KEY. Restore it with that one',
  )
  expect(await everything(target)).toEqual(before)
})

test('triggers and constraints that a restore disabled are enabled afterwards', async () => {
  const target = await newDatabase()
  await readBackup(target.url, file, config, newStore())
  const client = new pg.Client({ connectionString: target.adminUrl })
  await client.connect()
  const { rows } = await client.query(`
    select (select count(*)::int from pg_trigger where tgenabled = 'D') as triggers,
           (select count(*)::int from pg_constraint where contype = 'f' and condeferrable and connamespace = 'public'::regnamespace) as keys`)
  await client.end()
  expect(rows).toEqual([{ triggers: 0, keys: 0 }])
})

test('a restore that a signal ends in the middle leaves no object behind', async () => {
  const [target, store] = [await newDatabase(), newStore()]
  const ends: (() => Promise<unknown>)[] = []
  const stopping: Storage = {
    ...store,
    async write(...file) {
      await store.write(...file)
      for (const end of ends.splice(0)) await end()
    },
  }
  await expect(readBackup(target.url, file, config, stopping, (end) => ends.push(end))).rejects.toThrow('broken off')
  for (const { key } of stored) expect(await store.sizeOf(key)).toBeNull()
})

test('only the operator can read a backup file, and it never overwrites another file', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await expect(writeBackup(source.url, file, sourceStore)).rejects.toThrow('EEXIST')
  expect(gunzipSync(readFileSync(file)).toString()).toContain('"end":true')
})

test('a backup can be restored only into an empty installation', async () => {
  await expect(readBackup(source.url, file, config, newStore())).rejects.toThrow('There are tenants already')
})

const lines = gunzipSync(readFileSync(file)).toString().split('\n')
const headingOf = (size: number) => lines.findIndex((line) => line.startsWith('#') && line.includes(`"size":${size},`))
/** The heading and the bytes of the file that fills more than one line, and of the one of a single byte. */
const [long, short] = [headingOf(200_001), headingOf(1)]
const endOf = (heading: number) => lines.findIndex((line, index) => index > heading && line.startsWith('#'))
/** The backup without the lines from one index up to another. */
const without = (from: number, to: number) =>
  gzipSync(lines.filter((_, index) => index < from || index >= to).join('\n'))
test.each([
  { what: 'cut in its compressed bytes', bytes: readFileSync(file).subarray(0, -200), says: 'cut short' },
  { what: 'cut at a line', bytes: gzipSync(lines.slice(0, -3).join('\n')), says: 'not whole' },
  {
    what: 'lacking a row',
    bytes: gzipSync(lines.filter((line) => !line.includes('nora@nordico')).join('\n')),
    says: 'not whole',
  },
  { what: 'lacking the only byte of a file', bytes: without(short + 1, short + 2), says: 'not whole' },
  { what: 'lacking bytes of a long file', bytes: without(long + 1, long + 2), says: 'not whole' },
  { what: 'lacking a file', bytes: without(short, endOf(short)), says: 'not whole' },
  { what: 'lacking the heading of a file', bytes: without(long, long + 1), says: 'not whole' },
  {
    what: 'damaged in a heading',
    bytes: gzipSync(lines.join('\n').replace('#{"table"', '#{table')),
    says: 'not whole',
  },
  {
    what: 'naming a path instead of a file',
    bytes: gzipSync(lines.join('\n').replace(/"fileId":"[^"]*","size"/, '"fileId":"../../escape","size"')),
    says: 'not a backup',
  },
  {
    what: 'of another version',
    bytes: gzipSync(lines.join('\n').replace('"migrations":[', '"migrations":["9999_later.sql"')),
    says: 'another version',
  },
  { what: 'something else', bytes: Buffer.from('hello'), says: 'not a backup' },
  { what: 'something else, compressed', bytes: gzipSync('{"hello":1}\n'), says: 'not a backup' },
])('a file that is $what is refused, and nothing of it stays', async ({ what, bytes, says }) => {
  const [target, store] = [await newDatabase(), newStore()]
  const broken = join(folder, `${what.replaceAll(' ', '-')}.backup`)
  writeFileSync(broken, bytes)
  await expect(readBackup(target.url, broken, config, store)).rejects.toThrow(says)
  expect((await everything(target)).tenants).toEqual([])
  expect(await objectsIn(store)).toBe(0)
})

test('a missing file is reported as missing', async () => {
  const target = await newDatabase()
  await expect(readBackup(target.url, join(folder, 'none'), config, newStore())).rejects.toThrow('There is no file')
})

test('files are restored into a bucket and backed up from it; what it had before is kept, or replaced if damaged', async () => {
  const server = await bucketServer(mkdtempSync(join(folder, 'bucket-')))
  const bucket = await openStorage({ storageUrl: server.url, dataDir: folder })
  try {
    const [small, , large] = stored
    if (!small || !large) throw new Error('There are three files')
    await bucket.write(small.key, Readable.from([small.content]), small.content.length)
    await bucket.write(large.key, Readable.from([Buffer.alloc(large.content.length)]), large.content.length)
    const target = await newDatabase()
    const cut = join(folder, 'cut.backup')
    writeFileSync(cut, gzipSync(lines.slice(0, -2).join('\n')))
    await expect(readBackup(target.url, cut, config, bucket)).rejects.toThrow('not whole')
    expect(await objectsIn(bucket)).toBe(2)
    expect(await readBackup(target.url, file, config, bucket)).toMatchObject({ files: 3 })
    for (const { key, content } of stored) expect(await bytesIn(bucket, key)).toEqual(content)
    expect(await writeBackup(target.url, join(folder, 'bucket.backup'), bucket)).toMatchObject({
      files: 3,
      damaged: [],
    })
  } finally {
    bucket.close()
    await server.stop()
  }
})

test('a backup names the files whose objects are missing or damaged, and has all others', async () => {
  const store = newStore()
  const [missing, short, changed] = stored
  if (!missing || !short || !changed) throw new Error('There are three files')
  await store.write(short.key, Readable.from([Buffer.from('x')]), 1)
  await store.write(changed.key, Readable.from([Buffer.alloc(changed.content.length)]), changed.content.length)
  const { files, damaged } = await writeBackup(source.url, join(folder, 'damaged.backup'), store)
  expect(files).toBe(1)
  const fileOf = ({ key }: { key: string }) => `file ${key.split('/').at(-1)} of tenant ${tenantId}`
  expect(damaged.toSorted()).toEqual(
    [
      `${fileOf(missing)} has no object in the store`,
      `${fileOf(short)} has 1 bytes in the store instead of ${short.content.length}`,
      `${fileOf(changed)} has other content in the store than was uploaded`,
    ].toSorted(),
  )
})
