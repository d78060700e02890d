import {
  type Delegation,
  type DelegationDraft,
  maximumDelegationDays,
  maximumDelegations,
} from '@trellis/contract/approvals'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { listRolesGiving } from '../people/index.ts'

const tenant = sql`(select current_tenant())`

const person = (row: Sql) =>
  sql`json_build_object('userId', ${row}.user_id, 'firstName', ${row}.first_name, 'lastName', ${row}.last_name)`

/** Delegations of the actor that have not ended: those they gave, or those they were given. */
const listBy = (tx: Reader, column: 'from_user' | 'to_user', userId: string) =>
  tx.rows<Delegation>(sql`
    select d.delegation_id as "delegationId", ${person(sql`f`)} as "from", ${person(sql`t`)} as "to",
           iso(d.starts_at) as "startDate", iso(d.ends_at) as "endDate",
           d.from_user = any(delegators_of(d.to_user)) and d.starts_at <= clock() as "isActive"
    from delegations d
    join offered.users f on f.tenant_id = d.tenant_id and f.user_id = d.from_user
    join offered.users t on t.tenant_id = d.tenant_id and t.user_id = d.to_user
    where d.tenant_id = ${tenant} and d.${sql.ref(column)} = ${userId} and d.ends_at > clock()
      and d.account_id = (select own_account())
    order by d.starts_at, d.delegation_id`)

export async function listDelegations(tx: Reader, actor: Actor) {
  const [given, received] = await Promise.all([
    listBy(tx, 'from_user', actor.userId),
    listBy(tx, 'to_user', actor.userId),
  ])
  return { given, received }
}

/** Who may stand in for the actor: other active people of the account who may decide on orders or deals themselves (rules G40). */
export async function listCandidates(tx: Reader, actor: Actor): Promise<{ id: string; name: string }[]> {
  const [ofOrders, ofDeals] = await Promise.all([listRolesGiving(tx, 'Orders', 'u'), listRolesGiving(tx, 'Deals', 'u')])
  return tx.rows(sql`
    select u.user_id as id, u.first_name || ' ' || u.last_name as name from offered.users u
    where u.tenant_id = ${tenant} and u.account_id = ${actor.accountId} and u.user_id <> ${actor.userId}
      and coalesce(u.sign_in_user_id, u.user_id) <> ${actor.signInUserId}
      and u.status = 'user_active' and u.deleted_at is null and exists (
        select from offered.user_roles h where h.tenant_id = u.tenant_id and h.user_id = u.user_id
          and h.role_id = any(${[...ofOrders, ...ofDeals]}::int[]))
    order by (u.first_name || ' ' || u.last_name) collate "und-x-icu", u.user_id`)
}

const day = 86_400_000

/** Refuses RQ404 for somebody who may not stand in, RQ422 for a time that is over or too long, RQ409 beyond the maximum. */
export async function createDelegation(tx: Tx, actor: Actor, draft: DelegationDraft): Promise<string> {
  const { toUserId, startDate, endDate } = draft
  const candidates = await listCandidates(tx, actor)
  if (!candidates.some(({ id }) => id === toUserId)) throw new Refusal('RQ404')
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
  if (end <= start) throw invalid(['endDate'], 'past', 'It ends after it has begun')
  if (end - start > maximumDelegationDays * day)
    throw invalid(['endDate'], 'too_far', `At most ${maximumDelegationDays} days`)
  const known = found(
    await tx.row<{ isOver: boolean; count: number }>(sql`
      select ${endDate}::timestamptz <= clock() as "isOver",
             (select count(*)::int from delegations d
              where d.tenant_id = ${tenant} and d.from_user = ${actor.userId} and d.ends_at > clock()) as count`),
  )
  if (known.isOver) throw invalid(['endDate'], 'past', 'It has ended already')
  if (known.count >= maximumDelegations)
    throw new Refusal('RQ409', { maximum: maximumDelegations }, 'There are as many delegations as there can be')
  const delegationId = newId()
  await tx.run(sql`
    insert into delegations (delegation_id, account_id, from_user, to_user, starts_at, ends_at)
    values (${delegationId}, ${actor.accountId}, ${actor.userId}, ${toUserId}, ${startDate}, ${endDate})`)
  await record(tx, 'delegation.created', 'delegation', delegationId, {
    after: { toUserId, startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() },
  })
  return delegationId
}

/** Ends a delegation that the actor gave or was given; RQ404 for another. */
export async function endDelegation(tx: Tx, actor: Actor, delegationId: string): Promise<void> {
  const own = sql`tenant_id = ${tenant} and delegation_id = ${delegationId} and ${actor.userId} in (from_user, to_user)`
  const before = found(
    await tx.row<{ fromUserId: string; toUserId: string; startDate: string; endDate: string }>(sql`
      select from_user as "fromUserId", to_user as "toUserId", iso(starts_at) as "startDate", iso(ends_at) as "endDate"
      from delegations where ${own} for update`),
  )
  await record(tx, 'delegation.ended', 'delegation', delegationId, { before })
  await tx.run(sql`delete from delegations where ${own}`)
}
