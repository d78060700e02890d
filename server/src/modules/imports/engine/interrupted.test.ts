// @module-tag long
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { testSecretKey } from '../../../testing/database.ts'
import { isFull } from '../../../testing/full.ts'
import { csv, importing } from '../../../testing/importing.ts'
import { builtProgram } from '../../../testing/programs.ts'

/*
 * Runs `portal import` as a separate process, stops it at a chosen statement with a lock, kills it there and runs it
 * again. The lock stops it at the same statement on fast and slow machines.
 */

const world = await importing()
/** Takes the locks that stop the import. Within its transactions it would see an old state of other connections: see `watcher`. */
const superuser = new pg.Client({ connectionString: world.adminUrl, lock_timeout: 30_000, query_timeout: 60_000 })
const watcher = new pg.Client({ connectionString: world.adminUrl, query_timeout: 60_000 })
await Promise.all([superuser.connect(), watcher.connect()])
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([superuser.end(), watcher.end()])
  await world.close()
})

const program = await builtProgram('cli/portal.js')

function start(code: string, folder: string) {
  const args = [program, 'import', '--tenant', code, folder]
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: world.url, SECRET_KEY: testSecretKey }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  children.push(child)
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const ended = once(child, 'close')
  return {
    told: () => told,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended: async () => (await ended)[0] as number | null,
  }
}

const orders = 2500
const ordersFile = csv(
  'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode',
  ...Array.from({ length: orders }, (_, n) => `R-${n},1,LAGO,SUD,approved,2021-05-02,APPLE,3,1.00,EUR`),
)

async function newVendor() {
  const vendor = await world.newVendor()
  const folder = world.newFolder({ ...vendor.records, 'orders.csv': ordersFile })
  /** What is visible of each file. */
  const standing = async () =>
    (
      await vendor.rows<Record<string, number>>(sql`
        select (select count(*) from accounts) as accounts, (select count(*) from products) as products,
               (select coalesce(sum(quantity), 0)::int from stock_balances) as stock, (select count(*) from orders) as orders,
               (select count(*) from order_items) as lines, (select count(*) from sum_notes where kind = 'o') as sales,
               (select coalesce(sum(orders), 0)::int from offered.order_tallies where own and list = 'b') as counted,
               (select count(*) from licenses) as licenses, (select count(*) from audit_log where action like '%imported') as audit`)
    )[0]
  return { ...vendor, folder, standing }
}

