import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { devices } from '@trellis/contract/devices'
import { type AnswerOf, type Endpoint, pathOf } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import pino from 'pino'
import { type App, openApp } from '../app.ts'
import { readBackup } from '../cli/backup/read.ts'
import { writeBackup } from '../cli/backup/write.ts'
import { migrate, schemaOrder } from '../migrate.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrate as bring } from '../platform/database/migrate.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { prepareInstallation } from '../platform/installation.ts'
import { openSecrets } from '../platform/secrets.ts'
import { openFolder } from '../platform/storage/folder.ts'
import { startThrowaway } from './cluster.ts'
import { password, type Settled, settle } from './companies.ts'

type Person = Settled['people']['vendor']

/*
 * What a release left, in `server/releases/<version>`: `schema.json.gz`, its files of server/schema and
 * server/migrations; `openapi.json.gz`, what its API was (docs/api-changes.md); and `rows.backup`, which its own `backup` wrote of a small network
 * after some business. releases.test.ts restores each and brings it to the present. The demo would be 1.2 MB.
 */

const server = fileURLToPath(new URL('../..', import.meta.url))
export const releasesFolder = join(server, 'releases')
export const releases = async (): Promise<string[]> =>
  (await readdir(releasesFolder, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** Public on purpose: it seals nothing but what a release leaves here. */
const secretKey = 'the key of the rows that each release leaves'
const configOf = (dataDir: string) => readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SECRET_KEY: secretKey })
export const releaseSecrets = openSecrets({ secretKey, dataDir: '' })

interface Schema {
  /** Names of the columns in order of dependency. */
  columns: string[]
  schema: Record<string, string>
  migrations: Record<string, string>
}

/** Writes what this version leaves. Returns its folder and the size of its files in bytes. */
export async function writeRelease(version: string): Promise<{ folder: string; bytes: number }> {
  const folder = join(releasesFolder, version)
  await mkdir(folder, { recursive: true })
  const schema: Schema = {
    columns: [...schemaOrder],
    schema: await textsIn(join(server, 'schema')),
    migrations: await textsIn(join(server, 'migrations')),
  }
  await writeFile(join(folder, 'schema.json.gz'), gzipSync(JSON.stringify(schema), { level: 9 }), { flag: 'wx' })
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-release-'))
  const cluster = await startThrowaway({ inMemory: true })
  try {
    await migrate(cluster.url)
    const config = configOf(dataDir)
    await prepareInstallation(cluster.url, releaseSecrets, config)
    const db = await openDatabase(cluster.url, { secrets: releaseSecrets })
    const settled = await settle(db)
    const logger = pino({ level: 'silent' })
    const app = await openApp({ config, db, directUrl: cluster.url, secrets: releaseSecrets, logger })
    const document = JSON.stringify(openApiOf(app.routes, 'https://portal.example'))
    await writeFile(join(folder, 'openapi.json.gz'), gzipSync(document, { level: 9 }), { flag: 'wx' })
    await doBusiness(app, settled)
    await app.close()
    await db.close()
    await writeBackup(cluster.url, join(folder, 'rows.backup'), openFolder(dataDir))
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true })
  }
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
  return { folder, bytes: files.reduce((sum, { length }) => sum + length, 0) }
}

/** Orders down the network, a key of the stock, a seat of the key, and every scheduled job. */
async function doBusiness(app: App, { tenantCode, people, products }: Settled): Promise<void> {
  const call = async <E extends Endpoint>(
    endpoint: E,
    who: Person | null,
    request: { params?: unknown; body: unknown },
  ) => {
    const { statusCode, payload } = await app.http.inject({
      method: endpoint.method,
      url: `/api/v1${pathOf(endpoint, request.params, undefined)}`,
      headers: {
        'content-type': 'application/json',
        ...(endpoint.tenant && { 'x-tenant-code': tenantCode, 'x-label': 'Trellis', 'x-product': 'portal' }),
        ...(who && { authorization: `Bearer ${await tokenOf(who)}` }),
      },
      payload: JSON.stringify(request.body),
    })
    if (statusCode >= 400) throw new Error(`${endpoint.path}: ${payload}`)
    return JSON.parse(payload) as AnswerOf<E>
  }
  const tokens = new Map<string, string>()
  const tokenOf = async ({ email }: Person): Promise<string> => {
    const body = { grantType: 'password', email, password, deviceUniqueId: `device of ${email}` }
    const token = tokens.get(email) ?? ((await call(identity.signIn, null, { body })) as { token: string }).token
    tokens.set(email, token)
    return token
  }
  const { vendor, nordico, acme } = people
  const { productId = '', price = '0' } = products['EDGE-1Y'] ?? {}
  const items = [{ productId, quantity: 5, price: Number(price) }]
  for (const [buyer, seller] of [
    [vendor, vendor],
    [nordico, vendor],
    [acme, nordico],
  ] as const) {
    const { id } = await call(orders.create, buyer, { body: { items } })
    await call(orders.changeStatus, seller, { params: { id }, body: { status: 'approved' } })
  }
  const wanted = { items: [{ productId, qt: 2 }], parentAccountId: acme.accountId }
  const { serialKeys } = await call(licenses.create, acme, { body: wanted })
  await call(devices.activate, null, { body: { serialKey: serialKeys[0], deviceUuid: 'laptop' } })
  for (const job of app.jobs.filter(({ cron }) => cron !== undefined)) while ((await job.run({})) === 'more');
}

const textsIn = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith('.sql'))
        .map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  )

/** Makes an empty database what an installation of a release was. `dataDir` gets its files. */
export async function restoreRelease(version: string, url: string, dataDir: string): Promise<void> {
  const folder = join(releasesFolder, version)
  const packed = gunzipSync(await readFile(join(folder, 'schema.json.gz'))).toString()
  const { columns, schema, migrations } = JSON.parse(packed) as Schema
  const [schemaFolder, steps] = [join(dataDir, 'schema'), join(dataDir, 'migrations')]
  for (const [path, texts] of [
    [schemaFolder, schema],
    [steps, migrations],
  ] as const) {
    await mkdir(path, { recursive: true })
    for (const [name, text] of Object.entries(texts)) await writeFile(join(path, name), text)
  }
  await bring(url, { columns, schema: schemaFolder, folder: steps })
  await readBackup(url, join(folder, 'rows.backup'), configOf(dataDir), openFolder(dataDir))
}
