import { sql } from '../../platform/database/sql.ts'
import { CommandError } from '../command.ts'
import { schemaOf } from '../tenant-export/manifest.ts'
import { someOf } from '../tenant-import/refuse.ts'
import type { Server, Servers } from './servers.ts'
import { ofTenants } from './tables.ts'

const nothing = 'Nothing was changed.'

interface Found {
  id: string
  code: string
  isGoing: boolean
  at: Server
}

/** The server of a primary. */
export function serverOf({ all, silent }: Servers, name: string): Server {
  const server = all.get(name)
  if (server) return server
  const reason = silent.get(name)
  const names = [...all.keys(), ...silent.keys()].join(', ')
  throw new CommandError(
    reason === undefined
      ? `There is no primary ${name}. There are: ${names} (DATABASE_URL is main, DATABASE_PRIMARIES names the others).`
      : `The primary ${name} does not answer: ${reason}. ${nothing}`,
  )
}

/** The tenants with these codes, wherever they live. */
export async function findTenants({ all, silent }: Servers, codes: readonly string[]): Promise<Found[]> {
  const found: Found[] = []
  for (const at of all.values()) {
    const rows = await at.rows<Omit<Found, 'at'>>(sql`
      select tenant_id as id, code::text, deletion_began_at is not null as "isGoing"
      from tenants where code = any(${codes}::citext[]) and residence_of(tenant_id) = 'here'`)
    found.push(...rows.map((row) => ({ ...row, at })))
  }
  return codes.map((code) => {
    const tenant = found.find((each) => each.code.toLowerCase() === code.toLowerCase())
    if (tenant) return tenant
    const unasked = silent.size > 0 ? ` ${[...silent.keys()].join(', ')} could not be asked.` : ''
    throw new CommandError(`There is no tenant ${code}. See \`portal tenant list\`.${unasked}`)
  })
}

/** The one primary that the tenants live in. */
export function sourceOf(tenants: readonly Found[], target: Server): Server {
  for (const { code, isGoing } of tenants)
    if (isGoing) throw new CommandError(`The deletion of ${code} has begun. ${nothing}`)
  const [first, ...others] = tenants
  if (!first) throw new CommandError(`No tenant is named. ${nothing}`)
  const apart = others.find(({ at }) => at !== first.at)
  if (apart)
    throw new CommandError(
      `${first.code} lives in ${first.at.name} and ${apart.code} in ${apart.at.name}: tenants move together from one primary. ${nothing}`,
    )
  if (first.at === target) throw new CommandError(`${first.code} lives in ${target.name} already. ${nothing}`)
  return first.at
}

