// @module-tag long
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '@trellis/contract/files'
import { identity } from '@trellis/contract/identity'
import { keyPages } from '@trellis/contract/key-pages'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { type Fetch, memoryStorage, openLicense, verifyLicenseFile } from '../../../../device/src/index.ts'
import { sumLicenses } from '../../modules/dashboard/index.ts'
import { prepareInstallation } from '../../platform/installation.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { testDatabase } from '../../testing/database.ts'
import { networkWithDirectory } from '../../testing/directories.ts'
import { everyRow, type Row } from '../../testing/every-row.ts'
import { inviting } from '../../testing/inviting.ts'
import { machineOf } from '../../testing/keys.ts'
import { live } from '../../testing/living.ts'
import { network, type World } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { passkeysOf } from '../../testing/passkeys.ts'
import { queued, runJob } from '../../testing/queue.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { scimOf } from '../../testing/scim.ts'
import { authentication, codeAt } from '../../testing/second-factors.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { hooking } from '../../testing/webhooks.ts'
import { differing, leftOut, secretTables } from '../tenant-export/columns.ts'

/*
 * Covers: server/src/cli/tenant-import/rows.ts
 * Covers: server/src/cli/tenant-import/write.ts
 * Covers: server/src/cli/tenant-import/anew.ts
 * Covers: server/src/cli/tenant-export/records.ts
 * Covers: server/src/cli/tenant-export/columns.ts
 * Covers: server/src/cli/tenant-export/sums.ts
 */

/*
 * Two tenants that have lived move to another installation: one in which every kind of act was done by the calls of people, devices
 * and jobs, and one with a year of random business and a clock that is ahead. Every table of both is compared row by row.
 */

