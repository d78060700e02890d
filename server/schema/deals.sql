-- Whether a deal is read-only because its protection has ended (rules J4).
create or replace function deal_is_expired(status text, expires_at timestamptz) returns boolean
  language sql stable parallel safe
  return status not in ('Won', 'Lost') and expires_at <= clock();

-- Whether it stands in the way of the same opportunity of another vendor (rules J8). A Won deal does, until its protection
-- ends.
create or replace function deal_is_living(status text, expires_at timestamptz) returns boolean
  language sql stable parallel safe
  return status <> 'Lost' and expires_at > clock();

-- The approved amount, else the one asked for, else the total of the items.
create or replace function deal_amount(approved numeric, asked numeric, total numeric) returns numeric
  language sql immutable parallel safe
  return coalesce(approved, nullif(asked, 0), total);

-- What waits for a manager's decision, and since when (rules J12): the only definition. A lost deal needs no decision, and
-- the protection of a won one is used up.
create or replace function deal_decisions(
  status text, expires_at timestamptz, protection_status text, protection_since timestamptz, ebid_status text,
  ebid_value numeric, ebid_since timestamptz, extension_asked_at timestamptz
) returns table (kind text, since timestamptz) language sql stable parallel safe
  as $$
    select w.kind, w.since
    from (values
      ('protection', case when protection_status = 'Pending' and status not in ('Won', 'Lost') then protection_since end),
      ('ebid', case when ebid_status = 'Pending' and ebid_value > 0 and status <> 'Lost' then ebid_since end),
      ('extension', case when status not in ('Won', 'Lost') then extension_asked_at end)) w (kind, since)
    where w.since is not null and not deal_is_expired(status, expires_at)
  $$;

-- The accounts that decide on the deals of a vendor, nearest first: those above it up to a level, and the root on its own
-- deals (rules J3).
create or replace function deal_managers(vendor uuid, most_level int) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select a.account_id, t.depth
    from account_tree t
    join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.ancestor_id
    join account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.descendant_id = vendor
      and g.level <= most_level and (t.depth > 0 or a.parent_id is null)
    order by t.depth
  $$;

-- The accounts on whose deals an account decides: those below it, and for the root itself. Only as the nearest: not those
-- with a nearer account that may decide. It says the same as deal_managers, for all vendors at once. As the nearest it walks
-- down the tree and stops at each account that may decide: of two thousand accounts below the root, that leaves twenty.
create or replace function vendors_decided_by(account uuid, most_level int, only_as_nearest boolean)
  returns table (account_id uuid) language sql stable parallel safe
  as $$
    with recursive walk (account_id, goes_on) as (
      select account, true where only_as_nearest
      union all
      select a.account_id, not exists (
        select from account_groups g where g.tenant_id = a.tenant_id and g.group_id = a.group_id and g.level <= most_level)
      from walk w
      join accounts a on a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.parent_id = w.account_id
      where w.goes_on
    )
    select d.account_id
    from (
      select w.account_id from walk w
      union all
      select t.descendant_id from account_tree t
      where not only_as_nearest and t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.ancestor_id = account
    ) d
    where d.account_id <> account or exists (
      select from accounts a
      where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.account_id = account and a.parent_id is null)
  $$;

-- The code of a deal, such as DL-2026-000123.
create or replace function deal_code(year int, number bigint) returns text language sql immutable parallel safe as
$$ select 'DL-' || year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0') $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_deal(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select vendor_id, code from deals where tenant_id = current_tenant() and deal_id = id $$;

-- Counters of deals by vendor and state, and under the nil id those of the whole tenant (decision 088).
create or replace function tally_deals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into deal_tallies (tenant_id, vendor_id, status, protection_status, ebid_status, slot, deals)
  select d.tenant_id, v.id, d.status, d.protection_status, d.ebid_status, my_slot, count(*)
  from added d
  cross join lateral (values (d.vendor_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, vendor_id, status, protection_status, ebid_status, slot)
  do update set deals = deal_tallies.deals + excluded.deals;
  return null;
end $$;

create or replace trigger tally_deals after insert on deals
  referencing new table as added for each statement execute function tally_deals();

create or replace function tally_changed_deals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into deal_tallies (tenant_id, vendor_id, status, protection_status, ebid_status, slot, deals)
  select a.tenant_id, v.id, c.status, c.protection_status, c.ebid_status, my_slot, sum(c.deals)
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.deal_id = a.deal_id
  cross join lateral (values
    (b.vendor_id, b.status, b.protection_status, b.ebid_status, -1), (a.vendor_id, a.status, a.protection_status, a.ebid_status, 1)
  ) c (vendor_id, status, protection_status, ebid_status, deals)
  cross join lateral (values (c.vendor_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  where (b.vendor_id, b.status, b.protection_status, b.ebid_status) <> (a.vendor_id, a.status, a.protection_status, a.ebid_status)
  group by 1, 2, 3, 4, 5 having sum(c.deals) <> 0 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, vendor_id, status, protection_status, ebid_status, slot)
  do update set deals = deal_tallies.deals + excluded.deals;
  return null;
end $$;

create or replace trigger tally_changed_deals after update on deals
  referencing old table as before_change new table as after_change for each statement execute function tally_changed_deals();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Whose deals there are and what they are worth, without the prospect.
create or replace view offered.deals with (security_invoker = true) as
  select tenant_id, deal_id, code, vendor_id, status, created_at, protection_status, currency_id,
    deal_amount(ebid_approved_value, ebid_value, total) as amount
  from deals;

-- The products of deals.
create or replace view offered.deal_items with (security_invoker = true) as
  select tenant_id, deal_id, product_id
  from deal_items;
