create or replace function note_sale() returns trigger language plpgsql as $$
begin
  insert into sales_unfolded (tenant_id, order_id, sign)
  values (new.tenant_id, new.order_id, case when new.status = 'approved' then 1 else -1 end);
  return null;
end $$;

-- Per statement, because an import adds thousands of orders in one.
create or replace function note_added_sales() returns trigger language plpgsql as $$
begin
  insert into sales_unfolded (tenant_id, order_id, sign)
  select tenant_id, order_id, 1 from added where status = 'approved';
  return null;
end $$;

create or replace trigger note_approved after insert on orders
  referencing new table as added for each statement execute function note_added_sales();

create or replace trigger note_approved_or_revoked after update of status on orders
  for each row when (old.status <> new.status and 'approved' in (old.status, new.status)) execute function note_sale();

-- Adds up to `maximum` noted orders of this tenant to the sales tables; returns how many. An advisory lock lets one
-- transaction at a time do so.
create or replace function fold_sales(maximum int) returns bigint language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  folded bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('sales:' || tenant::text, 0));
  with noted as (
    delete from sales_unfolded where tenant_id = tenant and order_id in (
      select u.order_id from sales_unfolded u where u.tenant_id = tenant order by u.order_id limit maximum)
    returning order_id, sign
  ), net as materialized (
    -- An order that was approved and revoked between two runs changes nothing.
    select n.order_id, sum(n.sign) as sign from noted n group by n.order_id having sum(n.sign) <> 0
  ), gone as (
    delete from sales s using net n
    where n.sign < 0 and s.tenant_id = tenant and s.order_id = n.order_id
    returning s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
  ), come as (
    insert into sales (tenant_id, order_id, line, approved_at, vendor_id, buyer_id, product_id, currency_id, qt, amount)
    select o.tenant_id, o.order_id, i.line, o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount
    from net n
    join orders o on o.tenant_id = tenant and o.order_id = n.order_id
    join order_items i on i.tenant_id = tenant and i.order_id = n.order_id
    where n.sign > 0
    returning approved_at, vendor_id, buyer_id, product_id, currency_id, qt, amount
  ), moved as (
    select approved_at, vendor_id, buyer_id, product_id, currency_id, qt, amount from come
    union all
    select approved_at, vendor_id, buyer_id, product_id, currency_id, -qt, -amount from gone
  ), summed as (
    -- Summed before the join with the accounts above, which multiplies the rows.
    select (approved_at at time zone 'UTC')::date as day, vendor_id, buyer_id, product_id, currency_id,
           sum(qt) as qt, sum(amount) as amount
    from moved group by 1, 2, 3, 4, 5
  ), spread as materialized (
    select s.day, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount,
           p.side, t.ancestor_id as account_id, t.depth = 0 as own, a.parent_id is null as is_root
    from summed s
    cross join lateral (values ('b'::"char", s.buyer_id), ('v'::"char", s.vendor_id)) as p (side, party)
    join account_tree t on t.tenant_id = tenant and t.descendant_id = p.party
    join accounts a on a.tenant_id = tenant and a.account_id = t.ancestor_id
  ), days as (
    insert into sales_days as kept (tenant_id, account_id, day, side, own, currency_id, qt, amount)
    select tenant, account_id, day, side, own, currency_id, sum(qt), sum(amount)
    from spread group by account_id, day, side, own, currency_id
    on conflict (tenant_id, account_id, day, side, own, currency_id)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  ), products as (
    insert into sales_products as kept (tenant_id, account_id, side, grain, since, own, currency_id, product_id, qt, amount)
    select tenant, s.account_id, s.side, g.grain, g.since, s.own, s.currency_id, s.product_id, sum(s.qt), sum(s.amount)
    from spread s
    cross join lateral (
      select 'm'::"char" as grain, date_trunc('month', s.day)::date as since
      union all select 'q', date_trunc('quarter', s.day)::date where s.side = 'v'
      union all select 'd', s.day where s.side = 'v' and s.is_root) g
    group by s.account_id, s.side, g.grain, g.since, s.own, s.currency_id, s.product_id
    on conflict (tenant_id, account_id, side, grain, since, own, currency_id, product_id)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  ), buyers as (
    insert into sales_buyers as kept (tenant_id, account_id, grain, since, own, currency_id, buyer_id, amount)
    select tenant, s.account_id, g.grain, g.since, s.own, s.currency_id, s.buyer_id, sum(s.amount)
    from spread s
    cross join lateral (
      select 'm'::"char" as grain, date_trunc('month', s.day)::date as since
      union all select 'q', date_trunc('quarter', s.day)::date
      union all select 'd', s.day where s.is_root) g
    where s.side = 'v'
    group by s.account_id, g.grain, g.since, s.own, s.currency_id, s.buyer_id
    on conflict (tenant_id, account_id, grain, since, own, currency_id, buyer_id)
    do update set amount = kept.amount + excluded.amount
  )
  select count(distinct n.order_id) into folded from noted n;
  return folded;
end $$;

create or replace function sales_figures() returns table (tenant text, unfolded bigint)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query select t.code::text, count(*) from sales_unfolded u where u.tenant_id = t.tenant_id;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;