const receiver = await openReceiver()
const lived = await networkWithDirectory({ webhookHosts: [receiver.host] })
const { world } = lived
const home = mkdtempSync(join(tmpdir(), 'trellis-lived-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const passphrase = { MOVE_PASSPHRASE: 'a sentence that nobody guesses' }
const there = operatorOf(world, passphrase)
const done = async (said: ReturnType<typeof there>) => {
  const { isDone, stderr, stdout } = await said
  expect({ isDone, stderr }).toEqual({ isDone: true, stderr: '' })
  return stdout
}

/** A device that runs before the move and goes on after it. */
let portal: World = world
const fetched = (async (url: string, { method, body, headers }: Record<string, never>) => {
  const { pathname } = new URL(url)
  const {
    statusCode,
    payload,
    headers: sent,
  } = await portal.app.http.inject({ method, url: pathname, payload: body, headers })
  return new Response(statusCode === 204 ? null : payload, { status: statusCode, headers: sent as never })
}) as unknown as Fetch
const storage = memoryStorage()
const software = () =>
  openLicense({ portalUrl: 'https://partners.verdant.example', storage, deviceUuid: 'till 0', fetch: fetched })

const hands = await live(lived, receiver)
await software().activate(hands.serialKeys[0] ?? '')
mkdirSync(join(home, 'files'))
writeFileSync(join(home, 'files', 'products.csv'), 'sku,name,price\nBOX,Box,11\n')
await done(there('import', '--tenant', 'verdant', join(home, 'files')))
const admin = ['--admin-email', 'ada@year.example', '--admin-password', 'Correct-Horse-1']
await done(there('tenant', 'create', '--sandbox', '--code', 'year', '--name', 'Year', ...admin))
await done(there('tenant', 'clock', 'year', '--to', new Date(Date.now() + 40 * 86_400_000).toISOString()))

const idOf = async (code: string, at: World = world) =>
  (await raw<{ id: string }>(at, 'select tenant_id as id from tenants where code = $1', [code]))[0]?.id ?? ''
const [verdant, year, canary] = [await idOf('verdant'), await idOf('year'), await idOf('canary')]
for (const tenantId of [verdant, year]) {
  const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  for (let n = 0; n < 5; n += 1) await world.db.write(context, (tx) => sumLicenses(tx, 3))
}

/** The other installation, which runs, with a secret of its own. */
const database = { ...(await testDatabase()), settled: world.settled }
const secretKey = 'the secret of another installation'
await prepareInstallation(database.url, openSecrets({ secretKey, dataDir: '' }), { secretKey, dataDir: '' })
const second = await network({ database, secretKey, webhookHosts: [receiver.host] })
const here = operatorOf(second, passphrase)
await done(
  here(
    'tenant',
    'create',
    '--code',
    'stranger',
    '--name',
    'Stranger',
    ...['--admin-email', 'x@stranger.example'],
    ...admin.slice(2),
  ),
)

/** Tables in which a tenant that has lived has no rows, and why. */
const empty: Record<string, string> = { order_news: 'is written by nothing any more' }
/** Tables that are made anew on arrival: not exported, and the same but for secrets. */
const anew = ['file_usage', 'texts']

const everything = (at: World, tenantId: string) => everyRow(at, tenantId)

/** What the check finds in the tenant. */
async function findings(at: World): Promise<unknown[]> {
  const { stdout } = await (at === world ? there : here)('check', '--tenant', 'verdant', '--json')
  return JSON.parse(stdout).tenants[0].findings
}

const texts = (rows: Row[], without: string[]) =>
  rows.map((row) => JSON.stringify({ ...row, ...Object.fromEntries(without.map((name) => [name, null])) })).sort()

/** The listed columns that do differ, as `table.column`. */
const differ = new Set<string>()
function noteDifferences(before: Record<string, Row[]>, after: Record<string, Row[]>): void {
  for (const [table, columns] of Object.entries(differing))
    for (const column of Object.keys(columns)) {
      const valuesOf = (rows: Row[] = []) => JSON.stringify(rows.map((row) => row[column]).sort())
      if (valuesOf(before[table]) !== valuesOf(after[table])) differ.add(`${table}.${column}`)
    }
}

const tables = Object.keys(await everything(world, canary))
const before = { verdant: {} as Record<string, Row[]>, year: {} as Record<string, Row[]> }
const strangers = { there: await everything(world, canary), here: {} as Record<string, Row[]> }
strangers.here = await everything(second, await idOf('stranger', second))

test('a tenant that has lived has rows in every table, but for a short list', async () => {
  await done(there('tenant', 'suspend', 'verdant', '--reason', 'moves'))
  before.verdant = await everything(world, verdant)
  before.year = await everything(world, year)
  const lacking = tables.filter((table) => !before.verdant[table]?.length && !before.year[table]?.length)
  expect(lacking.filter((table) => leftOut[table] === undefined).sort()).toEqual(Object.keys(empty).sort())
})

test('it arrives in another installation with every row of every table, and the check finds nothing', async () => {
  await done(there('tenant', 'export', 'verdant', join(home, 'verdant'), '--with-secrets'))
  expect(await findings(world)).toEqual([])
  await done(here('tenant', 'import', join(home, 'verdant')))
  const after = await everything(second, verdant)
  noteDifferences(before.verdant, after)
  for (const table of tables) {
    const there = before.verdant[table] ?? []
    const here = after[table] ?? []
    if (leftOut[table] !== undefined && !anew.includes(table)) continue
    const columns = Object.entries(differing[table] ?? {}).flatMap(([name, { isSecret }]) => (isSecret ? [] : [name]))
    expect(texts(here, columns), table).toEqual(texts(there, columns))
  }
  // With an anchor and hashes of its own, and nothing of what does not go.
  expect(after.audit_anchors).toHaveLength(1)
  expect(after.serial_keys).toHaveLength(before.verdant.licenses?.length ?? 0)
  for (const table of ['sessions', 'refresh_tokens', 'user_views', 'idempotency_keys', 'operators'])
    expect(after[table], table).toEqual([])
  const compared = JSON.parse((await here('check', '--against', join(home, 'verdant'), '--contents', '--json')).stdout)
  expect(compared.tenants[0].findings).toEqual([])
})

test('it is exported again as the same files', async () => {
  await done(here('tenant', 'export', 'verdant', join(home, 'again'), '--with-secrets'))
  const names = (folder: string) =>
    readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(home, folder).length + 1))
      .sort()
  expect(names('again')).toEqual(names('verdant'))
  const sealed = Object.keys(differing).map((table) => `records/${table}.jsonl`)
  for (const name of names('again').filter((each) => each !== 'manifest.json' && !sealed.includes(each)))
    expect(readFileSync(join(home, 'again', name)).equals(readFileSync(join(home, 'verdant', name))), name).toBe(true)
  const contents = (folder: string) => {
    const { tables, sums, files } = JSON.parse(readFileSync(join(home, folder, 'manifest.json'), 'utf8'))
    const rows = Object.entries(tables as Record<string, { rows: number; content: string }>)
    return { tables: rows.map(([table, { rows, content }]) => [table, rows, content]), sums, files }
  }
  expect(contents('again')).toEqual(contents('verdant'))
})

