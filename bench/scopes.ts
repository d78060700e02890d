// Whether the accounts above a record are stored with it (`scopes`, `tallies`) or found when a list is read: what a page of a branch
// with its count costs in both ways, and what creating an order costs. Decision 182 says what follows. Needs a build:
// node --conditions=source --import tsx bench/scopes.ts
// BENCH_ORDERS and BENCH_BUYERS: orders, and accounts below the resellers.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { processorOf } from './processor.ts'
import { portal } from './product.ts'

const orders = Number(process.env.BENCH_ORDERS ?? 300_000)
const buyers = Number(process.env.BENCH_BUYERS ?? 10_000)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const rounds = 7

const stored = {
  page: `select o.order_id, o.code, o.total from (
      select record_id, created_at from scopes
      where tenant_id = $1 and list = 'v' and account_id = $2 order by created_at desc, record_id desc limit 20) k
    join orders o on o.tenant_id = $1 and o.order_id = k.record_id order by k.created_at desc, k.record_id desc`,
  count: `select currency_id, sum(records), sum(amount) from tallies
    where tenant_id = $1 and list = 'v' and account_id = $2 and not own group by 1`,
}
const derived = {
  // Twenty of each account, merged: for branches of few accounts.
  merged: `select o.order_id, o.code, o.total from account_tree t
    cross join lateral (
      select * from orders o where o.tenant_id = $1 and o.vendor_id = t.descendant_id order by o.created_at desc, o.order_id desc limit 20) o
    where t.tenant_id = $1 and t.ancestor_id = $2 order by o.created_at desc, o.order_id desc limit 20`,
  // All orders by date, until twenty of the branch are found: for large branches.
  walked: `select o.order_id, o.code, o.total from orders o
    where o.tenant_id = $1 and exists (
      select from account_tree t where t.tenant_id = $1 and t.ancestor_id = $2 and t.descendant_id = o.vendor_id offset 0)
    order by o.created_at desc, o.order_id desc limit 20`,
  count: `select k.currency_id, sum(k.records), sum(k.amount) from account_tree t
    join tallies k on k.tenant_id = $1 and k.list = 'v' and k.account_id = t.descendant_id and k.own
    where t.tenant_id = $1 and t.ancestor_id = $2 group by 1`,
}

/** What an order writes if only its parties and the whole tenant are counted, and no account lists it. */
const partiesOnly = `
  create function count_parties() returns trigger language plpgsql as $$
  begin
    insert into tallies (tenant_id, list, account_id, own, state, currency_id, slot, records, amount)
    select r.tenant_id, p.list, w.account_id, w.own, concat_ws(',', r.status, r.invoiced, r.paid), r.currency_id, pg_backend_pid() % 16, count(*), sum(r.total)
    from counted r
    cross join lateral (values ('b'::"char", r.buyer_id), ('v', r.vendor_id)) p (list, party)
    cross join lateral (values (p.party, true), ('00000000-0000-0000-0000-000000000000'::uuid, false)) w (account_id, own)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, list, account_id, own, state, currency_id, slot)
    do update set records = tallies.records + excluded.records, amount = tallies.amount + excluded.amount;
    return null;
  end $$;
  create trigger count_parties after insert on orders referencing new table as counted for each statement execute function count_parties();
  alter table orders disable trigger count_parties`
const created = `insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at)
  select $1, gen_random_uuid(), 'X-' || gen_random_uuid(), gen_random_uuid(), t.descendant_id, t.ancestor_id, 'sell-in', 'canceled', 978, 100, now()
  from account_tree t where t.tenant_id = $1 and t.depth = 1 and t.descendant_id = $2`

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const database = await startThrowaway()
  const client = new pg.Client({ connectionString: database.adminUrl })
  try {
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', 'admin@bench.example', '--admin-password', 'Yard-Sticks-2026'],
    ])) as { tenantId: string }
    const size = { ...sizeAt(1), orders, buyers, licenses: 1000, deals: 100, certificates: 100, pendingPerPair: 1 }
    await load(database.adminUrl, tenantId, size, say)
    await client.connect()
    await client.query(`set app.tenant = '${tenantId}'; set jit = off; set max_parallel_workers_per_gather = 0`)
    const { rows } = await client.query<{ account_id: string; accounts: number }>(
      `select ancestor_id as account_id, count(*)::int as accounts from account_tree where tenant_id = $1 group by 1 order by 2`,
      [tenantId],
    )
    const branches = [10, 100, 1000, 10_000].map((many) =>
      rows.reduce((best, row) =>
        Math.abs(Math.log(row.accounts / many)) < Math.abs(Math.log(best.accounts / many)) ? row : best,
      ),
    )
    const pid = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    /** Least processor milliseconds of a call, of some rounds of many. */
    const least = async (text: string, values: unknown[], calls: number) => {
      let best = Number.POSITIVE_INFINITY
      for (let round = 0; round < rounds; round++) {
        const before = processorOf(pid) ?? 0
        for (let call = 0; call < calls; call++) await client.query({ name: text.slice(0, 60), text, values })
        best = Math.min(best, ((processorOf(pid) ?? 0) - before) / calls)
      }
      return best
    }
    say(
      '| accounts of the branch | stored: page | count | derived: merged | walked | count |\n|---:|---:|---:|---:|---:|---:|',
    )
    for (const { account_id: account, accounts } of branches) {
      const figures: string[] = []
      for (const text of [stored.page, stored.count, derived.merged, derived.walked, derived.count])
        figures.push((await least(text, [tenantId, account], accounts > 500 ? 20 : 60)).toFixed(2))
      say(`| ${accounts} | ${figures.join(' | ')} |`)
    }
    await client.query(partiesOnly)
    const buyer = (
      await client.query(`select descendant_id as id from account_tree where tenant_id = $1 and depth = 3 limit 1`, [
        tenantId,
      ])
    ).rows[0].id
    const both = ['tally_new', 'count_parties']
    const times = new Map<string, number>()
    for (let round = 0; round < 2; round++)
      for (const on of both) {
        for (const each of both)
          await client.query(`alter table orders ${each === on ? 'enable' : 'disable'} trigger ${each}`)
        times.set(on, Math.min(times.get(on) ?? Number.POSITIVE_INFINITY, await least(created, [tenantId, buyer], 200)))
      }
    say(
      `Creating the row of an order: with all accounts above ${times.get('tally_new')?.toFixed(2)} ms, with its parties and the tenant ${times.get('count_parties')?.toFixed(2)} ms.`,
    )
    say(`Load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await client.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
