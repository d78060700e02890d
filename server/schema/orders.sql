-- The amount of an order line, rounded to the decimals of its currency (currencies.minor_units). An order's total is
-- the sum of these. `portal check` and the tests deliberately compute it themselves.
create or replace function line_amount(pieces bigint, price numeric, minor_units int) returns numeric
  language sql immutable parallel safe
  return round(pieces * price, minor_units);

-- An import inserts its orders in one transaction, which can take minutes. With `app.import` on, the tallies are
-- written to a slot of their own, so that no other transaction waits for their row locks, and the account tree is not
-- locked: the import checks at its end whether the tree has changed.
create or replace function scope_new_orders() returns trigger language plpgsql as $$
declare
  is_import constant boolean := coalesce(current_setting('app.import', true), '') = 'on';
  my_slot constant smallint := case when is_import then -1 else pg_backend_pid() % 16 end;
begin
  if not is_import then
    perform pg_advisory_xact_lock_shared(tree_lock());
  end if;

  -- The parties were read before the lock was taken. If an account was moved or deleted since then, the whole
  -- transaction is retried.
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

create or replace trigger scope_new_orders after insert on orders
  referencing new table as added for each statement execute function scope_new_orders();

create or replace function tally_changed_orders() returns trigger language plpgsql as $$
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

create or replace trigger tally_changed_orders after update on orders
  referencing old table as before_change new table as after_change
  for each statement execute function tally_changed_orders();

-- Creates the sequence of a year once and returns its name. The first orders of a year can race for it. A transaction that
-- waited for the lock may have cached that there is none, hence `if not exists`. An import calls this in a separate
-- transaction; otherwise nobody else could number an order of that year until the import ends.
create or replace function open_order_numbers(year int) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text := format('order_numbers.t%s_y%s', replace(current_tenant()::text, '-', ''), year);
  start bigint;
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(hashtextextended(name, 0));
    if to_regclass(name) is null then
      select coalesce(max(substring(code from 9)::bigint), 0) + 1 into start
      from public.orders where tenant_id = current_tenant() and code like format('SO-%s-%%', year);
      execute format('create sequence if not exists %s start %s', name, start);
    end if;
  end if;
  return name;
end $$;

create or replace function next_order_number(year int) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return nextval(public.open_order_numbers(year));
end $$;

-- The code of an order, such as SO-2026-000123.
create or replace function order_code(year int, number bigint) returns text language sql immutable parallel safe as
$$ select 'SO-' || year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0') $$;

-- Takes each of many numbers with nextval. A block reserved with `setval` could contain a number that another order
-- took in the meantime.
create or replace function next_order_numbers(year int, how_many int) returns setof bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select nextval(%L) from generate_series(1, %s)', public.open_order_numbers(year), how_many);
end $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_order(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select buyer_id, code from orders where tenant_id = current_tenant() and order_id = id $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Orders without their notes.
create or replace view offered.orders with (security_invoker = true) as
  select tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, ref_code, currency_id, total,
    derived_order_id, created_at, created_by, approved_at, deal_id
  from orders;

-- Lines of orders.
create or replace view offered.order_items with (security_invoker = true) as
  select tenant_id, order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id
  from order_items;

-- Counters of orders by account.
create or replace view offered.order_tallies with (security_invoker = true) as
  select tenant_id, account_id, side, own, currency_id, slot, orders, amount, status, invoiced, paid
  from order_tallies;

-- Which files are attached to which orders.
create or replace view offered.order_attachments with (security_invoker = true) as
  select tenant_id, order_id, file_id
  from order_attachments;
