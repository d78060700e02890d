create table orders (
  tenant_id uuid not null default current_tenant() references tenants,
  order_id uuid not null,
  code text not null,
  relation_id uuid not null,
  buyer_id uuid not null,
  vendor_id uuid not null,
  -- Who asked: the buyer (a request), or the vendor's side (which holds its stock while pending).
  origin text not null check (origin in ('sell-in', 'sell-out', 'import')),
  status text not null check (status in ('pending', 'approved', 'canceled', 'revoked')),
  invoiced boolean not null default false,
  paid boolean not null default false,
  invoice_id text,
  invoice_provider text,
  ref_code text,
  ref_code_folded text generated always as (fold(ref_code)) stored,
  note text,
  address_id uuid,
  currency_id int not null references currencies,
  -- Sum of the lines' amounts, each rounded half up to the currency's minor unit.
  total numeric(19,4) not null,
  derived_order_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  approved_at timestamptz,
  updated_at timestamptz not null default clock(),
  primary key (tenant_id, order_id),
  unique (tenant_id, code),
  foreign key (tenant_id, buyer_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, vendor_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, address_id) references addresses,
  foreign key (tenant_id, derived_order_id) references orders (tenant_id, order_id)
);
-- They carry what lists are counted and summed by, so that neither reads the table.
create index orders_by_date on orders (tenant_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
create index orders_of_buyer on orders (tenant_id, buyer_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
create index orders_of_vendor on orders (tenant_id, vendor_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
create index orders_pending on orders (tenant_id, created_at) where status = 'pending';
create index orders_derived on orders (tenant_id, derived_order_id) where derived_order_id is not null;
create index orders_by_ref_code on orders (tenant_id, ref_code) where ref_code is not null;
call protect('orders');

-- Here and wherever many rows belong to one other, the key to that other ties the tenant as well: one to `tenants` would
-- only be checked again at every row.
create table order_items (
  tenant_id uuid not null default current_tenant(),
  order_item_id uuid not null,
  order_id uuid not null,
  line int not null,
  product_id uuid not null,
  qt int not null check (qt > 0),
  price numeric(19,4) not null check (price >= 0),
  -- quantity x price, rounded half up to the currency's minor unit
  amount numeric(19,4) not null,
  -- The order's.
  currency_id int not null,
  -- Nobody deletes a price list that an order line names (PR523).
  price_list_id uuid,
  price_list_name text,
  list_price numeric(19,4) not null,
  discount_type text,
  discount_amount numeric(19,4),
  primary key (tenant_id, order_item_id),
  unique (tenant_id, order_id, line),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, product_id) references product_publications,
  foreign key (tenant_id, price_list_id) references price_lists
);
create index order_items_of_product on order_items (tenant_id, product_id);
create index order_items_of_price_list on order_items (tenant_id, price_list_id) where price_list_id is not null;
call protect('order_items');

create table order_history (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  history_id uuid not null,
  status text not null,
  source text not null,
  source_data text,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, order_id, history_id),
  foreign key (tenant_id, order_id) references orders
);
call protect('order_history');
call append_only('order_history');

-- One row per order and account above its buyer (side b) or vendor (side v), the party itself included: a page of a
-- sub-tree's orders is one index range.
create table order_scopes (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  side "char" not null,
  created_at timestamptz not null,
  order_id uuid not null,
  primary key (tenant_id, account_id, side, created_at, order_id),
  foreign key (tenant_id, order_id) references orders
);
create index order_scopes_of_order on order_scopes (tenant_id, order_id);
call protect('order_scopes');

-- How many orders, and for how much, a list without filters has: counting a large scope would be nearly the whole cost
-- of a page. Several slots per counter, so that writers do not queue behind one row.
create table order_tallies (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  side "char" not null,
  -- Only the account's own orders, or those of the accounts below as well.
  own boolean not null,
  currency_id int not null,
  slot smallint not null,
  orders bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, side, own, currency_id, slot)
);
call protect('order_tallies');

create function scope_new_orders() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
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
create trigger scope_new_orders after insert on orders
  referencing new table as added for each statement execute function scope_new_orders();

-- Agreeing another price while approving changes the total.
create function tally_changed_totals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
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
create trigger tally_changed_totals after update on orders
  referencing old table as before_change new table as after_change
  for each statement execute function tally_changed_totals();

-- Numbers rise per tenant and year and may have gaps: a sequence is never waited for. A missing one starts after the
-- highest number in use, so it can be made anew at any time.
create schema order_numbers;
create function next_order_number(year int, how_many int default 1) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  name text := format('order_numbers.t%s_y%s', replace(current_tenant()::text, '-', ''), year);
  start bigint;
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(hashtextextended(name, 0));
    if to_regclass(name) is null then
      select coalesce(max(substring(code from 9)::bigint), 0) + 1 into start
      from public.orders where tenant_id = current_tenant() and code like format('SO-%s-%%', year);
      execute format('create sequence %s start %s', name, start);
    end if;
  end if;
  if how_many = 1 then
    return nextval(name);
  end if;
  -- A block: setval under a lock of its own, for the import.
  perform pg_advisory_xact_lock(hashtextextended(name, 1));
  start := nextval(name);
  perform setval(name, start + how_many - 1);
  return start;
end $$;

-- The ledger: append-only; nothing else changes a balance.
create table stock_movements (
  tenant_id uuid not null default current_tenant(),
  movement_id uuid not null,
  account_id uuid not null,
  product_id uuid not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('issue', 'sale', 'purchase', 'revoke', 'license', 'import')),
  order_id uuid,
  license_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, movement_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, product_id) references product_publications,
  foreign key (tenant_id, order_id) references orders
);
create index stock_movements_of_account on stock_movements (tenant_id, account_id, created_at desc, movement_id desc);
create index stock_movements_of_product on stock_movements (tenant_id, account_id, product_id, created_at desc, movement_id desc);
create index stock_movements_of_order on stock_movements (tenant_id, order_id) where order_id is not null;
call protect('stock_movements');
call append_only('stock_movements');

-- Always the sum of its movements; `held` is what the account's pending sell-outs have promised.
create table stock_balances (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  product_id uuid not null,
  quantity bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- How many movements made it: a page of the ledger would otherwise count them.
  movements bigint not null default 0,
  is_root boolean not null default false,
  primary key (tenant_id, account_id, product_id),
  -- Only the root issues; nobody else ever gives or promises what it does not have.
  constraint stock_balances_covered check (is_root or quantity >= held),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, product_id) references product_publications
) with (fillfactor = 50);
create index stock_balances_of_product on stock_balances (tenant_id, product_id, account_id);
call protect('stock_balances');
