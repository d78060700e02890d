import { type ConnectionChange, type ConnectionDraft, maximumConnections } from '@trellis/contract/directories'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import { type Secrets, seal } from '../../platform/secrets.ts'
import { lockLivingAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { hasBreakGlass } from '../people/index.ts'
import { listRoles, lockSettings } from '../tenants/index.ts'
import { clientSecretKey, findConnection, listConnections, secretOf } from './connections.ts'

/** Makes a connection. Refuses RQ409 when there are too many, or nobody could sign in without it; RQ422 for what does not fit. */
export async function createConnection(tx: Tx, draft: ConnectionDraft, secrets: Secrets): Promise<string> {
  await lockSettings(tx)
  const before = await listConnections(tx)
  if (before.length >= maximumConnections) throw new Refusal('RQ409', { reason: 'too_many', most: maximumConnections })
  const connectionId = newId()
  await check(tx, draft)
  await tx.run(sql`
    insert into directory_connections (connection_id, name, issuer, client_id, secret_sealed, secret_last_four, is_enabled, is_shown,
      creates_users, vouches_for_addresses, ends_session)
    values (${connectionId}, ${draft.name}, ${draft.issuer}, ${draft.clientId}, ${sealed(draft.clientSecret, secrets)},
            ${lastFour(draft.clientSecret)}, false, false, false, false, false)`)
  await write(tx, connectionId, draft)
  await record(tx, 'connection.created', 'connection', connectionId, {
    after: await shown(tx, connectionId),
  })
  return connectionId
}

/** Changes a connection. Refuses RQ404, and as above. */
export async function changeConnection(
  tx: Tx,
  connectionId: string,
  change: ConnectionChange,
  secrets: Secrets,
): Promise<void> {
  await lockSettings(tx)
  const before = found(await findConnection(tx, connectionId))
  const was = await shown(tx, connectionId)
  // Whoever could send a secret elsewhere would have it.
  if (change.issuer !== before.issuer && change.clientSecret === undefined)
    throw invalid(['clientSecret'], 'required', 'Another issuer needs its client secret')
  await check(tx, change, connectionId)
  await write(tx, connectionId, change)
  const newSecret = change.clientSecret === secretOf(secrets, before) ? undefined : change.clientSecret
  if (newSecret !== undefined)
    await tx.run(sql`
      update directory_connections
      set secret_sealed = ${sealed(newSecret, secrets)}, secret_last_four = ${lastFour(newSecret)}
      where tenant_id = (select current_tenant()) and connection_id = ${connectionId}`)
  const is = await shown(tx, connectionId)
  const changed = (Object.keys(is) as (keyof typeof is)[]).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  const of = (values: typeof is) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  const isNewSecret = newSecret !== undefined
  if (changed.length > 0 || isNewSecret)
    await record(tx, 'connection.changed', 'connection', connectionId, {
      before: of(was),
      after: { ...of(is), ...(isNewSecret && { newClientSecret: true }) },
    })
}

/** Removes a connection; who its people are is kept, for a connection to the same issuer. */
export async function removeConnection(tx: Tx, connectionId: string): Promise<void> {
  await lockSettings(tx)
  const before = await shown(tx, connectionId)
  await tx.run(sql`
    delete from directory_connections where tenant_id = (select current_tenant()) and connection_id = ${connectionId}`)
  await record(tx, 'connection.removed', 'connection', connectionId, { before })
}

/** From now on the domains count. */
export async function proveDomains(tx: Tx, connectionId: string, names: string[]): Promise<void> {
  await lockSettings(tx)
  const before = await shown(tx, connectionId)
  const proved = await tx.run(sql`
    update directory_domains set proved_at = machine_clock()
    where tenant_id = (select current_tenant()) and connection_id = ${connectionId} and proved_at is null
      and domain = any(${names}::citext[])`)
  if (proved === 0) return
  const after = await shown(tx, connectionId)
  await record(tx, 'connection.changed', 'connection', connectionId, {
    before: { provedDomains: before.provedDomains },
    after: { provedDomains: after.provedDomains },
  })
}

const sealed = (secret: string, secrets: Secrets) => seal(clientSecretKey(secrets), secret)
const lastFour = (secret: string) => (secret.length >= 12 ? secret.slice(-4) : '')

async function check(tx: Tx, draft: ConnectionChange, connectionId: string | null = null): Promise<void> {
  const named = [...draft.roleMappings.map(({ roleId }) => roleId), ...draft.defaultRoleIds]
  const roles = await tx.rows<{ roleId: number; isSuperAdmin: boolean }>(sql`
    select role_id as "roleId", is_super_admin as "isSuperAdmin" from offered.roles
    where tenant_id = (select current_tenant()) and role_id = any(${named}::int[])`)
  const role = (roleId: number) => roles.find((each) => each.roleId === roleId)
  draft.roleMappings.forEach(({ roleId }, n) => {
    if (!role(roleId)) throw invalid(['roleMappings', n, 'roleId'], 'unknown_role', 'There is no such role')
  })
  draft.defaultRoleIds.forEach((roleId, n) => {
    const known = role(roleId)
    if (!known) throw invalid(['defaultRoleIds', n], 'unknown_role', 'There is no such role')
    // A super admin is one by a mapping that says so, never because nothing was said (threats A30).
    if (known.isSuperAdmin)
      throw invalid(['defaultRoleIds', n], 'super_admin', 'Only a mapping makes somebody a super admin')
  })
  if (draft.defaultAccountId !== null) await lockLivingAccount(tx, draft.defaultAccountId)
  const names = draft.domains.map(({ name }) => name)
  const taken = await tx.row<{ domain: string }>(sql`
    select domain::text from directory_domains
    where tenant_id = (select current_tenant()) and domain = any(${names}::citext[])
      and connection_id is distinct from ${connectionId}::uuid`)
  if (taken)
    throw invalid(['domains', names.indexOf(taken.domain), 'name'], 'taken', `${taken.domain} is of another connection`)
  if (draft.isEnabled && draft.domains.some(({ only }) => only) && !(await hasBreakGlass(tx)))
    throw new Refusal('RQ409', { reason: 'break_glass' }, 'No super admin has a password and a second factor')
}

async function write(tx: Tx, connectionId: string, draft: ConnectionChange): Promise<void> {
  await tx.run(sql`
    update directory_connections set name = ${draft.name}, issuer = ${draft.issuer}, client_id = ${draft.clientId},
      is_enabled = ${draft.isEnabled}, is_shown = ${draft.isShown}, creates_users = ${draft.createsUsers},
      vouches_for_addresses = ${draft.vouchesForAddresses}, ends_session = ${draft.endsSession}, roles_claim = ${draft.rolesClaim},
      role_mappings = ${json(draft.roleMappings)}, default_role_ids = ${draft.defaultRoleIds}::int[],
      account_claim = ${draft.accountClaim}, account_system = ${draft.accountSystem}, default_account_id = ${draft.defaultAccountId}
    where tenant_id = (select current_tenant()) and connection_id = ${connectionId}`)
  const names = draft.domains.map(({ name }) => name)
  await tx.run(sql`
    delete from directory_domains
    where tenant_id = (select current_tenant()) and connection_id = ${connectionId} and domain <> all(${names}::citext[])`)
  await tx.run(sql`
    insert into directory_domains (connection_id, domain, is_only)
    select ${connectionId}, d.name, d."only" from jsonb_to_recordset(${json(draft.domains)}) as d (name citext, "only" boolean)
    on conflict (tenant_id, domain) do update set is_only = excluded.is_only`)
}

/** What the audit log keeps of a connection: all but its secret, with the names of roles. */
async function shown(tx: Tx, connectionId: string) {
  const connection = found(await findConnection(tx, connectionId))
  const {
    connectionId: _,
    secretSealed: __,
    creationDate: ___,
    domains,
    roleMappings,
    defaultRoleIds,
    ...rest
  } = connection
  const names = new Map((await listRoles(tx)).map(({ roleId, name }) => [roleId, name]))
  return {
    ...rest,
    domains: domains.map(({ name }) => name),
    onlyByDirectory: domains.filter(({ only }) => only).map(({ name }) => name),
    provedDomains: domains.filter(({ proved }) => proved).map(({ name }) => name),
    roleMappings: roleMappings.map(({ value, roleId }) => `${value} → ${names.get(roleId)}`),
    defaultRoles: defaultRoleIds.map((roleId) => names.get(roleId) ?? ''),
  }
}
