import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { networkWithDirectory } from '../../testing/directories.ts'
import { live } from '../../testing/living.ts'
import { operatorOf } from '../../testing/operator.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { raw } from '../../testing/selling.ts'
import { differing, leftOut } from '../tenant-export/columns.ts'

/*
 * Two tenants that have lived move to another installation: one in which every kind of act was done by the calls of people, devices
 * and jobs, and one with a year of random business. Every table of the two is compared.
 */

const receiver = await openReceiver()
const lived = await networkWithDirectory({ webhookHosts: [receiver.host] })
const { world } = lived
const home = mkdtempSync(join(tmpdir(), 'trellis-lived-'))
const target = await testDatabase()
afterAll(async () => {
  await target.drop()
  rmSync(home, { recursive: true, force: true })
})
const passphrase = { MOVE_PASSPHRASE: 'a sentence that nobody guesses' }
const there = operatorOf(world, passphrase)
const here = operatorOf({ adminUrl: target.url, dataDir: join(home, 'data') }, passphrase)
const done = async (said: ReturnType<typeof there>) => {
  const { isDone, stderr, stdout } = await said
  expect({ isDone, stderr }).toEqual({ isDone: true, stderr: '' })
  return stdout
}

const hands = await live(lived, receiver)
const codes = ['verdant', 'year']
const admin = ['--admin-email', 'ada@year.example', '--admin-password', 'Correct-Horse-1']
await done(there('tenant', 'create', '--sandbox', '--code', 'year', '--name', 'Year', ...admin))
await done(there('tenant', 'clock', 'year', '--to', new Date(Date.now() + 40 * 86_400_000).toISOString()))

/** Tables in which a tenant that has lived has no rows, and why. */
const empty: Record<string, string> = {}

async function tablesOf({ adminUrl }: { adminUrl: string }): Promise<string[]> {
  const rows = await raw<{ name: string }>(
    { adminUrl },
    `select c.relname::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  return rows.map(({ name }) => name)
}
const idOf = async (code: string) =>
  (await raw<{ id: string }>(world, 'select tenant_id as id from tenants where code = $1', [code]))[0]?.id ?? ''

/** The rows of a tenant in a table as text, by the superuser. */
async function rowsOf(adminUrl: string, table: string, tenantId: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(r) as row from "${table}" r where tenant_id = $1 order by r::text`,
      [tenantId],
    )
    return rows.map(({ row }) => row)
  } finally {
    await client.end()
  }
}

test('dump', async () => {
  const counts: Record<string, number> = {}
  for (const code of codes)
    for (const table of await tablesOf(world)) counts[table] = (counts[table] ?? 0) + (await rowsOf(world.adminUrl, table, await idOf(code))).length
  const lacking = Object.keys(counts).filter((table) => counts[table] === 0 && leftOut[table] === undefined && !(table in empty))
  expect(lacking).toEqual([])
  expect([differing, hands]).toBeDefined()
})
