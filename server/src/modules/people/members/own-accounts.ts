import { ownAccounts } from '@trellis/contract/own-accounts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { spendTokens } from '../passwords/queries.ts'
import { actAtHome, actInSession } from '../sessions/queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { actAs } from '../sign-in/act-as.ts'
import { markDeleted } from './queries.ts'

/** SQL: a row of `users` is the user who signs in, or another one of the same person (rules P63). */
export const isOfPerson = (signInUserId: string): Sql =>
  sql`(user_id = ${signInUserId} or sign_in_user_id = ${signInUserId})`

/** SQL: the accounts for which the caller acts or is asked to act by the same sign-in, as `OwnAccount`s, the home one first. */
export const ownAccountsJson = ({ signInUserId, userId }: Pick<Actor, 'signInUserId' | 'userId'>): Sql => sql`(
  select json_agg(json_build_object(
           'accountId', o.account_id, 'accountName', t.name, 'userId', o.user_id, 'status', o.status,
           'offeredBy', (select c.first_name || ' ' || c.last_name from users c
                         where c.tenant_id = o.tenant_id and c.user_id = o.created_by and o.sign_in_user_id is not null),
           'isHome', o.sign_in_user_id is null, 'isInUse', o.user_id = ${userId}::uuid)
         order by o.sign_in_user_id is not null, t.name, o.user_id)
  from users o
  join offered.accounts t on t.tenant_id = o.tenant_id and t.account_id = o.account_id and t.deleted_at is null
  where o.tenant_id = (select current_tenant()) and ${isOfPerson(signInUserId)}
    and o.deleted_at is null and o.status in ('user_active', 'user_pending'))`

interface OwnUser {
  userId: string
  email: string
  status: 'user_active' | 'user_pending'
  isHome: boolean
}

/** The caller's own user of an account, locked. RQ404 for every other account. */
async function ownUser(tx: Tx, { signInUserId }: Actor, accountId: string): Promise<OwnUser> {
  return found(
    await tx.row<OwnUser>(sql`
      select u.user_id as "userId", u.email::text, u.status, u.sign_in_user_id is null as "isHome"
      from users u
      join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id and a.deleted_at is null
      where u.tenant_id = (select current_tenant()) and ${isOfPerson(signInUserId)} and u.account_id = ${accountId}
        and u.deleted_at is null and u.status in ('user_active', 'user_pending')
      for no key update of u`),
  )
}

/** The session acts for another one of the caller's accounts, from the next request on (rules P65). */
async function act(tx: Tx, actor: Actor, accountId: string, sessions: Sessions): Promise<void> {
  const { userId, status } = await ownUser(tx, actor, accountId)
  if (status !== 'user_active') throw new Refusal('RQ404')
  if (userId === actor.userId) return
  await actInSession(tx, actor.sessionId, userId)
  // Recorded by the user of that account: those who read its history do not learn of another one.
  await actAs(tx, userId)
  await record(tx, 'session.account_changed', 'session', actor.sessionId, { after: { userId } })
  await sessions.refresh(tx, actor.sessionId)
}

/** Accepts an offer, with the language and time zone that the person has (rules P64). */
async function accept(tx: Tx, actor: Actor, accountId: string): Promise<void> {
  const { userId, status } = await ownUser(tx, actor, accountId)
  if (status !== 'user_pending') throw new Refusal('RQ404')
  await tx.run(sql`
    update users u set status = 'user_active', has_agreed = true, language_code = h.language_code, time_zone = h.time_zone
    from users h
    where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}
      and h.tenant_id = u.tenant_id and h.user_id = u.sign_in_user_id`)
  await spendTokens(tx, userId, ['invitation'])
  await actAs(tx, userId)
  await record(tx, 'user.activated', 'user', userId, { before: { status }, after: { status: 'user_active' } })
}

/** Declines an offer, or ends to act for an account; sessions in which they do go on for the home account (rules P66). */
async function leave(tx: Tx, actor: Actor, accountId: string, sessions: Sessions): Promise<void> {
  const { userId, email, status, isHome } = await ownUser(tx, actor, accountId)
  if (isHome) throw new Refusal('RQ403', { reason: 'home' }, 'This is the account as whose user you sign in')
  const moved = await actAtHome(tx, userId)
  await actAs(tx, userId)
  await record(tx, 'user.deleted', 'user', userId, { before: { email, status } })
  await markDeleted(tx, [userId])
  await sessions.endAllOf(tx, userId, 'account left')
  for (const { sessionId } of moved) await sessions.refresh(tx, sessionId)
}

export const ownAccountsRoutes = ({ sessions }: { sessions: Sessions }) =>
  routes('ownAccounts', ownAccounts, {
    use: ({ tx, actor, body }) => act(tx, actor, body.accountId, sessions),
    accept: ({ tx, actor, params }) => accept(tx, actor, params.id),
    leave: ({ tx, actor, params }) => leave(tx, actor, params.id, sessions),
  })
