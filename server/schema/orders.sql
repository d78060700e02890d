-- Orders between an account (the buyer) and one above it (the vendor).
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
  -- Why it is derived: it buys what was missing, or it is the part of the other order that was not approved or that was returned.
  derivation text check (derivation in ('shortage', 'rest', 'return')),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  approved_at timestamptz,
  updated_at timestamptz not null default clock(),
  -- The won deal that it was made from (rules J14). Its foreign key is in deals.sql.
  deal_id uuid,
  primary key (tenant_id, order_id),
  unique (tenant_id, code),
  foreign key (tenant_id, buyer_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, vendor_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, address_id) references addresses,
  foreign key (tenant_id, derived_order_id) references orders (tenant_id, order_id),
  check ((derivation is null) = (derived_order_id is null))
);
call protect('orders');
call allow('orders', 'select, insert, update');
call findable('orders', 'order', 'order_id', 'order_id', 'code', 'ref_code');
-- The list of orders of the whole tenant by date. It carries what the list is counted and summed by, so that neither reads the table.
create index orders_by_date on orders (tenant_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
-- A buyer's orders by date, with what they are counted and summed by.
create index orders_of_buyer on orders (tenant_id, buyer_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
-- A vendor's orders by date, with what they are counted and summed by.
create index orders_of_vendor on orders (tenant_id, vendor_id, created_at desc, order_id desc)
  include (currency_id, total, status, invoiced, paid);
-- The orders that were made from one: the chain of an order; the check of the foreign key.
create index orders_derived on orders (tenant_id, derived_order_id) where derived_order_id is not null;
-- The list of orders by their reference.
create index orders_by_ref_code on orders (tenant_id, ref_code) where ref_code is not null;
-- The list of orders by state. Nearly all orders are approved: those are found by date, the others here.
create index orders_by_status on orders (tenant_id, status, created_at desc, order_id desc)
  include (buyer_id, vendor_id) where status <> 'approved';
-- The list of orders by total.
create index orders_by_total on orders (tenant_id, total, order_id) include (buyer_id, vendor_id);
-- The reference of an imported order is its key. People may give two orders of the portal the same one.
create unique index orders_imported_once on orders (tenant_id, key_of(ref_code)) where origin = 'import';
-- A deal is purchased once and sold once, also after two concurrent requests. The rest of an order that was approved in part is
-- of the same purchase or sale.
create unique index orders_of_deal on orders (tenant_id, deal_id, origin)
  where deal_id is not null and status in ('pending', 'approved') and derivation is distinct from 'rest';
-- The living orders of a deal, rests too: the list of deals, and whether one is ordered.
create index orders_living_of_deal on orders (tenant_id, deal_id, origin) where deal_id is not null and status in ('pending', 'approved');
-- What a buyer owes and since when: whether something is overdue when it buys more (rules O24).
create index orders_unpaid_of_buyer on orders (tenant_id, buyer_id, currency_id, approved_at) include (total)
  where status = 'approved' and not paid;
-- The list behind the figures of the dashboard: approved orders by approval.
create index orders_by_approval on orders (tenant_id, approved_at desc, order_id desc)
  include (buyer_id, vendor_id, status, currency_id, total) where approved_at is not null;
-- A vendor's orders in a state, newest first: lists of a sub-tree by state collect them vendor by vendor. Most orders end
-- approved; those are not in it. It serves what waits for a vendor as well (rules Y2).
create index orders_not_approved_of_vendor on orders (tenant_id, vendor_id, status, created_at desc, order_id desc)
  where status <> 'approved';

-- Lines of orders. Here and wherever many rows belong to one other, the key to that other ties the tenant as well: one to
-- `tenants` would only be checked again at every row.
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
  -- A line is found with its order, also by its own id.
  primary key (tenant_id, order_id, line),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, product_id) references product_publications,
  foreign key (tenant_id, price_list_id) references price_lists
);
call protect('order_items');
call allow('order_items', 'select, insert, update');
-- The orders with a product; the check of the foreign key.
create index order_items_of_product on order_items (tenant_id, product_id);
-- Whether a price list was used (PR523); the check of the foreign key.
create index order_items_of_price_list on order_items (tenant_id, price_list_id) where price_list_id is not null;

-- The states that an order has had.
create table order_history (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  history_id uuid not null,
  status text not null,
  source text not null,
  source_data text,
  -- Why the vendor's side passed the buyer's credit limit.
  reason text,
  -- Where only a part was decided: the order that the part became, or of which it is a part.
  part_order_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, order_id, history_id),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, part_order_id) references orders (tenant_id, order_id)
);
call protect('order_history');
call append_only('order_history');
-- The check of the foreign key.
create index order_history_of_part on order_history (tenant_id, part_order_id) where part_order_id is not null;

