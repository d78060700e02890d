// @module-tag long
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { afterAll, expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { pricing } from '../../testing/pricing.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { runPortal } from '../run.ts'
import { differing, leftOut, secretTables } from './columns.ts'

/** What an export without secrets lacks. */
const absent = { ...leftOut, ...secretTables }
const world = await network()
const { vendor, nordico, acme, canary } = world
const home = mkdtempSync(join(tmpdir(), 'trellis-tenant-export-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, 'verdant')

async function portal(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const to = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) })
  const env = { DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir, NODE_ENV: 'test' }
  const isDone = await runPortal(args, env, { stdout: to('stdout'), stderr: to('stderr') })
  return { isDone, ...said }
}
const contents = readdirSync
const linesOf = (table: string) =>
  readFileSync(join(folder, 'records', `${table}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const { upload } = uploading(world)
const words = Buffer.from('Terms of delivery, 2026')
const ofAcme = await upload(acme, words, { fileName: '../../terms.PDF' })
await upload(canary, Buffer.from('Canary file'), { fileName: 'canary.pdf' })
await licensing(world).key(acme, 'EDGE-1Y', 2)
await selling(world).request(nordico, { 'EDGE-1Y': 3 })

const { listOf, idOf } = pricing(world)
const { id: planned } = await vendor.call(priceLists.create, listOf({ BOX: 10, 'EDGE-1Y': 100 }))
const plan = (day: string, customPrice: number, more: object = {}) =>
  vendor.call(pricePlans.create, {
    body: { priceListId: planned, day, items: [{ sku: 'BOX', customPrice }], ...more },
  })
const { id: applied } = await plan('2998-01-01', 11, { note: 'Applied' })
await raw(world, `update price_plans set day = '2020-01-01' where plan_id = $1`, [applied])
await runJob(world, 'price-lists:apply')
const { id: offer } = await plan('2999-06-01', 8, { note: 'Summer', until: '2999-09-01', remove: [idOf('EDGE-1Y')] })
const { id: canceled } = await plan('2999-12-01', 9, { note: 'Canceled' })
await vendor.call(pricePlans.cancel, { params: { id: canceled } })

test('all data of a tenant is written as files: what is imported, settings, files and every record', async () => {
  const { isDone, stderr, stdout } = await portal('tenant', 'export', 'verdant', folder, '--json')
  expect({ isDone, stderr }).toEqual({ isDone: true, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    tenantCode: 'verdant',
    files: { files: 1, bytes: words.length, missing: [] },
  })
  const there = contents(folder)
  for (const name of ['accounts.csv', 'orders.csv', 'licenses.csv', 'settings.json', 'README.txt', 'files', 'records'])
    expect(there).toContain(name)

  const settings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
  expect(settings).toMatchObject({ tenantCode: 'verdant', tenantName: 'Verdant', defaults: { protectionDays: 90 } })
  expect(settings.roles).toHaveLength(4)
  expect(settings.groups).toHaveLength(8)

  expect(readFileSync(join(folder, 'files', `${ofAcme}.pdf`))).toEqual(words)
  expect(readFileSync(join(folder, 'files', 'index.csv'), 'utf8')).toContain('../../terms.PDF')
  expect(linesOf('licenses')).toHaveLength(1)
  expect(linesOf('users').map(({ email }) => email)).toEqual(expect.arrayContaining([vendor.email, acme.email]))
})

test('an export has the plans of prices with their days: one that waits, its way back, and one that was applied', () => {
  const plans = linesOf('price_plans').filter(({ price_list_id }) => price_list_id === planned)
  const inWords = plans.map(({ day, note, applied_at }) => [day, note, applied_at === null ? 'waits' : 'applied'])
  expect(inWords.sort()).toEqual([
    ['2020-01-01', 'Applied', 'applied'],
    ['2999-06-01', 'Summer', 'waits'],
    ['2999-09-01', 'Summer', 'waits'],
  ])
  const pricesOf = (day: string) => {
    const { plan_id: id } = plans.find((one) => one.day === day) ?? {}
    const items = linesOf('price_plan_items').filter(({ plan_id }) => plan_id === id)
    return Object.fromEntries(items.map(({ product_id, custom_price }) => [product_id, custom_price]))
  }
  expect(pricesOf('2020-01-01')).toEqual({ [idOf('BOX')]: 11 })
  expect(pricesOf('2999-06-01')).toEqual({ [idOf('BOX')]: 8, [idOf('EDGE-1Y')]: null })
  expect(pricesOf('2999-09-01')).toEqual({ [idOf('BOX')]: 11, [idOf('EDGE-1Y')]: 100 })
  // One that was canceled is no plan any more; the audit log has it.
  const actions = (id: string) =>
    linesOf('audit_log').flatMap(({ entity_id, action }) => (entity_id === id ? [action] : []))
  expect(actions(canceled)).toEqual(['price_plan.created', 'price_plan.canceled'])
  expect(actions(offer)).toEqual(['price_plan.created'])
})

test('nothing of another tenant, and no secret, is in an export (threats T11)', () => {
  const all = contents(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(all.length).toBeGreaterThan(20)
  for (const { parentPath, name } of all) {
    const text = readFileSync(join(parentPath, name), 'utf8')
    expect(text, name).not.toMatch(/canary/i)
    expect(text, name).not.toContain('$argon2')
  }
  expect(contents(join(folder, 'records')).filter((name) => name.replace('.jsonl', '') in absent)).toEqual([])
})

test('every row of every table is exported, but for the tables that are left out with a reason', async () => {
  const tables = await raw<{ name: string }>(
    world,
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const unknown = Object.keys(absent).filter((table) => !tables.some(({ name }) => name === table))
  expect(unknown).toEqual([])
  for (const { name } of tables.filter((each) => absent[each.name] === undefined)) {
    const [row] = await raw<{ count: number }>(world, `select count(*)::int from ${name} where tenant_id = $1`, [
      world.tenantId,
    ])
    const written = contents(join(folder, 'records')).includes(`${name}.jsonl`) ? linesOf(name).length : 0
    expect(written, name).toBe(row?.count)
  }
})

test('what is exported can be imported into another tenant, but for keys, which exist once in an installation', async () => {
  const copy = join(home, 'copy')
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, 'licenses.csv'))
  const admin = ['--admin-email', 'admin@second.example', '--admin-password', 'Sesame-Open-1']
  await portal('tenant', 'create', '--code', 'second', '--name', 'Second', ...admin)
  const { isDone, stderr } = await portal('import', '--tenant', 'second', copy)
  expect({ isDone, stderr }).toMatchObject({ isDone: true })
  const rows = await raw<{ code: string; accounts: number; orders: number }>(
    world,
    `select t.code::text, (select count(*)::int from accounts a where a.tenant_id = t.tenant_id) as accounts,
            (select count(*)::int from orders o where o.tenant_id = t.tenant_id) as orders
     from tenants t where t.code in ('verdant', 'second') order by t.code desc`,
  )
  expect(rows[0]).toEqual({ ...rows[1], code: 'verdant' })
})

test('nothing that is exported refers to what is left out', async () => {
  const refers = await raw<{ from: string; to: string }>(
    world,
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const broken = (without: Record<string, string>) =>
    refers.filter(({ from, to }) => to in without && !(from in without))
  expect(broken(leftOut)).toEqual([])
  expect(broken(absent)).toEqual([])
})

test('every sealed column is sealed anew on its way', async () => {
  const sealed = await raw<{ column: string }>(
    world,
    `select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and a.attname like '%sealed' order by 1`,
  )
  const listed = Object.entries(differing).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([name, { sealedBy }]) => (sealedBy ? [`${table}.${name}`] : [])),
  )
  expect(listed.sort()).toEqual(sealed.map(({ column }) => column).sort())
})

test('a folder with something in it and an unknown tenant are refused, and nothing is written', async () => {
  const used = mkdtempSync(join(home, 'used-'))
  writeFileSync(join(used, 'letter.txt'), 'Dear')
  const refused = await portal('tenant', 'export', 'verdant', used)
  expect(refused).toMatchObject({ isDone: false, stderr: expect.stringContaining('is not empty') })
  expect(contents(used)).toEqual(['letter.txt'])
  expect(await portal('tenant', 'export', 'desert', join(home, 'none'))).toMatchObject({
    isDone: false,
    stderr: expect.stringContaining('There is no tenant desert'),
  })
})

test('a file whose bytes are missing is named, the rest is written, and the command fails', async () => {
  rmSync(join(world.dataDir, 'files', world.tenantId, 'files', ofAcme))
  const again = join(home, 'again')
  const { isDone, stderr } = await portal('tenant', 'export', 'verdant', again)
  expect(isDone).toBe(false)
  expect(stderr).toContain('terms.PDF')
  expect(contents(join(again, 'records')).length).toBeGreaterThan(10)
})
