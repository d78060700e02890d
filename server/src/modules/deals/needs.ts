import type { Code } from '@trellis/contract/codes'
import { maximumDealLevel, maximumManagerLevel } from '@trellis/contract/deal-states'
import { hasPermission } from '@trellis/contract/permissions'
import { protectionEndDays } from '@trellis/contract/today'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { personOf } from '../approvals/index.ts'
import { decisions, isEnding, situation } from './queries.ts'
import { type Action, type Situation, whyNot } from './rules.ts'
import { reviewDays } from './settings.ts'

const tenant = sql`(select current_tenant())`

/** Narrows what waits for the actor: to one kind, or to deals on which no account nearer to the vendor decides. */
export interface Narrowed {
  kind?: string | undefined
  nearestOnly: boolean
}

/**
 * SQL: the decisions that wait for the actor, as rows `deal_id, kind, since, amount, currency_id`. `offset 0` reads the index of
 * waiting deals for each of these vendors: the planner expects many more of them, and would read all that waits in the tenant.
 */
export const decisionsOf = (actor: Actor, { kind, nearestOnly }: Narrowed): Sql => sql`
  select d.deal_id, w.kind, w.since, case w.kind when 'ebid' then d.ebid_value else d.total end as amount, d.currency_id
  from vendors_decided_by(${actor.accountId}, ${sql.lit(maximumManagerLevel)}, ${nearestOnly}) v
  cross join lateral (
    select * from deals d where d.tenant_id = ${tenant} and d.vendor_id = v.account_id and d.may_wait offset 0) d
  cross join lateral ${decisions}
  where ${kind === undefined ? sql`true` : sql`w.kind = ${kind}`}`

const toSign = (actor: Actor): Sql =>
  sql`ebids_to_sign(${personOf(actor)}, ${actor.accountId}, ${sql.lit(maximumManagerLevel)})`

/** SQL: the actor's account is the nearest that decides on the row `d`. */
const isNearest = (actor: Actor): Sql => sql`${actor.accountId} = (
  select m.account_id from deal_managers(d.vendor_id, ${sql.lit(maximumManagerLevel)}) m order by m.depth limit 1)`

/** SQL: when the row `q` is late: as promised for all decisions (rules J12), of a special price also as the account promises (rules G42). */
const dueOf = (actor: Actor): Sql => sql`least(
  q.since + make_interval(days => ${reviewDays}),
  case q.kind when 'ebid' then q.since + make_interval(hours => (select promise_hours('ebid', ${actor.accountId}))) end)`

/** SQL: the row `d` is of the reader's own account, and its protection ends soon (rules J16). */
export const isToExtend: Sql = sql`(d.vendor_id = (select own_account()) and ${isEnding(protectionEndDays)}
  and d.extension_asked_at is null)`

const actions = {
  protection: 'protect',
  ebid: 'decideEbid',
  ebidSignature: 'decideEbid',
  extension: 'extend',
  protectionEnd: 'askExtension',
} as const

interface Facts {
  kind: keyof typeof actions
  situation: Situation
}

/** Deals for the actor to decide, as the nearest who may, and those of the own account whose protection ends. */
export function dealsNeeding(actor: Actor) {
  const may = (flag: 'c' | 'u') => hasPermission(actor.permissions, 'Deals', flag)
  const decides = may('u') && actor.level <= maximumManagerLevel
  const registers = (may('u') || may('c')) && actor.level <= maximumDealLevel
  const waiting = [
    ...(decides
      ? [
          sql`select q.kind, q.deal_id as record_id, q.since, ${dueOf(actor)} as due, q.amount, q.currency_id
              from (${decisionsOf(actor, { nearestOnly: true })}) q
              where q.kind <> 'ebid' or not exists (
                select from ${toSign(actor)} s where s.deal_id = q.deal_id and not s.is_last_step)`,
          // Of a deal on which a nearer account decides, too: it may lack the level or the role.
          sql`select 'ebidSignature', d.deal_id, d.ebid_since, d.ebid_since + make_interval(days => ${reviewDays}), d.ebid_value, d.currency_id
              from ${toSign(actor)} s join deals d on d.tenant_id = ${tenant} and d.deal_id = s.deal_id
              where s.asks and not (s.is_last_step and ${isNearest(actor)}) and not deal_is_expired(d.status, d.expires_at)`,
        ]
      : []),
    ...(registers
      ? [
          sql`select 'protectionEnd', d.deal_id, null, d.expires_at, d.total, d.currency_id from deals d
              where d.tenant_id = ${tenant} and ${isToExtend}`,
        ]
      : []),
  ]
  if (waiting.length === 0) return null
  return {
    kinds: ['protection', 'ebid', 'extension', 'protectionEnd', 'ebidSignature'],
    waiting: sql.join(waiting, sql` union all `),
    shown: sql`
      select json_build_object(
        'code', d.code, 'name', p.name, 'currencyCode', c.code,
        'amount', case when w.kind in ('ebid', 'ebidSignature') then d.ebid_value else d.total end,
        'itemsTotal', case when w.kind in ('ebid', 'ebidSignature') then d.total end,
        'account', json_build_object('accountId', v.account_id, 'accountCode', v.code, 'accountName', v.name),
        'facts', json_build_object('kind', w.kind, 'situation', ${situation(actor)}))
      from deals d
      join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
      join offered.accounts v on v.tenant_id = d.tenant_id and v.account_id = d.vendor_id
      join offered.currencies c on c.currency_id = d.currency_id
      where d.tenant_id = ${tenant} and d.deal_id = w.record_id`,
    whyNot: ({ kind, situation }: Facts): Code | null => whyNot(actions[kind] satisfies Action, situation, actor),
  } as const
}
