import type pg from 'pg'
import type { Config } from './config.ts'
import { Connection } from './database/connection.ts'
import { OperatorError } from './operator-error.ts'
import { nameOfKey, type Secrets, seal, unsealOrNull } from './secrets.ts'
import { addSigningKey, completeSigningKeys, resealSigningKeys } from './signing/keys.ts'

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>

const purpose = 'secret key check'
const checked = 'trellis'

/** Runs `work` in one transaction as the owner; an advisory lock allows one process of the installation at a time. */
export async function withInstallation<T>(directUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new Connection({ connectionString: directUrl, application_name: 'trellis installation' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('installation', 0))`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

/**
 * Refuses a SECRET_KEY that is not the database's, before anything is sealed or signed with it, and ensures that there
 * are signing keys. The first process of an installation sets both.
 */
export async function prepareInstallation(directUrl: string, secrets: Secrets, config: KeyConfig): Promise<void> {
  await withInstallation(directUrl, async (client) => {
    if (!(await fits(client, secrets))) {
      throw new OperatorError(
        `${nameOfKey(config)} is not the key that this database was set up with: start with that one, or change it on purpose with \`portal keys reseal\` (docs/operations.md, Secrets).`,
      )
    }
    await client.query('insert into secret_key_check (sealed) values ($1) on conflict do nothing', [
      seal(secrets(purpose), checked),
    ])
    await completeSigningKeys(client, secrets)
  })
}

/**
 * The same in a further primary, which gets the signing keys of `main` before, so that a lease is verified with the same keys wherever its
 * tenant lives.
 */
export async function prepareFurther(
  mainUrl: string,
  directUrl: string,
  secrets: Secrets,
  config: KeyConfig,
): Promise<void> {
  const keys = await withInstallation(
    mainUrl,
    async (client) => (await client.query('select * from signing_keys')).rows,
  )
  await withInstallation(directUrl, async (client) => {
    for (const { kid, private_key_sealed, created_at } of keys)
      await client.query(
        'insert into signing_keys (kid, private_key_sealed, created_at) values ($1, $2, $3) on conflict do nothing',
        [kid, private_key_sealed, created_at],
      )
  })
  await prepareInstallation(directUrl, secrets, config)
}

/** Whether the database's content was sealed with this key; true for a new database. */
export async function fits(client: pg.ClientBase, secrets: Secrets): Promise<boolean> {
  const { rows } = await client.query<{ sealed: Buffer }>('select sealed from secret_key_check')
  return rows.every(({ sealed }) => unsealOrNull(secrets(purpose), sealed) === checked)
}

/** Adds a signing key; returns its id. Older keys still verify. */
export const rotateSigningKey = (directUrl: string, secrets: Secrets): Promise<string> =>
  withInstallation(directUrl, (client) => addSigningKey(client, secrets))

/** Re-encrypts the platform's sealed data with another key. */
export async function resealInstallation(client: pg.ClientBase, from: Secrets, to: Secrets): Promise<void> {
  await resealSigningKeys(client, from, to)
  await client.query(
    `insert into secret_key_check (sealed) values ($1) on conflict (only_row) do update set sealed = excluded.sealed`,
    [seal(to(purpose), checked)],
  )
}
