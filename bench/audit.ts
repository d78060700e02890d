// The audit log: every sort and filter of its search, one request at a time. Needs a build:
// node --conditions=source --import tsx bench/audit.ts
// BENCH_ROWS: a million by default; BENCH_ROUNDS: requests of each kind; BENCH_ONLY: kinds whose name contains this text.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startThrowaway } from '../server/src/testing/cluster.ts'
import { load, sizeAt } from './data.ts'
import { portal, signIn, startProduct } from './product.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 20)
const only = process.env.BENCH_ONLY ?? ''
const admin = { email: 'admin@bench.example', password: 'Yard-Sticks-2026' }
const auditor = { email: 'auditor@bench.example', password: 'Yard-Sticks-2026' }
const brand = { 'x-tenant-code': 'bench', 'x-label': 'Trellis', 'x-product': 'bench' }
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * A year of events: orders, sign-ins and licenses mostly, of some accounts far more than of others; four events for
 * each record. One user for each account, who did them.
 */
const events = `
  insert into users (user_id, account_id, email, first_name, last_name, status)
    select id_at(clock_timestamp()), account_id, 'u-' || code || '@bench.example', 'User', name, 'user_active' from accounts;
  create temp table owners as
    select row_number() over (order by random()) - 1 as n, a.account_id, u.user_id from accounts a join users u using (account_id);
  alter table audit_log disable trigger user;
  insert into audit_log (audit_id, at, user_id, action, entity, entity_id, account_id, entity_name, name_folded, form, before, after, request_id)
  select id_at(e.at), e.at, o.user_id, k.action, k.entity, md5('record ' || e.record)::uuid,
    case when k.entity <> 'product' then o.account_id end, k.entity || ' ' || e.record, k.entity || ' ' || e.record, 2,
    '{"status":"pending","orderNote":"before"}', '{"status":"approved","orderNote":"after"}', 'request-' || e.n
  from (
    select n, n / 4 as record, now() - interval '365 days' * (1 - n::float8 / ${rows}) as at,
      ('x' || substr(md5('kind ' || n / 4), 1, 4))::bit(16)::int % 100 as chance,
      power(('x' || substr(md5('owner ' || n / 4), 1, 6))::bit(24)::int / 16777216.0, 1.3) as owner
    from generate_series(1, ${rows}) n) e
  join owners o on o.n = floor(e.owner * (select count(*) from owners))
  cross join lateral (
    select case when chance < 40 then 'order' when chance < 65 then 'session' when chance < 85 then 'license'
        when chance < 90 then 'deal' when chance < 94 then 'user' when chance < 97 then 'price_list' when chance < 98 then 'account' else 'product' end as entity,
      case when chance < 40 then case e.n % 4 when 0 then 'order.created' when 1 then 'order.approved' else 'order.updated' end
        when chance < 65 then 'session.started' when chance < 85 then case e.n % 2 when 0 then 'license.created' else 'license.activated' end
        when chance < 90 then 'deal.updated' when chance < 94 then 'user.updated' when chance < 97 then 'price_list.product_changed'
        when chance < 98 then 'account.moved' else 'product.updated' end as action) k;
  alter table audit_log enable trigger user;
  insert into audit_seals (seq, audit_id, at, user_id, account_id, entity, action, name_folded, hash)
    select row_number() over (order by audit_id), audit_id, at, user_id, account_id, entity, action, name_folded, '' from audit_log;
  delete from audit_unsealed;
  set session_replication_role = origin`