/** Refuses primaries between which PostgreSQL cannot copy. */
export async function refuseServers(source: Server, target: Server): Promise<void> {
  if ((await schemaOf(source)) !== (await schemaOf(target)))
    throw new CommandError(
      `The tables of ${source.name} and ${target.name} are of different versions. Start the newest version of the portal on both, and move then. ${nothing}`,
    )
  const low = await lowSettings(source)
  if (low.length > 0)
    throw new CommandError(
      `The server of ${source.name} does not hand out its changes. Run ${low.map((each) => `\`alter system set ${each}\``).join(', ')} there and restart it. ${nothing}`,
    )
  const missing = [
    ...(await missingRights(source, 'source')).map((statement) => `at ${source.name}: ${statement}`),
    ...(await missingRights(target, 'target')).map((statement) => `at ${target.name}: ${statement}`),
  ]
  if (missing.length > 0)
    throw new CommandError(
      [
        `The owners of the databases lack rights. A superuser runs`,
        ...missing.map((line) => `  ${line}`),
        nothing,
      ].join('\n'),
    )
  const [login] = await target.rows<{ isSuperuser: boolean }>(
    sql`select rolsuper as "isSuperuser" from pg_roles where rolname = current_user`,
  )
  if (login?.isSuperuser !== true && !/^[a-z]+:\/\/[^@/:]*:[^@]/.test(source.directUrl))
    throw new CommandError(
      `The address of ${source.name} has no password: without one only a superuser subscribes to it. ${nothing}`,
    )
}

/** The settings of a source that are too low, as they have to be: a connection and a slot for the move, and some for its tables. */
async function lowSettings(source: Server): Promise<string[]> {
  const [is] = await source.rows<{ level: string; senders: number; slots: number }>(sql`
    select current_setting('wal_level') as level, current_setting('max_wal_senders')::int as senders,
           current_setting('max_replication_slots')::int as slots`)
  if (!is) return []
  return [
    ...(is.level === 'logical' ? [] : ['wal_level = logical']),
    ...(is.senders < 4 ? ['max_wal_senders = 10'] : []),
    ...(is.slots < 4 ? ['max_replication_slots = 10'] : []),
  ]
}

/** The statements that give the owner of a database what a move needs. */
async function missingRights(server: Server, role: 'source' | 'target'): Promise<string[]> {
  const [is] = await server.rows<{
    name: string
    database: string
    version: number
    isSuperuser: boolean
    replicates: boolean
    bypasses: boolean
    creates: boolean
    subscribes: boolean
    isQuiet: boolean
  }>(sql`
    select quote_ident(rolname) as name, quote_ident(current_database()) as database,
           current_setting('server_version_num')::int / 10000 as version, rolsuper as "isSuperuser",
           rolreplication as replicates, rolbypassrls as bypasses,
           has_database_privilege(current_user, current_database(), 'create') as creates,
           exists (select from pg_roles p where p.rolname = 'pg_create_subscription'
                   and pg_has_role(current_user, p.oid, 'usage')) as subscribes,
           has_parameter_privilege(current_user, 'session_replication_role', 'set') as "isQuiet"
    from pg_roles where rolname = current_user`)
  if (!is || is.isSuperuser) return []
  const { name, database } = is
  if (role === 'target' && is.version < 16) return [`alter role ${name} superuser;`]
  return [
    ...(is.bypasses ? [] : [`alter role ${name} bypassrls;`]),
    ...(role === 'target' || is.replicates ? [] : [`alter role ${name} replication;`]),
    ...(role === 'source' || is.subscribes ? [] : [`grant pg_create_subscription to ${name};`]),
    ...(is.creates ? [] : [`grant create on database ${database} to ${name};`]),
    ...(is.isQuiet ? [] : [`grant set on parameter session_replication_role to ${name};`]),
  ]
}

/** Refuses tenants with products in common with others that do not move: they are rows of two tenants, and the other one stays. */
export async function refuseShared(source: Server, ids: readonly string[]): Promise<void> {
  const rows = await source.rows<{ says: string }>(sql`
    select distinct o.code::text || ' has published ' || p.sku || ' in ' || t.code::text as says
    from product_publications b
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    join tenants t on t.tenant_id = b.tenant_id
    join tenants o on o.tenant_id = b.owner_tenant_id
    where (b.tenant_id = any(${ids}::uuid[])) <> (b.owner_tenant_id = any(${ids}::uuid[])) order by 1`)
  if (rows.length > 0)
    throw new CommandError(
      `Tenants with products in common move together (--with CODE): ${someOf(rows.map(({ says }) => says))}. ${nothing}`,
    )
}

const keysAtOnce = 10_000

/** Refuses what is once in a primary, and is at the target already: of tenants that do not live there. */
export async function refuseTaken(source: Server, target: Server, ids: readonly string[]): Promise<void> {
  const taken = async (what: string, at: (server: Server, names: string[]) => Promise<string[]>, names: string[]) => {
    const found = names.length === 0 ? [] : await at(target, names)
    if (found.length > 0) throw new CommandError(`${target.name} has ${what} ${someOf(found)} already. ${nothing}`)
  }
  const codes = await source.rows<{ name: string }>(sql`select code::text as name from tenants where ${ofTenants(ids)}`)
  const hosts = await source.rows<{ name: string }>(sql`
    select host::text as name from tenant_hosts where ${ofTenants(ids)} and proved_at is not null`)
  const named = (rows: { name: string }[]) => rows.map(({ name }) => name)
  await taken(
    'a tenant',
    async (server, names) =>
      named(await server.rows(sql`select code::text as name from tenants where code = any(${names}::citext[])`)),
    named(codes),
  )
  await taken(
    'the host name',
    async (server, names) =>
      named(
        await server.rows(sql`
          select host::text as name from tenant_hosts where host = any(${names}::citext[]) and proved_at is not null`),
      ),
    named(hosts),
  )
  for (let after = '\\x'; ; ) {
    const keys = await source.rows<{ hash: string }>(sql`
      select key_hash::text as hash from serial_keys
      where ${ofTenants(ids)} and key_hash > ${after}::bytea order by key_hash limit ${keysAtOnce}`)
    const [same] = await target.rows(sql`
      select from serial_keys where key_hash = any(${keys.map(({ hash }) => hash)}::bytea[]) and not ${ofTenants(ids)} limit 1`)
    if (same) throw new CommandError(`${target.name} has the same serial key in another tenant. ${nothing}`)
    after = keys.at(-1)?.hash ?? after
    if (keys.length < keysAtOnce) break
  }
}
