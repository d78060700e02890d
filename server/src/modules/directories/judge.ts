import type { DirectoryProblem } from '@trellis/contract/directory-problems'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { hasExternalId } from '../tenants/index.ts'
import { addressIn, bareIssuer, type Claims, hasTooManyGroups, rolesBy, textsAt, whyNotAddress } from './claims.ts'
import type { StoredConnection } from './connections.ts'
import { isMadeByDirectory } from './scim/users.ts'

/** What comes of claims (rules P41, P42): one sentence decides it for a sign-in and for a test. */
export type Verdict =
  | { outcome: 'known'; userId: string; roleIds: number[] | null }
  /** An existing or invited user who has to prove once that the person of the directory is they. */
  | { outcome: 'adopted'; userId: string; isPending: boolean; isOurs: boolean; roleIds: number[] | null }
  | { outcome: 'created'; accountId: string; roleIds: number[] }
  | { outcome: null; problem: DirectoryProblem }

const refused = (problem: DirectoryProblem): Verdict => ({ outcome: null, problem })

interface Found {
  userId: string
  status: string
  isGone: boolean
}

/** The user of a person of a directory: by issuer and subject, never by an address. */
const userOf = (tx: Reader, { iss, sub }: Claims) =>
  tx.row<Found>(sql`
    select u.user_id as "userId", u.status, u.deleted_at is not null or a.deleted_at is not null as "isGone"
    from directory_people p
    join offered.users u on u.tenant_id = p.tenant_id and u.user_id = p.user_id
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
    where p.tenant_id = (select current_tenant()) and p.issuer = ${bareIssuer(iss)} and p.subject = ${sub}`)

/**
 * `isOurs`: a directory made the user by SCIM, they have no password, and no person is linked to them. There is nothing that they could
 * prove, and nobody else whose account it could be (rules P55).
 */
const userWith = (tx: Reader, address: string) =>
  tx.row<Found & { isOurs: boolean }>(sql`
    select u.user_id as "userId", u.status, a.deleted_at is not null as "isGone",
           ${isMadeByDirectory} and not exists (
             select from directory_people p where p.tenant_id = u.tenant_id and p.user_id = u.user_id) as "isOurs"
    from offered.users u join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
    where u.tenant_id = (select current_tenant()) and u.email = ${address} and u.deleted_at is null and u.sign_in_user_id is null`)

/** Reads what the claims lead to, and changes nothing. */
export async function judge(tx: Reader, connection: StoredConnection, claims: Claims): Promise<Verdict> {
  const roleIds = rolesBy(claims, connection)
  const known = await userOf(tx, claims)
  if (known && !known.isGone) {
    if (known.status !== 'user_active') return refused('suspended')
    return roleIds?.length === 0 ? refused('no_role') : { outcome: 'known', userId: known.userId, roleIds }
  }
  const proved = connection.domains.filter((domain) => domain.proved).map(({ name }) => name)
  const problem = whyNotAddress(claims, { vouchesForAddresses: connection.vouchesForAddresses, proved })
  if (problem !== null) return refused(problem)
  const holder = await userWith(tx, addressIn(claims) ?? '')
  if (holder) {
    if (holder.isGone) return refused('removed')
    if (holder.status === 'user_suspended') return refused('suspended')
    if (roleIds?.length === 0) return refused('no_role')
    return {
      outcome: 'adopted',
      userId: holder.userId,
      isPending: holder.status === 'user_pending',
      isOurs: holder.isOurs,
      roleIds,
    }
  }
  // Whom somebody removed here does not come back by themselves.
  if (known) return refused('removed')
  if (!connection.createsUsers) return refused('not_invited')
  const accountId = await accountBy(tx, connection, claims)
  if (accountId === null) return refused('no_account')
  const first = roleIds ?? connection.defaultRoleIds
  return first.length === 0 ? refused('no_role') : { outcome: 'created', accountId, roleIds: first }
}

/** The account that the claim names, else the default one; null when neither is there. */
async function accountBy(tx: Reader, connection: StoredConnection, claims: Claims): Promise<string | null> {
  const { accountClaim, accountSystem, defaultAccountId } = connection
  const [text] = accountClaim === null ? [] : textsAt(claims, accountClaim)
  const living = (condition: Sql) =>
    tx.rows<{ accountId: string }>(sql`
      select a.account_id as "accountId" from offered.accounts a
      where a.tenant_id = (select current_tenant()) and a.deleted_at is null and ${condition} limit 2`)
  if (text) {
    const named =
      accountSystem === null
        ? await living(sql`a.code = ${text}`)
        : await living(hasExternalId('account', sql`a.account_id`)([`${accountSystem}:${text}`]))
    if (named.length === 1) return named[0]?.accountId ?? null
  }
  if (defaultAccountId === null) return null
  return (await living(sql`a.account_id = ${defaultAccountId}`))[0]?.accountId ?? null
}

export const lacksGroups = ({ rolesClaim }: StoredConnection, claims: Claims): boolean =>
  rolesClaim !== null && hasTooManyGroups(claims, rolesClaim)