-- Orders are listed by both parties, as purchases (b) and as sales (v).
call counted('orders', 'order', '{b,buyer_id,v,vendor_id}', '{status,invoiced,paid}', amount => 'total', listed_by => 'created_at');

-- What happened to orders and has yet to be told by mail. A row of its own, and not a job, in the order's transaction:
-- leaving a job notifies the workers, and PostgreSQL lets transactions that notify commit only one after the other. Each thing
-- happens to an order once.
create table order_news (
  tenant_id uuid not null default current_tenant(),
  news_id uuid not null,
  order_id uuid not null,
  event text not null check (event in ('requested', 'approved', 'canceled', 'revoked')),
  -- Null: the System.
  by_user uuid default current_user_id(),
  primary key (tenant_id, order_id, event),
  foreign key (tenant_id, order_id) references orders
);
call protect('order_news');

-- Orders of which those who decide were told that a promise is about to break, each once (rules G42).
create table order_reminders (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  told_at timestamptz not null default clock(),
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders
);
call protect('order_reminders');
call allow('order_reminders', 'select, insert');

-- Files attached to orders. A file that is attached cannot be deleted.
create table order_attachments (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  file_id uuid not null,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, order_id, file_id),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, file_id) references files
);
call protect('order_attachments');
-- Whether a file is attached; the check of the foreign key.
create index order_attachments_of_file on order_attachments (tenant_id, file_id);

-- The ledger of stock stands below the orders that move it.
alter table stock_movements add foreign key (tenant_id, order_id) references orders;

-- The amount of an order line, rounded to the decimals of its currency (currencies.minor_units). An order's total is
-- the sum of these. `portal check` and the tests deliberately compute it themselves.
create or replace function line_amount(pieces bigint, price numeric, minor_units int) returns numeric
  language sql immutable parallel safe
  return round(pieces * price, minor_units);

-- The parties of a new order were read before the tree was locked. If an account was moved or deleted since then, the whole
-- transaction is retried. After the insert and after the foreign keys (RI_…, by name), whose check waits for who deletes a party.
create or replace function check_parties() returns trigger language plpgsql as $$
declare
  locked constant text := pg_advisory_xact_lock_shared(tree_lock());
begin
  if not exists (
    select from account_tree t
    join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id
    where t.tenant_id = new.tenant_id and t.ancestor_id = new.vendor_id and t.descendant_id = new.buyer_id and a.deleted_at is null
  ) then
    raise exception 'the parties of an order have moved apart' using errcode = 'serialization_failure';
  end if;
  return null;
end $$;

create or replace trigger check_parties after insert on orders
  for each row when (new.status = 'pending' and new.origin <> 'import' and not arriving()) execute function check_parties();

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
      'derivation', case when l.reachable then l.derivation end,
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

-- The other order of an entry of a history where only a part was decided. Both have the same parties, so who reads one reads the
-- other. A function for the same reason as above.
create or replace function part_order(of_order uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('orderId', p.order_id, 'orderCode', p.code)
    from orders p where p.tenant_id = (select current_tenant()) and p.order_id = of_order);
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

-- Takes back orders of an import (decision 169). The application may delete no order: this is its only door, and it leads to no
-- order but one that was imported. What was built on an order since refers to it, and keeps it: a key, an attachment, another order.
-- The dashboard has forgotten its sales before.
create or replace function remove_imported_orders(ids uuid[]) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  emptied constant text := coalesce(current_setting('app.emptied', true), '');
  removed int;
begin
  if exists (
    select from unnest(ids) as wanted (order_id)
    where not exists (
      select from orders o
      where o.tenant_id = tenant and o.order_id = wanted.order_id and o.origin = 'import' and o.deal_id is null)
      or not exists (
        select from offered.audit_log e
        where e.tenant_id = tenant and e.entity_id = wanted.order_id::text and e.action = 'order.imported')
  ) then
    raise exception 'not all of these orders were imported' using errcode = 'insufficient_privilege';
  end if;

  delete from order_reminders r where r.tenant_id = tenant and r.order_id = any(ids);
  -- The states of an order are a ledger for everybody else.
  perform set_config('app.emptied', tenant::text, true);
  delete from order_history h where h.tenant_id = tenant and h.order_id = any(ids);
  perform set_config('app.emptied', emptied, true);
  delete from order_items i where i.tenant_id = tenant and i.order_id = any(ids);
  delete from orders o where o.tenant_id = tenant and o.order_id = any(ids);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_order(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select buyer_id, code from orders where tenant_id = current_tenant() and order_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_order(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(o) - 'ref_code_folded'),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(i)) order by i.line) from order_items i
     where i.tenant_id = o.tenant_id and i.order_id = o.order_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(h)) order by h.history_id) from order_history h
     where h.tenant_id = o.tenant_id and h.order_id = o.order_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(f)) order by f.file_id) from order_attachments f
     where f.tenant_id = o.tenant_id and f.order_id = o.order_id))::text
  from orders o where o.tenant_id = current_tenant() and o.order_id = id