/** The statement of the import that is waiting for a lock. */
async function heldAt(): Promise<string[]> {
  const { rows } = await watcher.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like 'trellis%'`,
  )
  return rows.map(({ query }) => query)
}

const nothing = { accounts: 1, products: 0, stock: 0, orders: 0, lines: 0, sales: 0, counted: 0, licenses: 0, audit: 0 }
const complete = {
  ...nothing,
  accounts: 4,
  products: 4,
  stock: 140,
  orders,
  lines: orders,
  sales: orders,
  counted: orders,
  licenses: 2,
  audit: 2 + orders + 2,
}
const upTo = (...files: (keyof typeof complete)[]) => ({
  ...nothing,
  ...Object.fromEntries(files.map((file) => [file, complete[file]])),
})
const beforeOrders = { ...upTo('accounts', 'products', 'stock'), audit: 2 }

interface Moment {
  when: string
  /** The lock that the superuser takes beforehand, and the statement of the import that then waits. */
  lock: string | ((tenantId: string) => string)
  at: string
  file: string
  visible: object
  /** In each check; the others with FULL=1. */
  often?: boolean
}

const moments: Moment[] = [
  {
    when: 'the root has its name and not its address',
    lock: 'lock table addresses in share mode',
    at: 'update addresses',
    file: 'accounts.csv',
    visible: nothing,
  },
  {
    when: 'products are in and not yet published',
    lock: 'lock table product_publications in share mode',
    at: 'insert into product_publications',
    file: 'products.csv',
    visible: upTo('accounts'),
  },
  {
    when: 'stock has moved and balances have not',
    lock: 'lock table stock_balances in share mode',
    at: 'insert into stock_balances',
    file: 'stock.csv',
    visible: upTo('accounts', 'products'),
  },
  {
    when: 'the first orders have no history yet',
    lock: 'lock table order_history in share mode',
    at: 'insert into order_history',
    file: 'orders.csv',
    visible: beforeOrders,
  },
  {
    when: 'two thousand orders are written and five hundred are not',
    lock: (tenantId) => `
      insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, ref_code)
      select '${tenantId}', id, 'X', id, id, id, 'import', 'pending', 978, 0, 'R-999' from gen_random_uuid() id`,
    at: 'insert into orders',
    file: 'orders.csv',
    visible: beforeOrders,
    often: true,
  },
  {
    when: 'all orders are written and nothing is committed',
    lock: (tenantId) => `select pg_advisory_xact_lock(hashtextextended('tree:${tenantId}', 0))`,
    at: 'pg_advisory_xact_lock_shared(tree_lock())',
    file: 'orders.csv',
    visible: beforeOrders,
    often: true,
  },
  {
    when: 'licenses have no details yet',
    lock: 'lock table license_details in share mode',
    at: 'insert into license_details',
    file: 'licenses.csv',
    visible: { ...complete, licenses: 0, audit: complete.audit - 2 },
  },
]

test('an import killed at any point leaves no part of a file, reports the interruption, and continues when it is run again', async () => {
  const { code, tenantId, folder, standing, check } = await newVendor()
  expect(await standing()).toEqual(nothing)
  for (const { when, lock, at, file, visible } of moments.filter((each) => isFull || each.often)) {
    await superuser.query('begin; set local session_replication_role = replica')
    try {
      await superuser.query(typeof lock === 'string' ? lock : lock(tenantId))
      const run = start(code, folder)
      await expect.poll(heldAt, { message: when }).toContainEqual(expect.stringContaining(at))
      expect(await standing(), when).toEqual(visible)
      await run.kill()
    } finally {
      await superuser.query('rollback')
    }
    await expect.poll(() => isRunning(tenantId), { message: when }).toBe(false)
    expect(await standing(), when).toEqual(visible)
    const findings = await check()
    expect(
      findings.map(({ invariant }) => invariant),
      when,
    ).toEqual(['the last import by command came to its end'])
    expect(findings[0]?.examples[0], when).toContain(`${file}, of which nothing was kept`)
  }
  const last = start(code, folder)
  expect(await last.ended(), last.told()).toBe(0)
  expect(last.told()).toContain('was interrupted')
  expect(last.told()).toContain('This one goes on from there')
  expect(await standing()).toEqual(complete)
  expect(await check()).toEqual([])
})

test.skipIf(!isFull)(
  'an import killed while reading leaves nothing, and the next run reads the file from the start',
  async () => {
    const { code, tenantId, folder, standing, check } = await newVendor()
    const pipe = join(folder, 'orders.csv')
    const text = readFileSync(pipe, 'utf8')
    rmSync(pipe)
    execFileSync('mkfifo', [pipe])
    const run = start(code, folder)
    const writer = createWriteStream(pipe)
    writer.on('error', () => undefined)
    writer.write(text.slice(0, text.length / 2))
    await expect.poll(() => phaseOf(tenantId)).toBe('reading orders.csv')
    await run.kill()
    writer.destroy()
    await expect.poll(() => isRunning(tenantId)).toBe(false)
    expect(await standing()).toEqual(beforeOrders)
    expect((await check())[0]?.examples[0]).toContain('was interrupted while reading orders.csv')
    const whole = world.newFolder({ 'orders.csv': text })
    expect(await start(code, whole).ended()).toBe(0)
    expect(await standing()).toEqual({ ...complete, licenses: 0, audit: complete.audit - 2 })
    expect(await check()).toEqual([])
  },
)

async function phaseOf(tenantId: string): Promise<string | undefined> {
  const { rows } = await watcher.query(
    `select phase || ' ' || file as at from import_runs where tenant_id = $1 and state = 'running' order by started_at desc limit 1`,
    [tenantId],
  )
  return rows[0]?.at
}

async function isRunning(tenantId: string): Promise<boolean> {
  await watcher.query(`select set_config('app.tenant', $1, false)`, [tenantId])
  const { rows } = await watcher.query('select import_is_running() as running')
  return rows[0].running
}
