import type { Code } from '@trellis/contract/codes'
import { maximumDealLevel, maximumManagerLevel } from '@trellis/contract/deal-states'
import { hasPermission } from '@trellis/contract/permissions'
import { protectionEndDays } from '@trellis/contract/today'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { decisions, isAbove, isEnding, situation } from './queries.ts'
import { type Action, type Situation, whyNot } from './rules.ts'
import { reviewDays } from './settings.ts'

const tenant = sql`(select current_tenant())`

/** Narrows what waits for the actor: to one kind, or to deals on which no account nearer to the vendor decides. */
export interface Narrowed {
  kind?: string | undefined
  nearestOnly: boolean
}

/** SQL: the decisions that wait for the actor, as rows `deal_id, kind, since`. */
export function decisionsOf(actor: Actor, { kind, nearestOnly }: Narrowed): Sql {
  const nearest = sql`not exists (
    select from deal_managers(d.vendor_id, ${sql.lit(maximumManagerLevel)}) m
    where m.depth < (select t.depth from accounts_at_or_above(d.vendor_id) t where t.account_id = ${actor.accountId}))`
  return sql`
    select d.deal_id, w.kind, w.since
    from deals d cross join lateral ${decisions}
    where d.tenant_id = ${tenant} and d.may_wait
      and d.vendor_id in (select account_id from accounts_at_or_below(${actor.accountId}))
      and ${isAbove(actor)} and ${kind === undefined ? sql`true` : sql`w.kind = ${kind}`}
      and ${nearestOnly ? nearest : sql`true`}`
}

/** SQL: the row `d` is of the reader's own account, and its protection ends soon (rules J16). */
export const isToExtend: Sql = sql`(d.vendor_id = (select own_account()) and ${isEnding(protectionEndDays)}
  and d.extension_asked_at is null)`

const actions = {
  protection: 'protect',
  ebid: 'decideEbid',
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
          sql`select q.kind, q.deal_id as record_id, q.since, q.since + make_interval(days => ${reviewDays}) as due
              from (${decisionsOf(actor, { nearestOnly: true })}) q`,
        ]
      : []),
    ...(registers
      ? [
          sql`select 'protectionEnd', d.deal_id, null, d.expires_at from deals d
              where d.tenant_id = ${tenant} and ${isToExtend}`,
        ]
      : []),
  ]
  if (waiting.length === 0) return null
  return {
    kinds: ['protection', 'ebid', 'extension', 'protectionEnd'],
    waiting: sql.join(waiting, sql` union all `),
    shown: sql`
      select json_build_object(
        'code', d.code, 'name', p.name, 'currencyCode', c.code,
        'amount', case w.kind when 'ebid' then d.ebid_value else d.total end,
        'itemsTotal', case w.kind when 'ebid' then d.total end,
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
