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

-- The other orders of the chain of an order, as a JSON array, oldest first (rules O12). It follows `derived_order_id` up to the
-- first order and from there down to all others. Orders out of the reader's reach are left out, because a buyer must not learn
-- where its vendor buys. The order that it was itself derived from is named by its code, because its id is on the wire already
-- (decision 038). A function, so that its plan is opened only for orders that have a chain (decision 084).
create or replace function order_chain(of_order uuid) returns json language plpgsql stable as $$
begin
  return (
    with recursive up as (
      select o.order_id, o.derived_order_id, 0 as depth
      from orders o where o.tenant_id = (select current_tenant()) and o.order_id = of_order
      union all
      select p.order_id, p.derived_order_id, up.depth + 1
      from up join orders p on p.tenant_id = (select current_tenant()) and p.order_id = up.derived_order_id
    ), whole as (
      select order_id from (select order_id from up order by depth desc limit 1) first_order
      union
      select d.order_id
      from whole w join orders d on d.tenant_id = (select current_tenant()) and d.derived_order_id = w.order_id
    ), others as (
      select l.*, is_reached(l.buyer_id) or is_reached(l.vendor_id) as reachable
      from whole w join orders l on l.tenant_id = (select current_tenant()) and l.order_id = w.order_id
      where l.order_id <> of_order
    )
    select coalesce(json_agg(json_build_object(
      'orderId', l.order_id,
      'orderCode', l.code,
      'derivedOrderId', case when l.reachable then l.derived_order_id end,
      'reachable', l.reachable,
      'status', case when l.reachable then l.status end,
      'buyer', case when l.reachable then
        json_build_object('accountId', b.account_id, 'accountCode', b.code, 'accountName', b.name) end,
      'vendor', case when l.reachable then
        json_build_object('accountId', v.account_id, 'accountCode', v.code, 'accountName', v.name) end)
      order by l.created_at, l.order_id), '[]')
    from others l
    join offered.accounts b on b.tenant_id = l.tenant_id and b.account_id = l.buyer_id
    join offered.accounts v on v.tenant_id = l.tenant_id and v.account_id = l.vendor_id
    where l.reachable or l.order_id = (select up.derived_order_id from up where up.depth = 0));
end $$;

-- The attachments of an order as a JSON array, in the sequence of attaching. Whoever reads the order reads them, whatever
-- their reach (rules B8). `why_not` is the code that refuses attaching to the order, as JSON; only the acting account and
-- those above the file's change it. A function for the same reason as above.
create or replace function order_attachments_for(of_order uuid, acting uuid, why_not jsonb) returns json
  language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'accountFileId', f.file_id,
      'fileName', f.name,
      'fileType', f.type,
      'fileSize', f.size,
      'fileNote', f.note,
      'uploadedByAccountName', (select a.name from offered.accounts a
                                where a.tenant_id = f.tenant_id and a.account_id = f.uploaded_by_account),
      'uploadedByUserFullName', (select u.first_name || ' ' || u.last_name from offered.users u
                                 where u.tenant_id = f.tenant_id and u.user_id = f.uploaded_by),
      'uploadDate', iso(f.created_at),
      'blocked', json_build_object('update', w.why, 'delete', w.why)) order by t.created_at, t.file_id), '[]')
    from order_attachments t
    join offered.files f on f.tenant_id = t.tenant_id and f.file_id = t.file_id
    cross join lateral (
      select case when exists (select from accounts_at_or_above(f.account_id) u where u.account_id = acting)
        then why_not else '"RQ403"'::jsonb end as why) w
    where t.tenant_id = (select current_tenant()) and t.order_id = of_order);
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
