import { hasPermission } from '@trellis/contract/permissions'
import { daysAround } from '@trellis/contract/today'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { askJson } from '../pages/asks.ts'
import { due, isRenewable, orderOf } from './queries.ts'

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`

const inCare = sql`accounts_in_care((select own_account()))`
/** SQL: the license `l` ends soon or has ended lately. */
const endsNow = sql`${due} >= (select clock() - ${days(daysAround.after)}) and ${due} <= (select clock() + ${days(daysAround.before)})`
const isNotOrdered = sql`not exists (${orderOf(sql`o.order_id`)})`

/**
 * SQL: the license `l` ends now, nothing is ordered for it yet, and its owner is the reader's own account or right below it:
 * the accounts that are reminded (rules K25).
 */
export const isToRenew: Sql = sql`(l.owner_id in (select account_id from ${inCare}) and ${endsNow} and ${isNotOrdered})`

const keyJson = sql`json_build_object(
  'code', l.serial_key, 'name', p.name, 'seats', l.seats, 'isMaintenance', l.license_is_perpetual,
  'account', json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name),
  'ask', ${askJson})`

/**
 * Keys for the actor to renew, read account by account from the index (`offset 0`), and those whose users asked for it on the
 * page of the key, whenever they end (rules Y6); null for who may not.
 */
export const keysNeeding = ({ permissions }: Actor) =>
  hasPermission(permissions, 'Licenses', 'c')
    ? ({
        kinds: ['ask', 'key'],
        waiting: sql`
          select 'key' as kind, l.license_id as record_id, null::timestamptz as since, ${due} as due,
                 null::numeric as amount, null::int as currency_id
          from ${inCare} c
          cross join lateral (
            select * from licenses l
            where l.tenant_id = (select current_tenant()) and l.owner_id = c.account_id and ${endsNow} offset 0) l
          where ${isRenewable} and ${isNotOrdered}
          union all
          select 'ask', l.license_id, k.asked_at, ${due}, null, null
          from ${inCare} c
          join license_asks k on k.tenant_id = (select current_tenant()) and k.owner_id = c.account_id
          join licenses l on l.tenant_id = k.tenant_id and l.license_id = k.license_id
          where ${isRenewable} and ${isNotOrdered}`,
        shown: sql`
          select ${keyJson}
          from licenses l
          join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
          join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
          join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
          where l.tenant_id = (select current_tenant()) and l.license_id = w.record_id`,
      } as const)
    : null
