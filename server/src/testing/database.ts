import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { loginNameOf } from '../platform/database/login.ts'
import { prepareInstallation } from '../platform/installation.ts'
import { openSecrets } from '../platform/secrets.ts'
import type { Settled } from './companies.ts'
import { settleDatabase } from './durable.ts'

/**
 * The key of every installation in tests: for tests that open a database themselves, and for processes that they start. Another
 * key would change the password of the database's login while it is in use.
 */
export const testSecretKey = 'a secret of tests, and of nothing else'
const keyConfig = { secretKey: testSecretKey, dataDir: '' }
export const testSecrets = openSecrets(keyConfig)

export interface TestDatabase {
  /** Connects as trellis_owner, as the product does. */
  url: string
  /** Connects as the superuser, to read raw rows without row-level security. */
  adminUrl: string
  drop(): Promise<void>
}

/** A new database: migrated and empty, or with `migrated: false` without any table. */
export async function testDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = newName()
  await asAdmin((admin) => copy(admin, name, migrated ? 'trellis' : 'template0'))
  return named(name)
}

export interface SettledDatabase extends TestDatabase {
  settled: Settled
}

/** A new database with the network of companies, ready to be served, and what is in it. */
export async function settledDatabase(): Promise<SettledDatabase> {
  const name = newName()
  const settled = await asAdmin(async (admin) => {
    const found = await settledTemplate(admin)
    await copy(admin, name, template)
    return found
  })
  return { ...named(name), settled }
}

/** The database that those with the network of companies are copied from. */
const template = 'settled'

/** Makes the template if no test of this run has made it yet. Its comment keeps what is in it. */
async function settledTemplate(admin: pg.Client): Promise<Settled> {
  const comment = async () =>
    (
      await admin.query<{ found: string | null }>(
        `select shobj_description(oid, 'pg_database') as found from pg_database where datname = $1`,
        [template],
      )
    ).rows[0]?.found
  const found = await comment()
  if (found) return JSON.parse(found) as Settled
  await admin.query(`select pg_advisory_lock(hashtextextended('settled template', 0))`)
  try {
    const foundByNow = await comment()
    if (foundByNow) return JSON.parse(foundByNow) as Settled
    await copy(admin, template, 'trellis')
    const settled = await settleForServing(named(template).url)
    await admin.query(`comment on database ${template} is ${admin.escapeLiteral(JSON.stringify(settled))}`)
    return settled
  } finally {
    await admin.query(`select pg_advisory_unlock(hashtextextended('settled template', 0))`)
  }
}

/** Fills a database that has been migrated, or is empty, with the network of companies. */
export async function settleForServing(url: string): Promise<Settled> {
  const settled = await settleDatabase(url)
  await prepareInstallation(url, testSecrets, keyConfig)
  return settled
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

/** Copying the files is quicker than writing each page to the log, for databases as small as these. */
const copy = (admin: pg.Client, name: string, from: string) =>
  admin.query(`create database ${name} template ${from} strategy file_copy owner trellis_owner`)

const named = (name: string): TestDatabase => ({
  url: withDatabase(inject('templateUrl'), name),
  adminUrl: withDatabase(inject('adminUrl'), name),
  drop: () =>
    asAdmin(async (admin) => {
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`drop role if exists ${loginNameOf(name)}`)
    }),
})

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(withDatabase(inject('adminUrl'), 'postgres'))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
