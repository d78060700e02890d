import { maximumMapAccounts, type NetworkMap } from '@trellis/contract/network-map'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { badgesOf } from '../accounts/index.ts'
import { endOfPeriod, startOfPeriod } from './periods.ts'
import { accountInReach, accountsIn, linesIn, spansOf, tenant, unfoldedLines } from './relations.ts'

interface Asked {
  currentFrom?: string | null | undefined
  currentTo?: string | null | undefined
}

/** For each module, the account whose sub-tree the reader may read; null: none. */
export interface Sights {
  orders: string | null
  licenses: string | null
}

/** SQL condition: the account of row `b`, in the sub-tree of `top`, lies in that of `from`. Where `top` does, all of them do. */
function isSeen(top: string, from: string | null): Sql {
  if (from === null) return sql`false`
  const isBelow = (account: Sql) => sql`exists (
    select from offered.account_tree s where s.tenant_id = ${tenant} and s.ancestor_id = ${from} and s.descendant_id = ${account})`
  return sql`((select ${isBelow(sql`${top}`)}) or ${isBelow(sql`b.account_id`)})`
}

/**
 * The map: an account and its sub-tree with their figures. When there are too many accounts, the top levels are kept and,
 * of the level that fits only partly, the accounts with the highest sales. Undefined when the account is out of reach.
 *
 *   account (currency of the answer; no row: out of reach)
 *
 *   scope ─> sellers ───────────────────────┐
 *   period ─> spans ─> sums, lines ─────────┼─> sold ─> own ─> whole (own sales of all descendants)
 *   unfolded_lines ─────────────────────────┘            ▼        ▼
 *   branch (accounts, what may be seen) ──────────────> kept (at most maximumMapAccounts) ─> shown ─> answer
 *   upgrade_rights ─> expired licenses of each account ─────────────────────────────────────┘
 */
