// @module-tag long
import type { NewExport } from '@trellis/contract/exports'
import { licenses } from '@trellis/contract/licenses'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

/** Row by row, so that an export of the vendor takes far longer than what the tests do meanwhile, and ends after 4 s. */
const world = await network({ exportPace: { rows: 1, patience: 60, longest: 4 } })
const { vendor, acme, calabro } = world
const admin = new pg.Client({ connectionString: world.adminUrl })
let address = ''

const many = 20_000

beforeAll(async () => {
  await admin.connect()
  address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  for (const owner of [acme, acme, calabro]) await licensing(world).key(owner, 'EDGE-1Y')
  await admin.query(`set app.tenant = '${world.tenantId}'`)
  await admin.query(`
    insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, license_is_perpetual, maintenance_is_perpetual)
    select id_at(clock_timestamp()), 'MANY-' || n, l.product_id, a.account_id, 1, now() + n * interval '1 ms', false, false
    from (select product_id from licenses limit 1) l
    cross join (select account_id from accounts where tenant_id = current_tenant() and parent_id is null) a
    cross join generate_series(1, ${many}) n`)
})
afterAll(() => admin.end())

async function exported(person: Person, body: Partial<NewExport> = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${address}/api/v1/exports`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tenant-code': person.tenantCode,
      'x-label': 'Trellis',
      'x-product': 'portal',
      authorization: `Bearer ${await person.token()}`,
    },
    body: JSON.stringify({
      list: 'licenses.search',
      search: { includeChildren: true },
      columns: [{ path: 'serialKey', label: 'Key' }],
      format: 'csv',
      fileName: 'licenses',
      ...body,
    }),
    ...(signal && { signal }),
  })
}

/** Database connections that read an export. */
const reading = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'trellis background'
       and xact_start is not null and state <> 'idle'`,
  )
  return rows.map(({ pid }) => pid)
}

test('a large export begins before its last row is read, and one that takes too long is cut, not ended (rules I5)', async () => {
  const answer = await exported(vendor)
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const { value } = await reader.read()
  expect(Buffer.from(value ?? []).toString()).toContain('Key\r\n')
  expect(await reading()).toHaveLength(1)
  const rest = async () => {
    for (let lines = 0; ; ) {
      const { done, value: next } = await reader.read()
      if (done) return lines
      lines += Buffer.from(next).toString().split('\r\n').length - 1
    }
  }
  await expect(rest()).rejects.toThrow('terminated')
  await expect.poll(reading, { timeout: 10_000 }).toEqual([])
})

test('the statement of an export ends at once when its reader has gone (threats X13)', async () => {
  const leaving = new AbortController()
  const answer = await exported(vendor, {}, leaving.signal)
  await (answer.body as ReadableStream<Uint8Array>).getReader().read()
  expect(await reading()).toHaveLength(1)
  leaving.abort()
  await expect.poll(reading, { timeout: 10_000 }).toEqual([])
})

test('an export whose connection to the database is lost does not look complete (rules I5)', async () => {
  const answer = await exported(vendor, { format: 'xlsx' })
  expect(answer.status).toBe(200)
  const [pid] = await reading()
  await admin.query('select pg_terminate_backend($1)', [pid])
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
})

test('a user has one export at a time, the next one waits in the queue, and a colleague does not wait for it (threats X13)', async () => {
  const leaving = new AbortController()
  // Its headers are here, so it has begun. An answer that nobody holds any more is collected as garbage, and its export ends.
  const begun = await exported(vendor, {}, leaving.signal)
  expect(begun.status).toBe(200)
  const [own, other] = [await exported(vendor), await exported(acme)]
  leaving.abort()
  await expect(begun.text()).rejects.toThrow()
  expect(own.status).toBe(202)
  expect([other.status, (await other.text()).trim().split('\r\n').length]).toEqual([200, 3])
})

test('an export has all rows of the list in its order, however it is sorted and filtered, and a stranger’s none (rules I5, threats T2)', async () => {
  const searches = [
    {},
    { sortBy: [{ field: 'serialKey' as const, direction: 'desc' as const }] },
    { filterBy: [{ field: 'activated' as const, values: [false] }] },
    { filterBy: [{ field: 'serialKey' as const, values: ['MANY-60'] }] },
  ]
  for (const person of [vendor, acme]) {
    for (const search of searches) {
      const asked = { ...search, includeChildren: true, filterBy: search.filterBy ?? [], ...few(person) }
      const { items } = await person.call(licenses.search, { body: { ...asked, limit: 100 } })
      const lines = (await (await exported(person, { search: asked })).text())
        .replace('\ufeff', '')
        .trim()
        .split('\r\n')
      expect(lines.slice(1)).toEqual(items.map(({ serialKey }) => serialKey))
    }
  }
  const strangers = await (await exported(calabro, { search: { includeChildren: true } })).text()
  expect(strangers.trim().split('\r\n')).toHaveLength(2)
})

/** The vendor's list is bounded by a filter, so that it fits into a page. */
const few = (person: Person) =>
  person === vendor ? { filterBy: [{ field: 'serialKey' as const, values: ['MANY-599'] }] } : {}
