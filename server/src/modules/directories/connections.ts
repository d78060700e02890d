import type { Connection } from '@trellis/contract/directories'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { type Secrets, unsealOrNull } from '../../platform/secrets.ts'

/** A connection as it is kept. Its roles are those that are still there. */
export interface StoredConnection extends Omit<Connection, 'domains' | 'redirectUris' | 'users'> {
  secretSealed: Buffer
  domains: { name: string; only: boolean; proved: boolean }[]
}

/** The key that seals the secrets of clients. */
export const clientSecretKey = (secrets: Secrets) => secrets('client secret of a directory')

export const secretOf = (secrets: Secrets, { secretSealed }: StoredConnection): string | null =>
  unsealOrNull(clientSecretKey(secrets), secretSealed)

const isThere = sql`select from offered.roles r where r.tenant_id = c.tenant_id`

const connections = sql`
  select c.connection_id as "connectionId", c.name, c.issuer, c.client_id as "clientId", c.secret_sealed as "secretSealed",
         c.secret_last_four as "secretLastFour", c.is_enabled as "isEnabled", c.is_shown as "isShown",
         c.creates_users as "createsUsers", c.vouches_for_addresses as "vouchesForAddresses", c.ends_session as "endsSession",
         c.roles_claim as "rolesClaim", c.account_claim as "accountClaim", c.account_system as "accountSystem",
         c.default_account_id as "defaultAccountId", iso(c.created_at) as "creationDate",
         (select coalesce(json_agg(m order by n), '[]') from jsonb_array_elements(c.role_mappings) with ordinality e (m, n)
          where exists (${isThere} and r.role_id = (m->>'roleId')::int)) as "roleMappings",
         array(select i from unnest(c.default_role_ids) i where exists (${isThere} and r.role_id = i and not r.is_super_admin)
               order by 1) as "defaultRoleIds",
         (select coalesce(json_agg(json_build_object('name', d.domain, 'only', d.is_only, 'proved', d.proved_at is not null)
                                   order by d.domain), '[]')
          from directory_domains d where d.tenant_id = c.tenant_id and d.connection_id = c.connection_id) as domains
  from directory_connections c where c.tenant_id = (select current_tenant())`

export const listConnections = (tx: Reader) =>
  tx.rows<StoredConnection>(sql`${connections} order by c.name collate "und-x-icu", c.connection_id`)

export const findConnection = (tx: Reader, connectionId: string) =>
  tx.row<StoredConnection>(sql`${connections} and c.connection_id = ${connectionId}`)

/** Living users by the issuer whose people they are. */
export const countUsers = (tx: Reader) =>
  tx.rows<{ issuer: string; users: number }>(sql`
    select p.issuer, count(distinct p.user_id)::int as users
    from directory_people p join offered.users u using (tenant_id, user_id)
    where p.tenant_id = (select current_tenant()) and u.deleted_at is null group by p.issuer`)

/** The enabled connection of the domain of an address, once the domain is proved. */
export const connectionOfAddress = (tx: Reader, email: string) =>
  tx.row<{ connectionId: string; name: string; only: boolean }>(sql`
    select c.connection_id as "connectionId", c.name, d.is_only as "only"
    from directory_domains d
    join directory_connections c on c.tenant_id = d.tenant_id and c.connection_id = d.connection_id
    where d.tenant_id = (select current_tenant()) and d.domain = domain_of(${email}) and d.proved_at is not null and c.is_enabled`)

/** Whether people with this address sign in by a directory and by nothing else (rules P43). */
export const isOnlyByDirectory = async (read: Reader, email: string): Promise<boolean> =>
  (await connectionOfAddress(read, email))?.only === true

/** Whether there are people who sign in by a directory and by nothing else, now or once their domain is proved (rules P43). */
export const hasOnlyDomains = async (read: Reader): Promise<boolean> =>
  (await read.row(sql`
    select from directory_domains d
    join directory_connections c on c.tenant_id = d.tenant_id and c.connection_id = d.connection_id
    where d.tenant_id = (select current_tenant()) and d.is_only and c.is_enabled limit 1`)) !== undefined

/** What the sign-in screen offers to everybody. */
export async function offered(tx: Reader) {
  const enabled = await tx.rows<{ connectionId: string; name: string; isShown: boolean; byAddress: boolean }>(sql`
    select c.connection_id as "connectionId", c.name, c.is_shown as "isShown",
           exists (select from directory_domains d
                   where d.tenant_id = c.tenant_id and d.connection_id = c.connection_id and d.proved_at is not null) as "byAddress"
    from directory_connections c
    where c.tenant_id = (select current_tenant()) and c.is_enabled order by c.name collate "und-x-icu", c.connection_id`)
  return {
    connections: enabled.filter(({ isShown }) => isShown).map(({ connectionId, name }) => ({ connectionId, name })),
    byAddress: enabled.some(({ byAddress }) => byAddress),
  }
}