$$;

-- What a signature of an order is of: its lines, with the prices that an approval agrees anew.
create or replace function order_signed_as(an_order uuid, prices jsonb default '[]') returns text language sql stable as $$
  select md5(string_agg(concat_ws(' ', i.order_item_id, i.qt, coalesce(p.price, i.price)::numeric(19,4)), ',' order by i.line))
  from order_items i
  left join jsonb_to_recordset(prices) as p ("orderItemId" uuid, price numeric) on p."orderItemId" = i.order_item_id
  where i.tenant_id = current_tenant() and i.order_id = an_order
$$;

-- What approving pending orders needs, for one person: a row for each order and rule (function approval_standing). `prices`
-- ([{ orderItemId, price }]) are those that an approval agrees anew. No row for an order that no rule binds.
create or replace function order_approvals(order_ids uuid[], prices jsonb, a_user uuid, an_account uuid)
  returns table (record_id uuid, seen text, rule_id uuid, is_met boolean, is_met_with_me boolean, gives boolean, asks boolean)
  language plpgsql stable as $$
begin
  if not any_approval_rules() then return; end if;
  return query
    select o.order_id, f.seen, s.rule_id, s.is_met, s.is_met_with_me, s.gives, s.asks
    from orders o
    cross join lateral (
      select sum(line_amount(i.qt, coalesce(p.price, i.price), c.minor_units)) as total,
             sum(line_amount(i.qt, i.list_price, c.minor_units)) as list_total,
             array_agg(i.product_id) as products, order_signed_as(o.order_id, prices) as seen
      from order_items i
      join offered.currencies c on c.currency_id = i.currency_id
      left join jsonb_to_recordset(prices) as p ("orderItemId" uuid, price numeric) on p."orderItemId" = i.order_item_id
      where i.tenant_id = o.tenant_id and i.order_id = o.order_id) f
    cross join lateral approval_standing('order', o.vendor_id, o.buyer_id, o.currency_id, f.total, f.list_total, f.products,
      o.order_id, f.seen, o.vendor_id, a_user, an_account) s
    where o.tenant_id = current_tenant() and o.order_id = any(order_ids) and o.status = 'pending';
end $$;

-- The pending orders that a person's own decision would not bring to an end, because a rule misses somebody else; and those that ask
-- for this person's signature (rules G41). Empty, and nearly free, where nobody has rules.
create or replace function orders_to_sign(a_user uuid, an_account uuid)
  returns table (order_id uuid, is_last_step boolean, asks boolean) language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  if not any_approval_rules() then return; end if;
  return query
    select s.record_id, bool_and(s.is_met_with_me), bool_or(s.asks)
    from order_approvals(array(
      -- Most orders are small and at list price: what no rule of those above the seller can bind is left out, seller by seller,
      -- before anybody's signature is looked for.
      select distinct o.order_id
      from accounts_at_or_below(an_account) t
      cross join lateral order_rules_above(t.account_id) r
      join orders o on o.tenant_id = tenant and o.vendor_id = t.account_id and o.status = 'pending'
      where amount_holds(r, o.currency_id, o.total) and share_holds(r, o.total, case when r.below_list_share is not null then (
        select sum(line_amount(i.qt, i.list_price, c.minor_units))
        from order_items i join offered.currencies c on c.currency_id = i.currency_id
        where i.tenant_id = tenant and i.order_id = o.order_id) end)), '[]', a_user, an_account) s
    group by s.record_id;
end $$;

-- Whether a pending order waits for this person: it asks for the signature, or is of the own account, whose decision would end it.
create or replace function order_waits_for(an_order uuid, vendor uuid, a_user uuid, an_account uuid) returns boolean
  language sql stable as $$
  select coalesce(bool_or(s.asks), false) or an_account = vendor and coalesce(bool_and(s.is_met_with_me), true)
  from order_approvals(array[an_order], '[]', a_user, an_account) s
$$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function orders_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'orders:cancel-stale' then return exists (
      select from orders o
      where o.tenant_id = tenant and o.status = 'pending' and o.origin = 'sell-out' and o.created_at < clock() - make_interval(days => (
        select d.stock_hold_days from offered.tenant_defaults d where d.tenant_id = tenant)));
    when 'orders:promises' then return any_promise('order');
    else return null;
  end case;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Orders without their notes.
create or replace view offered.orders with (security_invoker = true) as
  select tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, ref_code, currency_id, total,
    derived_order_id, created_at, created_by, approved_at, deal_id, derivation
  from orders;

-- Lines of orders.
create or replace view offered.order_items with (security_invoker = true) as
  select tenant_id, order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id
  from order_items;

-- Which files are attached to which orders.
create or replace view offered.order_attachments with (security_invoker = true) as
  select tenant_id, order_id, file_id
  from order_attachments;
