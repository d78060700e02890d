import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import type { Secrets } from '../secrets.ts'
import { Connection, codeOf } from './connection.ts'
import { addressAt, changedUrl, hostsOf } from './hosts.ts'

/** How the pool signs in. */
interface Login {
  /** The URL with the user and password of the login. */
  url: string
  /** The role that each connection then sets; null: the user of the URL. */
  role: string | null
  /** Why a connection of the pool could become the owner of the tables; null when it cannot. */
  weakness: string | null
}

interface LoginOptions {
  /** The owner's URL, through which the login is created and gets its rights. */
  directUrl: string
  /** Absent: no login is created. */
  secrets?: Secrets | undefined
}

/**
 * The login that requests use. It owns nothing and is no member of any role, so no statement can make it the owner. Its
 * password is derived from the installation's secret, so all processes agree on it without sharing a file.
 * Fallbacks where it cannot be created: an operator's own login, if DATABASE_URL names another user than
 * DATABASE_DIRECT_URL; else the role trellis_app, which a connection can leave again; else the owner, to whom forced
 * row-level security applies as well.
 */
export async function openLogin(url: string, { directUrl, secrets }: LoginOptions): Promise<Login> {
  const owner = new Connection({ connectionString: directUrl, connectionTimeoutMillis: 5_000 })
  await owner.connect()
  try {
    const given = userOf(url)
    if (given !== userOf(directUrl) && !(await ownsTables(owner, given))) {
      await owner.query('call grant_application($1)', [given])
      return { url, role: null, weakness: await weaknessAt(url) }
    }
    if (secrets === undefined)
      return await actingLogin(owner, url, 'it was opened without the secret of the installation')
    const name = await loginName(owner)
    const password = createHmac('sha256', secrets('database login')).update(name).digest('base64url')
    const own = withUser(url, name, password)
    const problem = await ownLogin(owner, name, password, own)
    return problem === null ? { url: own, role: null, weakness: null } : await actingLogin(owner, url, problem)
  } finally {
    await owner.end()
  }
}

/**
 * The same name in every process, and a different one for each database of a cluster, because roles belong to the
 * cluster.
 */
export function loginNameOf(database: string): string {
  const name = `trellis_app_${database}`
  const longest = 63
  if (Buffer.byteLength(name) <= longest) return name
  return `trellis_app_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

async function loginName(owner: Connection): Promise<string> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  return loginNameOf(rows[0]?.name ?? '')
}

/** The rights of requests would be all that is left to the owner of the tables, who is no login of the operator's for requests. */
async function ownsTables(client: Connection, role: string): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select exists (select from pg_tables where schemaname = 'public' and tableowner = $1) as owns`,
    [role],
  )
  return rows[0]?.owns === true
}

/** Creates or corrects the login. Returns why it cannot be used, or null. */
async function ownLogin(owner: Connection, name: string, password: string, url: string): Promise<string | null> {
  try {
    if (!(await isFit(owner, name))) await make(owner, name, password)
    await owner.query('call grant_application($1)', [name])
    return await weaknessAt(url).catch(async (error: unknown) => {
      if (!isWrongPassword(error)) throw error
      await make(owner, name, password)
      return weaknessAt(url)
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return `the login ${name} could not be made or used (${error.message})`
  }
}

/** Whether the role exists with the right attributes, without memberships and without settings of its own. */
async function isFit(owner: Connection, name: string): Promise<boolean> {
  const { rows } = await owner.query<{ fit: boolean }>(
    `select rolcanlogin and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
            and rolvaliduntil is null
            and not exists (select from pg_auth_members m where m.member = r.oid)
            and not exists (select from pg_db_role_setting s where s.setrole = r.oid) as fit
     from pg_roles r where rolname = $1`,
    [name],
  )
  return rows[0]?.fit === true
}

async function make(owner: Connection, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await owner.query('begin')
  try {
    // Serializes processes that start at once, which would update the same row concurrently.
    await owner.query(`select pg_advisory_xact_lock(hashtextextended('application login', 0))`)
    const { rows } = await owner.query<{ granted: string }>(
      `select m.roleid::regrole::text as granted from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = $1`,
      [name],
    )
    const there = await owner.query('select from pg_roles where rolname = $1', [name])
    if (there.rows.length === 0) await owner.query(`create role ${role}`)
    for (const { granted } of rows) await owner.query(`revoke ${granted} from ${role}`)
    await owner.query(`alter role ${role} reset all`)
    await owner.query(
      `alter role ${role} login noinherit password ${pg.escapeLiteral(scramOf(password))} valid until 'infinity'`,
    )
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/**
 * The SCRAM verifier that PostgreSQL stores (RFC 5803), so that the password itself appears in no statement and no log.
 */
function scramOf(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/**
 * Signs in and checks for ways to more rights: attributes, membership in the owner or a superuser, the right to create
 * tables.
 */
async function weaknessAt(url: string): Promise<string | null> {
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<Record<'name' | 'attribute' | 'owner' | 'creates', string | boolean>>(`
      select current_user as name,
        exists (select from pg_roles r where (r.rolsuper or r.rolbypassrls or r.rolcreaterole) and pg_has_role(r.oid, 'member')) as attribute,
        exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and pg_has_role(c.relowner, 'member')) as owner,
        has_schema_privilege('public', 'create') or has_database_privilege(current_database(), 'create') as creates`)
    const found = rows[0]
    if (found?.owner) return `${found.name} owns the tables or can become their owner`
    if (found?.attribute)
      return `${found.name} is a superuser or can become one, sees past row-level security or makes roles`
    if (found?.creates) return `${found.name} may create tables and functions`
    return null
  } finally {
    await client.end()
  }
}

/** The fallback without a login of the application's own. */
async function actingLogin(owner: Connection, url: string, problem: string): Promise<Login> {
  const { rows } = await owner.query<{ acting: boolean; unbound: boolean }>(`
    select exists (select from pg_roles where rolname = 'trellis_app' and pg_has_role(oid, 'member')) as acting,
           (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as unbound`)
  if (rows[0]?.acting) {
    await owner.query('call grant_application($1)', ['trellis_app'])
    return { url, role: 'trellis_app', weakness: problem }
  }
  if (rows[0]?.unbound) {
    throw new OperatorError(
      'The database user sees past row-level security, and there is no role trellis_app to act in.',
    )
  }
  return { url, role: null, weakness: problem }
}

const isWrongPassword = (error: unknown): boolean => ['28P01', '28000'].includes(codeOf(error))

const userOf = (url: string): string => {
  const [host = ''] = hostsOf(url)
  const { searchParams, username } = new URL(addressAt(url, host))
  return searchParams.get('user') ?? (decodeURIComponent(username) || (process.env.PGUSER ?? ''))
}

/** As query parameters, which also work for a URL without a host (a Unix socket). */
function withUser(url: string, user: string, password: string): string {
  return changedUrl(url, ({ searchParams }) => {
    searchParams.set('user', user)
    searchParams.set('password', password)
  })
}