const by = (field: string, direction: 'asc' | 'desc' = 'asc') => ({ sortBy: [{ field, direction }] })
const having = (field: string, ...values: string[]) => ({ filterBy: [{ field, values }] })
const since = (days: number) => ({
  filterBetweenDate: [
    {
      field: 'creationDate',
      fromDate: new Date(Date.now() - days * 86_400_000).toISOString(),
      toDate: new Date().toISOString(),
    },
  ],
})

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startThrowaway()
    closing.push(database.stop)
    const { tenantId } = (await portal(database.url, folder, [
      ...['tenant', 'create', '--code', 'bench', '--name', 'Bench', '--currency', 'EUR'],
      ...['--admin-email', admin.email, '--admin-password', admin.password],
    ])) as Record<'tenantId', string>
    const { distributorId } = await load(
      database.adminUrl,
      tenantId,
      { ...sizeAt(1), orders: 2_000, licenses: 2_000 },
      () => {},
    )
    const client = new pg.Client(database.adminUrl)
    await client.connect()
    const first = async <T>(query: string) => (await client.query(query)).rows[0] as T
    await client.query(`set app.tenant = '${tenantId}'; set session_replication_role = replica; set work_mem = '256MB'`)
    const started = performance.now()
    for (const statement of events.split(';')) await client.query(statement)
    await client.query('vacuum (analyze)')
    say(`${rows} events in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const { code } = await first<{ code: string }>(`select code from accounts where account_id = '${distributorId}'`)
    const sample = await first<Record<'user_id' | 'entity_id' | 'entity_name', string>>(
      `select user_id, entity_id, entity_name from audit_log where account_id = '${distributorId}' limit 1`,
    )
    await client.end()
    await portal(database.url, folder, [
      ...[
        'user',
        'create',
        '--tenant',
        'bench',
        '--account',
        code,
        '--email',
        auditor.email,
        '--roles',
        'AccountAdmin',
      ],
      ...['--first-name', 'A', '--last-name', 'Uditor', '--password', auditor.password],
    ])
    const product = await startProduct(database.url, folder)
    closing.push(product.stop)

    const kinds: [string, object][] = [
      ['newest', {}],
      ['page 50', { page: 50 }],
      ['oldest', by('creationDate')],
      ['by kind', by('entity')],
      ['by kind, descending', by('entity', 'desc')],
      ['by record', by('entityId')],
      ['by action', by('action')],
      ['by action, descending', by('action', 'desc')],
      ['by person', by('actorName')],
      ['by person, descending', by('actorName', 'desc')],
      ['kind order', having('entity', 'order')],
      ['kind product', having('entity', 'product')],
      ['kinds order and deal', having('entity', 'order', 'deal')],
      ['kind order, by action', { ...having('entity', 'order'), ...by('action') }],
      ['of a record', having('entityId', sample.entity_id)],
      ['name of a record', having('entityName', sample.entity_name)],
      ['part of a name', having('entityName', '999')],
      ['part of most names', having('entityName', 'order')],
      ['a name that is nowhere', having('entityName', 'nowhere')],
      ['action order.approved', having('action', 'order.approved')],
      ['action account.moved', having('action', 'account.moved')],
      ['a person’s name', having('actorName', 'reseller 17')],
      ['part of most people’s names', having('actorName', 'user')],
      ['a product', having('product', 'SKU-01')],
      ['a person', having('actorId', sample.user_id)],
      ['a request', having('requestId', `request-${Math.floor(rows / 2)}`)],
      ['a day', since(1)],
      ['30 days', since(30)],
      ['a year', since(366)],
      ['30 days, kind order', { ...since(30), ...having('entity', 'order') }],
      ['30 days, part of a name', { ...since(30), ...having('entityName', '999') }],
    ]
    say('| search | root p50 | root p99 | distributor p50 | distributor p99 |\n|---|---:|---:|---:|---:|')
    const tokens = [await signIn(product.url, brand, admin.email, admin.password)]
    tokens.push(await signIn(product.url, brand, auditor.email, auditor.password))
    for (const [name, search] of kinds.filter(([kind]) => kind.includes(only))) {
      const figures: string[] = []
      for (const token of tokens) {
        const times: number[] = []
        let count = 0
        for (let round = -5; round < rounds; round++) {
          const at = performance.now()
          const answer = await fetch(`${product.url}/api/v1/audit/search`, {
            method: 'POST',
            headers: { ...brand, 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({ limit: 20, page: 1, ...search }),
          })
          const body = (await answer.json()) as { count?: number }
          if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
          count = body.count ?? 0
          if (round >= 0) times.push(performance.now() - at)
        }
        times.sort((one, other) => one - other)
        const of = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]?.toFixed(0)
        figures.push(`${of(0.5)} | ${of(0.99)}`)
        if (token === tokens[0]) figures[0] += ` (${count})`
      }
      say(`| ${name} | ${figures.join(' | ')} |`)
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

await main()