export const readMap = (tx: Reader, accountId: string, asked: Asked, sights: Sights, timeZone: string) =>
  tx.json<NetworkMap>(sql`
    with account as materialized (${accountInReach(accountId)}),
    scope as materialized (${accountsIn({ accountId, includeChildren: true })}),
    unfolded_lines as materialized (${unfoldedLines}),
    branch as materialized (
      select b.account_id, b.depth, ${isSeen(accountId, sights.orders)} as sees_orders,
             ${isSeen(accountId, sights.licenses)} as sees_licenses
      from (
        select t.descendant_id as account_id, t.depth
        from offered.account_tree t join offered.accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id
        where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} and a.deleted_at is null
      ) b
    ),

    -- What each account of the scope sold itself in the period, per currency

    period as materialized (
      -- From from_at (inclusive) to to_at (exclusive), in the reader's time zone. Without a start it covers all time,
      -- without an end it lasts until now. No row for a reader who may not read orders.
      select coalesce(${startOfPeriod(asked.currentFrom, timeZone)}, '-infinity') as from_at,
             coalesce(${endOfPeriod(asked.currentTo, timeZone)}, clock() + interval '1 millisecond') as to_at
      where ${sql.lit(sights.orders !== null)}
    ),
    spans as materialized (${spansOf('period', [], 'dm')}),
    instants as materialized (select u.since, u.until, u.sign from spans u where u.grain = 'i'),
    sellers as materialized (
      -- Accounts with any sum of sales (their own or of their sub-tree). Few accounts sell, so this limits the lookups.
      select c.account_id from scope c
      cross join lateral (
        select from period_sums m where m.tenant_id = ${tenant} and m.account_id = c.account_id and m.measure = 'v'
        -- The order of its index: where few accounts have all the rows, the planner would read them all for each other account.
        order by m.grain limit 1
      ) any_sale
    ), sold as materialized (
      select account_id, currency_id, sum(amount) as amount from (
        select c.account_id, s.currency_id, u.sign * s.amount as amount
        from spans u cross join sellers c
        cross join lateral (
          select d.currency_id, sum(d.amount) as amount from period_sums d
          where d.tenant_id = ${tenant} and d.account_id = c.account_id and d.measure = 'v' and d.own
            and d.grain = u.grain and d.since >= u.since and d.since < u.until
          group by d.currency_id
          offset 0
        ) s
        where u.grain <> 'i'
        union all
        select l.vendor_id, l.currency_id, l.sign * l.amount from (${linesIn('instants', ['sign'])}) l
        union all
        select f.vendor_id, f.currency_id, f.amount
        from unfolded_lines f join period p on f.approved_at >= p.from_at and f.approved_at < p.to_at
      ) parts group by account_id, currency_id
    ), own as materialized (
      select s.account_id, s.amount from sold s
      where s.currency_id = (select currency_id from account)
    ), whole as materialized (
      select t.ancestor_id as account_id, sum(o.amount) as amount
      from own o
      join offered.account_tree t on t.tenant_id = ${tenant} and t.descendant_id = o.account_id
      group by t.ancestor_id
    ),

    kept as materialized (
      select b.account_id, b.depth, b.sees_orders, b.sees_licenses,
             coalesce(o.amount, 0) as own, coalesce(w.amount, 0) as whole
      from branch b
      left join own o on o.account_id = b.account_id
      left join whole w on w.account_id = b.account_id
      order by b.depth, case when b.sees_orders then coalesce(w.amount, 0) end desc nulls last, b.account_id
      limit ${maximumMapAccounts}
    ),

    -- The expired licenses that each visible account owns. Licenses of an upgrade right never count, even if they got a
    -- date before their product became one (rules D9, K6).

    upgrade_rights as materialized (
      select u.product_id from offered.product_publications u
      join offered.products p on p.tenant_id = u.owner_tenant_id and p.product_id = u.product_id
      where u.tenant_id = ${tenant} and p.is_upgrade_right
    ), shown as materialized (
      select k.*, case when k.sees_licenses then (
        select count(*) from offered.licenses l
        where l.tenant_id = ${tenant} and l.owner_id = k.account_id and l.due_at <= (select clock()) and l.expires_at is not null
          and l.product_id not in (select product_id from upgrade_rights)) end as expired
      from kept k
    ),

    -- Few accounts hold certificates, so this limits the lookups.
    badged as materialized (
      select distinct c.account_id from offered.certificate_badges c
      where c.tenant_id = ${tenant} and c.account_id in (select account_id from shown)
    )
    select json_build_object(
      'currencyId', c.currency_id,
      'currencyCode', c.code,
      'otherCurrencies', (
        select coalesce(json_agg(k.code order by k.code), '[]') from offered.currencies k
        where k.currency_id <> c.currency_id and k.currency_id in (
          select s.currency_id from sold s join branch b on b.account_id = s.account_id
          where b.sees_orders and s.amount <> 0)),
      'count', (select count(*) from branch),
      'truncated', (select count(*) from branch) > ${maximumMapAccounts},
      'accounts', (
        select json_agg(json_build_object(
          'id', s.account_id,
          'parentId', case when s.depth > 0 then a.parent_id end,
          'name', a.name, 'code', a.code, 'groupName', g.name, 'level', g.level,
          'sellOut', case when s.sees_orders then trim_scale(s.own) end,
          'sellOutOfBranch', case when s.sees_orders then trim_scale(s.whole) end,
          'expiredLicenses', s.expired,
          'certificatesBadges', case when s.account_id in (select account_id from badged)
            then ${badgesOf(sql`s.account_id`)} else '[]' end)
          order by s.depth, a.name collate "und-x-icu", s.account_id)
        from shown s
        join offered.accounts a on a.tenant_id = ${tenant} and a.account_id = s.account_id
        join offered.account_groups g on g.tenant_id = ${tenant} and g.group_id = a.group_id))::text
    from account a
    join offered.currencies c on c.currency_id = a.currency_id`)
