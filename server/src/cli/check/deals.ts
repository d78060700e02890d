import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const dealInvariants: Invariant[] = [
  {
    name: 'a deal total is the sum of its items at the vendor’s prices',
    broken: sql`
      select 'deal ' || d.code || ' says ' || d.total || ' and its items say ' || coalesce(i.total::text, 'nothing') as what
      from deals d
      join currencies c on c.currency_id = d.currency_id
      left join lateral (
        select sum(round(i.qt * i.price, c.minor_units)) as total, sum(i.amount) as amounts from deal_items i
        where i.tenant_id = d.tenant_id and i.deal_id = d.deal_id) i on true
      where d.tenant_id = ${here} and (d.total, d.total) is distinct from (coalesce(i.total, 0), coalesce(i.amounts, 0))`,
  },
  {
    name: 'the state of a deal is the last entry of its history',
    broken: sql`
      select 'deal ' || d.code || ' is ' || d.status || ' and ' || d.protection_status || ', its history says '
        || coalesce(h.status || ' and ' || h.protection_status, 'nothing') as what
      from deals d
      left join lateral (
        select h.* from deal_history h where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id
        order by h.created_at desc, h.history_id desc limit 1) h on true
      where d.tenant_id = ${here}
        and (d.status, d.protection_status, d.chance, d.ebid_status, d.ebid_value, d.ebid_approved_value)
          is distinct from (h.status, h.protection_status, h.chance, h.ebid_status, h.ebid_value, h.ebid_approved_value)`,
  },
  {
    name: 'the price asked for in a deal is its last eBid',
    broken: sql`
      select 'deal ' || d.code || ' asks for ' || d.ebid_value || ', its last eBid is ' || coalesce(e.value::text, 'none') as what
      from deals d
      left join lateral (
        select e.* from deal_ebids e where e.tenant_id = d.tenant_id and e.deal_id = d.deal_id
        order by e.created_at desc, e.ebid_id desc limit 1) e on true
      where d.tenant_id = ${here}
        and (d.ebid_value, d.ebid_status, d.ebid_approved_value)
          is distinct from (coalesce(e.value, 0), coalesce(e.status, 'Pending'), e.approved_value)`,
  },
  {
    name: 'a price asked for or approved in a deal is below its total',
    broken: sql`
      select 'deal ' || d.code || ' of ' || d.total || ' asks for ' || d.ebid_value
          || coalesce(', approved ' || d.ebid_approved_value, '') as what
      from deals d
      where d.tenant_id = ${here} and d.ebid_value > 0
        and greatest(d.ebid_value, d.ebid_approved_value) >= d.total`,
  },
  {
    name: 'the protection of a deal lasts whole days, at most 730 and as many more for each extension',
    broken: sql`
      select 'deal ' || d.code || ' ends on ' || d.expires_at::date as what
      from deals d
      -- An imported one has the end that its file says.
      where d.tenant_id = ${here} and not exists (
        select from deal_history h where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id and h.event = 'imported') and (
        extract(epoch from d.expires_at - d.created_at) not between 86400 and 86400.0 * 730 * (1 + (
          select count(*) from deal_history h
          where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id and h.event = 'extended'))
        or extract(epoch from d.expires_at - d.created_at) % 86400 <> 0)`,
  },
  {
    name: 'one opportunity is protected for one vendor, unless a manager said why',
    // The strictest of the marks by which a company is known: the VAT id in one country.
    broken: sql`
      with protected as (
        select d.deal_id, d.code, d.vendor_id, p.country_code, regexp_replace(upper(p.vat_id), '[^0-9A-Z]', '', 'g') as vat_id
        from deals d
        join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
        where d.tenant_id = ${here} and d.protection_status = 'Approved' and d.status <> 'Lost' and d.expires_at > clock()
          and not exists (
            select from deal_history h
            where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id and h.event in ('protection', 'imported')
              and (h.is_reason_internal or h.event = 'imported'))
      )
      select 'deals ' || a.code || ' and ' || b.code || ' are protected for the same company and product' as what
      from protected a
      join protected b on b.country_code = a.country_code and b.vat_id = a.vat_id and b.vendor_id <> a.vendor_id
        and b.deal_id > a.deal_id
      where exists (
        select from deal_items i join deal_items j on j.tenant_id = i.tenant_id and j.product_id = i.product_id
        where i.tenant_id = ${here} and i.deal_id = a.deal_id and j.deal_id = b.deal_id)`,
  },
  {
    name: 'the System noted the end of each deal that it closed, once',
    broken: sql`
      select 'deal ' || d.code || ' has ' || h.entries || ' entries of its expiry' as what
      from deals d
      cross join lateral (
        select count(*) as entries from deal_history h
        where h.tenant_id = d.tenant_id and h.deal_id = d.deal_id and h.event = 'expired' and h.source = 'System') h
      where d.tenant_id = ${here} and h.entries <> d.is_expiry_noted::int`,
  },
  {
    name: 'the purchase of a deal is its vendor’s',
    broken: sql`
      select 'order ' || o.code || ' was made of deal ' || d.code || ' and is not its vendor''s' as what
      from orders o
      join deals d on d.tenant_id = o.tenant_id and d.deal_id = o.deal_id
      where o.tenant_id = ${here} and o.origin = 'sell-in' and o.buyer_id <> d.vendor_id`,
  },
]
