import type pg from 'pg'
import { pendingMigrations } from '../../migrate.ts'
import type { Config } from '../../platform/config.ts'
import { pooledConnections } from '../../platform/database/database.ts'
import { compile } from '../../platform/database/sql.ts'
import { fits } from '../../platform/installation.ts'
import { lanes } from '../../platform/jobs.ts'
import { hasKey, nameOfKey, openSecrets } from '../../platform/secrets.ts'
import { leftOvers } from '../tenant-move/links.ts'
import { type Finding, findingsAbout } from './finding.ts'

const { good, warning, bad } = findingsAbout('database')
const newest = 18
const oldest = 15
/** Of the owner, beside the pools: the queue of jobs and the listener. */
const directConnections = Object.keys(lanes).length + 3 + 1

interface Server {
  name: string
  number: number
  standby: boolean
  /** Settings that decide whether what was acknowledged survives a crash. */
  fsync: string
  pages: string
  commit: string
  maximum: number
  superuser: boolean
  creates: boolean
  missing: string[]
  /** Seconds that the database's clock is ahead of the asker's when the statement began. */
  now: Date
}

/** What the portal needs of its database, asked on the owner's connection. Nothing is changed. */
export async function lookAtDatabase(client: pg.Client, config: Config): Promise<Finding[]> {
  const before = Date.now()
  const server = await ask(client)
  const away = clockOffset(server.now.getTime(), before, Date.now())
  const findings = [
    ...versionOf(server),
    ...durabilityOf(server),
    ...rightsOf(server, config),
    ...roomIn(server, config),
  ]
  if (Math.abs(away) > 2_000)
    findings.push(
      (Math.abs(away) > 30_000 ? bad : warning)(
        `Its clock differs from this machine's by ${Math.round(Math.abs(away) / 1000)} s.`,
        'Synchronise both with NTP: codes of second factors are valid for 30 seconds.',
      ),
    )
  findings.push(...(await stateOf(client, config)))
  return findings
}

/** Milliseconds by which `theirs` lies outside of the time in which it was asked; 0 inside. */
const clockOffset = (theirs: number, before: number, after: number): number =>
  theirs < before ? theirs - before : theirs > after ? theirs - after : 0

async function ask(client: pg.Client): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select current_database() as name, current_setting('server_version_num')::int / 10000 as number,
           pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
           current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit,
           current_setting('max_connections')::int as maximum, rolsuper as superuser, rolcreaterole as creates,
           array(select wanted from unnest(array['unaccent', 'citext']) wanted
                 where not exists (select from pg_available_extensions where name = wanted)) as missing,
           clock_timestamp() as now
    from pg_roles where rolname = current_user`)
  const [server] = rows
  if (!server) throw new Error('The database did not say who is signed in.')
  return server
}

function versionOf({ name, number, standby, missing }: Server): Finding[] {
  const findings: Finding[] = []
  if (number < oldest || number > newest)
    findings.push(bad(`It is PostgreSQL ${number}.`, `Use PostgreSQL ${oldest} to ${newest}.`))
  else findings.push(good(`${name} is PostgreSQL ${number}.`))
  if (standby)
    findings.push(
      bad(
        'It is a standby, which takes no writes.',
        'Name the primary in DATABASE_URL; a standby belongs into DATABASE_REPLICA_URL.',
      ),
    )
  if (missing.length > 0)
    findings.push(
      bad(
        `It lacks the extensions ${missing.join(', ')}.`,
        'Install the package postgresql-contrib on the database server.',
      ),
    )
  return findings
}

function durabilityOf({ fsync, pages, commit }: Server): Finding[] {
  const off = [
    ...(fsync === 'off' ? ['fsync'] : []),
    ...(pages === 'off' ? ['full_page_writes'] : []),
    ...(commit === 'off' ? ['synchronous_commit'] : []),
  ]
  if (off.length === 0) return [good('What it acknowledges survives a power failure.')]
  return [
    bad(
      `${off.join(', ')} ${off.length === 1 ? 'is' : 'are'} off: acknowledged orders are lost in a power failure.`,
      `Set ${off.map((each) => `${each} = on`).join(', ')} in postgresql.conf.`,
    ),
  ]
}

/** Which login requests will have (docs/operations.md, Database). */
function rightsOf({ superuser, creates }: Server, { databaseUrl, databaseDirectUrl }: Config): Finding[] {
  const hasOwnLogin = databaseUrl !== databaseDirectUrl
  if (superuser && databaseUrl !== undefined)
    return [
      warning(
        'The owner of the tables is a superuser.',
        'Give the database to a role with LOGIN and CREATEROLE only, and name that role.',
      ),
    ]
  if (creates || hasOwnLogin) return [good('Requests use a login that owns nothing.')]
  return [
    warning(
      'The owner may not create roles, so requests use its login.',
      'Grant it CREATEROLE, or make a login for requests and name it in DATABASE_URL, the owner in DATABASE_DIRECT_URL.',
    ),
  ]
}

function roomIn({ maximum }: Server, { databaseConnections }: Config): Finding[] {
  const each = pooledConnections(databaseConnections) + directConnections
  const processes = Math.floor((maximum - 3) / each)
  const says = `${maximum} connections are enough for ${processes} ${processes === 1 ? 'process' : 'processes'} of the portal (${each} each).`
  if (processes >= 2) return [good(says)]
  return [
    (processes === 0 ? bad : warning)(
      says,
      `Raise max_connections to ${2 * each + 3} or more, or lower DATABASE_CONNECTIONS.`,
    ),
  ]
}

/** Whether this version and this key fit the content. */
async function stateOf(client: pg.Client, config: Config): Promise<Finding[]> {
  const pending = await pendingMigrations(client)
  if (pending === null)
    return [
      warning(
        'It is empty.',
        'Start the portal, or run `portal migrate`; then create a tenant with `portal tenant create`.',
      ),
    ]
  const findings: Finding[] = []
  if (pending.length > 0)
    findings.push(
      warning(
        `${pending.length} migrations of this version are not applied: ${pending.join(', ')}.`,
        'Back up, then run `portal migrate`; a start applies them too.',
      ),
    )
  if (!hasKey(config))
    findings.push(
      bad(
        `SECRET_KEY is absent, and ${config.dataDir} has no secret-key: this database was set up with one.`,
        'Use that key.',
      ),
    )
  else if (!(await fits(client, openSecrets(config))))
    findings.push(
      bad(
        `${nameOfKey(config)} is not the key that this database was set up with.`,
        'Use that key, or change it on purpose with `portal keys reseal`.',
      ),
    )
  const { rows } = await client.query<{ tenants: number }>('select count(*)::int as tenants from tenants')
  if (rows[0]?.tenants === 0) findings.push(warning('It has no tenant.', 'Create one: `portal tenant create --help`.'))
  const left = await leftOvers({ rows: async (query) => (await client.query(compile(query))).rows })
  if (left.length > 0)
    findings.push(
      bad(
        `A move of a tenant has died here and left ${left.join(', ')}: a slot keeps the log until the disk is full.`,
        'Run the same `portal tenant move` again: it ends what it began.',
      ),
    )
  if (findings.length === 0) findings.push(good('It is of this version, and SECRET_KEY is its key.'))
  return findings
}
