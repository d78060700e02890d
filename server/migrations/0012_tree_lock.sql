-- A branch of the network can move to another parent. While it does, nobody adds to what is kept per account above: new
-- accounts, orders and licenses share this lock until their transaction ends, a move has it for itself. Whoever waited
-- reads the tree as the move left it, because each statement of these functions looks afresh.
create function tree_lock() returns bigint language sql stable parallel safe
  return hashtextextended('tree:' || current_tenant()::text, 0);

create function hold_tree() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(tree_lock());
  return null;
end $$;
create trigger hold_tree before insert on accounts for each statement execute function hold_tree();

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

  insert into order_tallies (tenant_id, account_id, side, own, currency_id, slot, orders, amount)
  select o.tenant_id, t.ancestor_id, s.side, w.own, o.currency_id, my_slot, count(*), sum(o.total)
  from added o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, side, own, currency_id, slot)
  do update set orders = order_tallies.orders + excluded.orders, amount = order_tallies.amount + excluded.amount;
  return null;
end $$;

create or replace function tally_changed_totals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  if not exists (
    select from after_change o
    join before_change b on b.tenant_id = o.tenant_id and b.order_id = o.order_id and b.total <> o.total
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into order_tallies (tenant_id, account_id, side, own, currency_id, slot, orders, amount)
  select o.tenant_id, t.ancestor_id, s.side, w.own, o.currency_id, my_slot, 0, sum(o.total - b.total)
  from after_change o
  join before_change b on b.tenant_id = o.tenant_id and b.order_id = o.order_id and b.total <> o.total
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, side, own, currency_id, slot)
  do update set amount = order_tallies.amount + excluded.amount;
  return null;
end $$;

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

  insert into license_tallies (tenant_id, account_id, own, slot, licenses)
  select a.tenant_id, t.ancestor_id, w.own, my_slot, count(*)
  from added a
  join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.owner_id
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (tenant_id, account_id, own, slot) do update set licenses = license_tallies.licenses + excluded.licenses;
  return null;
end $$;
