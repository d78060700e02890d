import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/**
 * All records that are counted, once for each list. Deliberately a second text of what the columns declare (`call counted`
 * in server/schema): the letter of the list, the party, what is counted apart, and whether everybody above the party lists the
 * record.
 */
const records = sql`
  select s.list, s.party, order_id as record_id, created_at, concat_ws(',', status, invoiced, paid) as state, currency_id,
         total as amount, true as is_listed
  from orders cross join lateral (values ('b'::"char", buyer_id), ('v'::"char", vendor_id)) s (list, party)
  where tenant_id = ${here}
  union all
  select 'l', owner_id, license_id, created_at, concat_ws(',', activated_at is not null, exported_at is not null), 0, 0, true
  from licenses where tenant_id = ${here}
  union all
  select 'd', vendor_id, deal_id, created_at, concat_ws(',', status, protection_status, ebid_status), 0, 0, false
  from deals where tenant_id = ${here}
  union all
  select 'c', account_id, issued_id, created_at, concat_ws(',', kind, certificate_id, revoked_at is not null), 0, 0, false
  from issued_certificates where tenant_id = ${here}
  union all
  select 's', account_id, product_id, null, '', 0, 0, false
  from stock_balances where tenant_id = ${here}`

/** The accounts that list a record: its party and all above it. */
const listed = sql`
  select t.ancestor_id as account_id, r.list, r.created_at, r.record_id
  from (${records}) r join account_tree t on t.tenant_id = ${here} and t.descendant_id = r.party
  where r.is_listed`

const kept = sql`select account_id, list, created_at, record_id from scopes where tenant_id = ${here}`

/** The accounts for which a record is counted: those that list it, or its own one and the whole tenant. */
const counted = sql`
  select t.ancestor_id as account_id, w.own, r.*
  from (${records}) r
  join account_tree t on t.tenant_id = ${here} and t.descendant_id = r.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  where r.is_listed
  union all
  select w.account_id, w.own, r.*
  from (${records}) r
  cross join lateral (values (r.party, true), ('00000000-0000-0000-0000-000000000000'::uuid, false)) w (account_id, own)
  where not r.is_listed`

const nameOf = sql`case x.list when 'b' then 'purchases' when 'v' then 'sales' when 'l' then 'licenses' when 'd' then 'deals'
  when 'c' then 'certificates' when 's' then 'balances' else 'list ' || x.list::text end`

export const listInvariants: Invariant[] = [
  {
    name: 'records are in the lists of their parties and of everybody above',
    broken: sql`
      select ${nameOf} || ' of ' || coalesce(a.code, x.account_id::text) || ': ' || coalesce(o.code, l.serial_key, x.record_id::text)
          || x.how as what
      from (
        select *, ' is missing' as how from (${listed} except ${kept}) lacking
        union all
        select *, ' does not concern it' from (${kept} except ${listed}) surplus
      ) x
      left join accounts a on a.tenant_id = ${here} and a.account_id = x.account_id
      left join orders o on o.tenant_id = ${here} and o.order_id = x.record_id
      left join licenses l on l.tenant_id = ${here} and l.license_id = x.record_id`,
  },
  {
    name: 'the counters of lists are what counting gives',
    broken: sql`
      select ${nameOf} || ' of ' || case when x.account_id = '00000000-0000-0000-0000-000000000000' then 'all' else coalesce(a.code, '?') end
          || case when x.own then '' else ', with those below' end || ' (' || x.state || '): counted '
          || x.records || ' for ' || x.amount || ', the counter says ' || x.tallied || ' for ' || x.summed as what
      from (
        select account_id, list, own, state, coalesce(r.records, 0) as records, coalesce(r.amount, 0) as amount,
               coalesce(k.records, 0) as tallied, coalesce(k.amount, 0) as summed
        from (
          select account_id, list, own, state, currency_id, count(*) as records, sum(amount) as amount
          from (${counted}) c group by 1, 2, 3, 4, 5
        ) r
        full join (
          select account_id, list, own, state, currency_id, sum(records) as records, sum(amount) as amount
          from tallies where tenant_id = ${here} group by 1, 2, 3, 4, 5
        ) k using (account_id, list, own, state, currency_id)
      ) x
      left join accounts a on a.tenant_id = ${here} and a.account_id = x.account_id
      where (x.records, x.amount) <> (x.tallied, x.summed)`,
  },
]
