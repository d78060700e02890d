-- The counters know the state of what they count: a list filtered by status, by invoiced and paid, or by whether licenses
-- are activated, has its count at once, and knows how to look for its page. Nobody writes while they are counted anew.
lock table accounts, orders, licenses in share row exclusive mode;
truncate order_tallies, license_tallies;

alter table order_tallies drop constraint order_tallies_pkey;
alter table order_tallies
  add column status text not null, add column invoiced boolean not null, add column paid boolean not null;
alter table order_tallies add primary key (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot);

alter table license_tallies drop constraint license_tallies_pkey;
alter table license_tallies add column activated boolean not null, add column exported boolean not null;
alter table license_tallies add primary key (tenant_id, account_id, own, activated, exported, slot);

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into order_tallies (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot, orders, amount)
    select o.tenant_id, t.ancestor_id, s.side, w.own, o.status, o.invoiced, o.paid, o.currency_id, 0, sum(o.orders), sum(o.amount)
    from (
      select tenant_id, buyer_id, vendor_id, status, invoiced, paid, currency_id, count(*) as orders, sum(total) as amount
      from orders where tenant_id = each_tenant group by 1, 2, 3, 4, 5, 6, 7
    ) o
    cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
    join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
    cross join lateral (select false as own union all select true where t.depth = 0) w
    group by 1, 2, 3, 4, 5, 6, 7, 8;

    insert into license_tallies (tenant_id, account_id, own, activated, exported, slot, licenses)
    select l.tenant_id, t.ancestor_id, w.own, l.activated, l.exported, 0, sum(l.licenses)
    from (
      select tenant_id, owner_id, activated_at is not null as activated, exported_at is not null as exported, count(*) as licenses
      from licenses where tenant_id = each_tenant group by 1, 2, 3, 4
    ) l
    join account_tree t on t.tenant_id = l.tenant_id and t.descendant_id = l.owner_id
    cross join lateral (select false as own union all select true where t.depth = 0) w
    group by 1, 2, 3, 4, 5;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create or replace function scope_new_orders() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  perform pg_advisory_xact_lock_shared(tree_lock());

  -- Its parties were found before the lock was had: what a move or a deletion overtook is tried again from the start.
  if exists (
    select from added o
    where o.status = 'pending' and o.origin <> 'import' and not exists (
      select from account_tree t
      join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id
      where t.tenant_id = o.tenant_id and t.ancestor_id = o.vendor_id and t.descendant_id = o.buyer_id and a.deleted_at is null)
  ) then
    raise exception 'the parties of an order have moved apart' using errcode = 'serialization_failure';
  end if;

  insert into order_scopes (tenant_id, account_id, side, created_at, order_id)
  select o.tenant_id, t.ancestor_id, s.side, o.created_at, o.order_id
  from added o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party;

  insert into order_tallies (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot, orders, amount)
  select o.tenant_id, t.ancestor_id, s.side, w.own, o.status, o.invoiced, o.paid, o.currency_id, my_slot, count(*), sum(o.total)
  from added o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot)
  do update set orders = order_tallies.orders + excluded.orders, amount = order_tallies.amount + excluded.amount;
  return null;
end $$;

-- Another state, or another price agreed while approving: out of one counter, into another.
drop trigger tally_changed_totals on orders;
drop function tally_changed_totals;
create function tally_changed_orders() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  if not exists (
    select from after_change o
    join before_change b on b.tenant_id = o.tenant_id and b.order_id = o.order_id
    where (b.total, b.status, b.invoiced, b.paid) <> (o.total, o.status, o.invoiced, o.paid)
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into order_tallies (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot, orders, amount)
  select o.tenant_id, t.ancestor_id, s.side, w.own, c.status, c.invoiced, c.paid, o.currency_id, my_slot, sum(c.orders), sum(c.amount)
  from after_change o
  join before_change b on b.tenant_id = o.tenant_id and b.order_id = o.order_id
  cross join lateral (values (b.status, b.invoiced, b.paid, -1, -b.total), (o.status, o.invoiced, o.paid, 1, o.total))
    as c (status, invoiced, paid, orders, amount)
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having sum(c.orders) <> 0 or sum(c.amount) <> 0
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot)
  do update set orders = order_tallies.orders + excluded.orders, amount = order_tallies.amount + excluded.amount;
  return null;
end $$;
create trigger tally_changed_orders after update on orders
  referencing old table as before_change new table as after_change
  for each statement execute function tally_changed_orders();

create or replace function scope_new_licenses() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into serial_keys (serial_key, tenant_id, license_id)
  select a.serial_key, a.tenant_id, a.license_id from added a order by a.serial_key;

  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into license_scopes (tenant_id, account_id, created_at, license_id)
  select a.tenant_id, t.ancestor_id, a.created_at, a.license_id
  from added a
  join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.owner_id;

  insert into license_tallies (tenant_id, account_id, own, activated, exported, slot, licenses)
  select a.tenant_id, t.ancestor_id, w.own, a.activated_at is not null, a.exported_at is not null, my_slot, count(*)
  from added a
  join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.owner_id
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, own, activated, exported, slot)
  do update set licenses = license_tallies.licenses + excluded.licenses;
  return null;
end $$;

-- A license changes its state once or twice in its life, and its seats with every device: row by row, so that the other
-- changes cost nothing.
create function tally_changed_license() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into license_tallies (tenant_id, account_id, own, activated, exported, slot, licenses)
  select t.tenant_id, t.ancestor_id, w.own, c.activated, c.exported, my_slot, c.licenses
  from account_tree t
  cross join lateral (select false as own union all select true where t.depth = 0) w
  cross join (values (old.activated_at is not null, old.exported_at is not null, -1),
                     (new.activated_at is not null, new.exported_at is not null, 1)) as c (activated, exported, licenses)
  where t.tenant_id = new.tenant_id and t.descendant_id = new.owner_id
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, own, activated, exported, slot)
  do update set licenses = license_tallies.licenses + excluded.licenses;
  return null;
end $$;
create trigger tally_changed_license after update of activated_at, exported_at on licenses
  for each row when ((old.activated_at is null, old.exported_at is null) <> (new.activated_at is null, new.exported_at is null))
  execute function tally_changed_license();

-- Nearly all orders are approved: those are found by date, the others here.
drop index orders_pending;
create index orders_by_status on orders (tenant_id, status, created_at desc, order_id desc)
  include (buyer_id, vendor_id) where status <> 'approved';
create index orders_by_total on orders (tenant_id, total, order_id) include (buyer_id, vendor_id);
-- Sorting by a party's name walks through the accounts, and through each one's orders or licenses.
create index accounts_in_order on accounts (tenant_id, name collate "und-x-icu");

-- A product's licenses newest first, without looking at them.
drop index licenses_of_product;
create index licenses_of_product on licenses (tenant_id, product_id, created_at desc, license_id desc);
create index licenses_waiting_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc)
  where activated_at is null;
create index licenses_exported_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc)
  where exported_at is not null;
