-- What the dashboard sums. A sale is one line of an approved order, at its approval; a revoked order has none.
--
-- Approving only leaves a note of one row behind. A job folds the notes: it copies the lines into `sales` and adds them
-- to the sums below. Whoever reads adds what is not folded yet, so that every figure is exact at every moment, and the
-- sums, which hundreds of orders share, are never what an approval waits for.

-- sign 1: approved; -1: revoked. Each happens to an order at most once.
create table sales_unfolded (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  sign smallint not null check (sign in (-1, 1)),
  primary key (tenant_id, order_id, sign),
  foreign key (tenant_id, order_id) references orders
-- Every reader walks through it, and every row dies within the minute.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
call protect('sales_unfolded');

create function note_sale() returns trigger language plpgsql as $$
begin
  insert into sales_unfolded (tenant_id, order_id, sign)
  values (new.tenant_id, new.order_id, case when new.status = 'approved' then 1 else -1 end);
  return null;
end $$;
-- An import adds thousands in one statement.
create function note_added_sales() returns trigger language plpgsql as $$
begin
  insert into sales_unfolded (tenant_id, order_id, sign)
  select tenant_id, order_id, 1 from added where status = 'approved';
  return null;
end $$;
create trigger note_approved after insert on orders
  referencing new table as added for each statement execute function note_added_sales();
create trigger note_approved_or_revoked after update of status on orders
  for each row when (old.status <> new.status and 'approved' in (old.status, new.status)) execute function note_sale();

-- Every folded sale, for the hours and days that the sums below do not cover exactly. Read from the indexes alone.
create table sales (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  line int not null,
  approved_at timestamptz not null,
  vendor_id uuid not null,
  buyer_id uuid not null,
  product_id uuid not null,
  currency_id int not null,
  qt int not null,
  amount numeric(19,4) not null,
  primary key (tenant_id, order_id, line),
  foreign key (tenant_id, order_id) references orders
);
create index sales_by_time on sales (tenant_id, approved_at)
  include (vendor_id, buyer_id, product_id, currency_id, qt, amount);
create index sales_of_vendor on sales (tenant_id, vendor_id, approved_at)
  include (buyer_id, product_id, currency_id, amount);
create index sales_of_product on sales (tenant_id, product_id, approved_at)
  include (vendor_id, buyer_id, currency_id, qt, amount);
call protect('sales');

-- The sums of each account's purchases (side b) and sales (side v). `own` rows are the account's own, the others those of
-- the accounts below it; a sub-tree is both together. Days, months and quarters are UTC's. They hold nothing that cannot
-- be added up from `sales` again.
create table sales_days (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  day date not null,
  side "char" not null,
  own boolean not null,
  currency_id int not null,
  qt bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, day, side, own, currency_id) include (qt, amount)
);
call protect('sales_days');

-- By product, a row for each month and, of sales, for each quarter as well. The root, below which every sale lies, also
-- has a row for each day: two weeks of its lines would be as much to read as all the rest.
create table sales_products (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  side "char" not null,
  -- d, m or q
  grain "char" not null,
  since date not null,
  own boolean not null,
  currency_id int not null,
  product_id uuid not null,
  qt bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, side, grain, since, own, currency_id, product_id) include (qt, amount)
);
call protect('sales_products');

-- The same by buyer, of sales only.
create table sales_buyers (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  grain "char" not null,
  since date not null,
  own boolean not null,
  currency_id int not null,
  buyer_id uuid not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, grain, since, own, currency_id, buyer_id) include (amount)
);
call protect('sales_buyers');

-- Folds up to so many orders of this tenant, one folder at a time; returns how many.
create function fold_sales(maximum int) returns bigint language plpgsql as $$
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
    -- Approved and revoked between two folds: nothing happened.
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
    -- Before the sums are multiplied by the accounts above.
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