test('its people sign in with what they had, and its devices, keys, pages, files and webhooks go on', async () => {
  await done(here('tenant', 'resume', 'verdant'))
  portal = second
  const { acme, bergen, anonymous } = second
  // Passwords, authenticators, backup codes and passkeys.
  expect((await acme.call(identity.me)).userId).toBe(acme.userId)
  const auth = authentication(second)
  const later = new Date(Date.now() + 60_000).toISOString()
  second.at(later)
  const byApp = await auth.challenged(bergen.email)
  expect((await auth.signInWith(bergen.email, byApp, codeAt(hands.authenticator, later))).status).toBe(200)
  second.at(null)
  const byCode = await auth.challenged(bergen.email)
  expect((await auth.signInWith(bergen.email, byCode, hands.backupCodes[0] ?? '')).status).toBe(200)
  expect((await passkeysOf(second).signIn(hands.passkey)).status).toBe(200)
  // An invitation whose mail was on its way, and the mail itself.
  const { linkTo, accept } = inviting(second)
  expect((await accept(await linkTo('new@nordico.example'))).status).toBe(204)
  await raw(
    second,
    `update mails set next_try_at = now() - interval '2 minutes' where recipient = 'new@nordico.example'`,
  )
  expect(await queued(second, 'mail:send')).toEqual([])
  await runJob(second, 'mail:rescue')
  expect((await queued(second, 'mail:send')).length).toBeGreaterThan(0)
  // API keys and provisioning.
  const { id, key } = hands.apiKey
  expect((await machineOf(second, id, key).call(orders.sellIn, { body: {} })).status).toBe(200)
  expect((await scimOf(second).send(`Bearer ${hands.scimKey}`, 'GET', '/Users')).status).toBe(200)
  // The device has a lease of the old key; its next heartbeat brings one of the new key.
  const keyOf = async () => JSON.parse((await storage.read()) ?? '').keys.keys[0].kid as string
  const old = await keyOf()
  expect(await software().status()).toMatchObject({ valid: true })
  expect(await software().heartbeat()).toMatchObject({ valid: true, claims: { deviceUuid: 'till 0' } })
  expect(await keyOf()).not.toBe(old)
  expect((await anonymous(keyPages.read, { params: { code: hands.pageCode } })).status).toBe(200)
  // Documents of licenses are signed by the key that is published here.
  const { keys } = (await second.app.http.inject('/api/v1/devices/keys')).json()
  const [issued] = await raw<{ document: string }>(second, 'select document from license_exports')
  const lic = JSON.stringify({ format: 'trellis-license/1', documents: [issued?.document] })
  expect(await verifyLicenseFile(lic, { keys })).toMatchObject({ reason: null, licenses: [{ valid: true }] })
  // Files by their links.
  const { downloadUrl } = await acme.call(files.download, { params: { id: hands.fileId } })
  expect((await uploading(second).at('GET', downloadUrl)).bytes.toString()).toBe('Terms of delivery, 2026')
  // Webhooks, with the secret that the receiver has.
  const before = receiver.received.length
  await selling(second).request(acme, { 'CORE-3Y': 1 })
  await hooking(second).deliver()
  expect(receiver.received.length).toBeGreaterThan(before)
  expect(receiver.refused).toBe(0)
  expect(await findings(second)).toEqual([])
})

test('a tenant that is in service is rehearsed without secrets: it arrives suspended, and the import says what is made anew', async () => {
  await done(there('tenant', 'export', 'year', join(home, 'year')))
  const said = await done(here('tenant', 'import', join(home, 'year')))
  expect(said).toContain('users ask for a new password')
  const after = await everything(second, year)
  noteDifferences(before.year, after)
  const journal = ['audit_log', 'audit_unsealed', 'texts']
  for (const table of tables) {
    if ((leftOut[table] !== undefined && !anew.includes(table)) || journal.includes(table)) continue
    const columns = Object.keys(differing[table] ?? {})
    const there = secretTables[table] === undefined ? (before.year[table] ?? []) : []
    expect(texts(after[table] ?? [], columns), table).toEqual(texts(there, columns))
  }
  const kept = new Set(texts(after.audit_log ?? [], []))
  expect(texts(before.year.audit_log ?? [], []).filter((row) => !kept.has(row))).toEqual([])
  const added = (after.audit_log ?? [])
    .slice()
    .filter((row) => !before.year.audit_log?.some((old) => old.audit_id === row.audit_id))
  expect([...new Set(added.map(({ action }) => action))].sort()).toEqual(['password.changed', 'tenant.suspended'])
  expect(await done(here('check', '--against', join(home, 'year')))).toContain('all of them hold')
  const [state] = await raw<{ suspended: boolean }>(
    second,
    `select suspended_at is not null as suspended from tenants where code = 'year'`,
  )
  expect(state).toEqual({ suspended: true })
})

test('the list of columns that may differ has none that never do', () => {
  const listed = Object.entries(differing).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  )
  expect([...differ].sort()).toEqual(listed.sort())
})

test('strangers in both installations are untouched', async () => {
  expect(await everything(world, canary)).toEqual(strangers.there)
  expect(await everything(second, await idOf('stranger', second))).toEqual(strangers.here)
})
