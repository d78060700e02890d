import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { loginNameOf } from '../platform/database/login.ts'
import { openSecrets } from '../platform/secrets.ts'

/**
 * For tests that open a database themselves, and for processes that they start: another key would change the password
 * of the database's login while it is in use.
 */
export const testSecretKey = 'a secret of tests, and of nothing else'
export const testSecrets = openSecrets({ secretKey: testSecretKey, dataDir: '' })

export interface TestDatabase {
  /** Connects as trellis_owner, as the product does. */
  url: string
  /** Connects as the superuser, to read raw rows without row-level security. */
  adminUrl: string
  drop(): Promise<void>
}

/** A new database: migrated and empty, or with `migrated: false` without any table. */
export async function testDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${migrated ? 'trellis' : 'template0'} OWNER trellis_owner`)
  return {
    url: withDatabase(inject('templateUrl'), name),
    adminUrl: withDatabase(inject('adminUrl'), name),
    async drop() {
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await asAdmin(`DROP ROLE IF EXISTS ${loginNameOf(name)}`)
    },
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(withDatabase(inject('adminUrl'), 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
