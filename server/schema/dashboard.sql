-- What the dashboard sums. A sale is one line of an approved order, at its approval; a revoked order has none.
--
-- Approving only leaves a note of one row behind. A job folds the notes: it copies the lines into `sales` and adds them
-- to the sums below. Whoever reads adds what is not folded yet, so that every figure is exact at every moment, and the
-- sums, which hundreds of orders share, are never what an approval waits for.
--
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
call allow('sales_unfolded', 'select, insert, delete');

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
call protect('sales');
call allow('sales', 'select, insert, delete');
-- The root's and the tenant's sales of a period, from the index alone.
create index sales_by_time on sales (tenant_id, approved_at)
  include (vendor_id, buyer_id, product_id, currency_id, qt, amount);
-- A vendor's sales of a period, from the index alone.
create index sales_of_vendor on sales (tenant_id, vendor_id, approved_at)
  include (buyer_id, product_id, currency_id, amount);
-- A product's sales of a period, from the index alone.
create index sales_of_product on sales (tenant_id, product_id, approved_at)
  include (vendor_id, buyer_id, currency_id, qt, amount);

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
call allow('sales_days', 'select, insert, update');

-- By product, a row for each month and, of sales, for each quarter and year as well. The root, below which every sale lies,
-- also has a row for each day: two weeks of its lines would be as much to read as all the rest.
create table sales_products (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  side "char" not null,
  -- d, m, q or y
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
call allow('sales_products', 'select, insert, update');

-- The same by buyer, of sales only.
create table sales_buyers (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  -- d, m, q or y
  grain "char" not null,
  since date not null,
  own boolean not null,
  currency_id int not null,
  buyer_id uuid not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, grain, since, own, currency_id, buyer_id) include (amount)
);
call protect('sales_buyers');
call allow('sales_buyers', 'select, insert, update');

-- What the dashboard sums of licenses (decision 058). The sums are kept only for accounts with many licenses; those of the
-- others are counted one by one.
--
-- Each change of a license appends rows here, and a job adds them to the sums. Whoever reads adds what is not folded yet,
-- so every figure is exact at every moment and no writer waits for a shared row.
create table license_changes (
  tenant_id uuid not null default current_tenant() references tenants,
  change_id uuid not null default id_at(clock_timestamp()),
  -- c: created; a: activated; e: expired; m: maintenance expired; n: maintenance ends within 1,440 hours or has ended;
  -- s: seats that a device holds; x: those of them whose key has expired
  kind "char" not null,
  at timestamptz not null,
  owner_id uuid not null,
  product_id uuid not null,
  qt bigint not null,
  -- Seats, of created and of expired licenses.
  amount bigint not null default 0,
  primary key (tenant_id, change_id)
-- Every reader walks through it, and every row dies within the minute.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
call protect('license_changes');
call allow('license_changes', 'select, insert, delete');

-- The scopes for which sums are kept: an account alone (own), or with all accounts below it.
create table license_summed (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  own boolean not null,
  primary key (tenant_id, account_id, own)
);
call protect('license_summed');
call allow('license_summed', 'select, insert, delete');

-- The sums of a scope by kind and product, for each day, month and year of UTC. The nil UUID stands for all products. They
-- hold nothing that cannot be computed from the licenses again.
create table license_sums (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  own boolean not null,
  product_id uuid not null,
  kind "char" not null,
  -- d, m or y
  grain "char" not null,
  since date not null,
  qt bigint not null,
  amount bigint not null,
  primary key (tenant_id, account_id, own, product_id, kind, grain, since) include (qt, amount)
);
call protect('license_sums');

-- Sums of licenses by hour of UTC, of all products together (decision 085). Most readers' days begin with an hour, so that the
-- dashboard reads no single licenses at the ends of a period.
create table license_hours (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  own boolean not null,
  -- As in license_sums.
  kind "char" not null,
  hour timestamptz not null,
  qt bigint not null,
  amount bigint not null,
  primary key (tenant_id, account_id, own, kind, hour) include (qt, amount)
);
call protect('license_hours');

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
  referencing new table as added for each statement when (not arriving()) execute function note_added_sales();

create or replace trigger note_approved_or_revoked after update of status on orders
  for each row when (old.status <> new.status and 'approved' in (old.status, new.status)) execute function note_sale();

-- Folds and moves of accounts of a tenant run one at a time.
create or replace function lock_sales() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sales:' || current_tenant()::text, 0))
$$;

-- Adds up to `maximum` noted orders of this tenant, or the notes of some, to the sales tables; returns how many. An advisory lock
-- lets one transaction at a time do so.
create or replace function fold_sales(maximum int, only_orders uuid[] default null) returns bigint language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  folded bigint;
begin
  perform lock_sales();
  with noted as (
    delete from sales_unfolded where tenant_id = tenant and order_id in (
      select u.order_id from sales_unfolded u
      where u.tenant_id = tenant and (only_orders is null or u.order_id = any(only_orders)) order by u.order_id limit maximum)
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
      union all select 'y', date_trunc('year', s.day)::date where s.side = 'v'
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
      union all select 'y', date_trunc('year', s.day)::date
      union all select 'd', s.day where s.is_root) g
    where s.side = 'v'
    group by s.account_id, g.grain, g.since, s.own, s.currency_id, s.buyer_id
    on conflict (tenant_id, account_id, grain, since, own, currency_id, buyer_id)
    do update set amount = kept.amount + excluded.amount
  )
  select count(distinct n.order_id) into folded from noted n;
  return folded;
end $$;

-- A part of an approved order was returned (rules O22). Its folded lines are taken out at once, and it is noted as a sale with the
-- lines that it has now. A sale that is not folded yet is read with those anyway.
create or replace function note_changed_lines() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select distinct o.tenant_id, o.order_id
    from before_change b join orders o on o.tenant_id = b.tenant_id and o.order_id = b.order_id
    where o.status = 'approved'
  loop
    perform lock_sales();
    if exists (select from sales s where s.tenant_id = changed.tenant_id and s.order_id = changed.order_id) then
      insert into sales_unfolded (tenant_id, order_id, sign) values (changed.tenant_id, changed.order_id, -1);
      perform fold_sales(1, array[changed.order_id]);
      insert into sales_unfolded (tenant_id, order_id, sign) values (changed.tenant_id, changed.order_id, 1);
    end if;
  end loop;
  return null;
end $$;

create or replace trigger note_changed_lines after update on order_items
  referencing old table as before_change for each statement execute function note_changed_lines();

-- Before imported orders are taken back: their folded sales are taken out of the sums, the others only lose their note.
create or replace function forget_sales(ids uuid[]) returns void language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
begin
  perform lock_sales();
  delete from sales_unfolded u where u.tenant_id = tenant and u.order_id = any(ids);
  insert into sales_unfolded (tenant_id, order_id, sign)
  select distinct s.tenant_id, s.order_id, -1 from sales s where s.tenant_id = tenant and s.order_id = any(ids);
  perform fold_sales(cardinality(ids), ids);
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

-- Licenses. When a license with these ends, which it has since an instant, counts as expired (e), as without maintenance
-- (m), and as with less than 1,440 hours of it left (n). An end that it does not have is null.
create or replace function license_ends(since timestamptz, expires timestamptz, maintenance timestamptz)
returns table (kind "char", at timestamptz) language sql stable as $$
  select 'e'::"char", greatest(since, expires) where expires is not null
  union all select 'm', greatest(since, maintenance) where maintenance is not null
  union all select 'n', greatest(since, maintenance - interval '1440 hours') where maintenance is not null
$$;

-- When a seat, held from one instant to another, was one of a license that had expired: while the license had this end,
-- which it had since an instant and until a renewal (null: for ever).
create or replace function expired_use(
  since timestamptz, until timestamptz, expires timestamptz, taken timestamptz, freed timestamptz
) returns table (at timestamptz, qt int) language sql immutable as $$
  select w.at, w.qt
  from (select greatest(since, expires, taken) as first, least(until, freed) as last where expires is not null) u
  cross join lateral (values (u.first, 1), (u.last, -1)) as w (at, qt)
  where w.at is not null and (u.last is null or u.first < u.last)
$$;

-- The ends that a license had: each since its activation or a renewal, until the next renewal.
create or replace function license_terms(of_licenses uuid[])
returns table (license_id uuid, since timestamptz, until timestamptz, expires timestamptz) language sql stable as $$
  select r.license_id, lag(r.renewed_at) over w, r.renewed_at, r.expires_before
  from offered.license_renewals r
  where r.tenant_id = (select current_tenant()) and r.license_id = any(of_licenses)
  window w as (partition by r.license_id order by r.renewed_at, r.due_at)
  union all
  select l.license_id, r.renewed_at, null, l.expires_at
  from offered.licenses l
  left join lateral (
    select max(x.renewed_at) as renewed_at from offered.license_renewals x
    where x.tenant_id = l.tenant_id and x.license_id = l.license_id
  ) r on true
  where l.tenant_id = (select current_tenant()) and l.license_id = any(of_licenses)
$$;

-- Per statement, because an import adds thousands of licenses in one. One that an import made and that was taken back counts at no
-- time; it has no renewal, and its seats went before.
create or replace function note_licenses() returns trigger language plpgsql as $$
declare
  sign constant int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into license_changes (tenant_id, kind, at, owner_id, product_id, qt, amount)
  select a.tenant_id, e.kind, e.at, a.owner_id, a.product_id, sign * count(*), sign * sum(e.amount)
  from noted a
  cross join lateral (
    select 'c'::"char" as kind, a.created_at as at, a.seats as amount
    union all select 'a', a.activated_at, 0 where a.activated_at is not null
    union all select n.kind, n.at, case n.kind when 'e' then a.seats else 0 end from license_ends(a.activated_at, a.expires_at, a.maintenance_expires_at) n
    where a.activated_at is not null
  ) e
  group by a.tenant_id, e.kind, e.at, a.owner_id, a.product_id;
  return null;
end $$;

create or replace trigger note_new_licenses after insert on licenses
  referencing new table as noted for each statement when (not arriving()) execute function note_licenses();

create or replace trigger note_removed_licenses after delete on licenses
  referencing old table as noted for each statement when (not emptying()) execute function note_licenses();

create or replace function note_activated_license() returns trigger language plpgsql as $$
begin
  insert into license_changes (tenant_id, kind, at, owner_id, product_id, qt, amount)
  select new.tenant_id, e.kind, e.at, new.owner_id, new.product_id, 1, case e.kind when 'e' then new.seats else 0 end
  from (
    select 'a'::"char" as kind, new.activated_at as at
    union all select n.kind, n.at from license_ends(new.activated_at, new.expires_at, new.maintenance_expires_at) n
  ) e;
  return null;
end $$;

create or replace trigger note_activated_license after update of activated_at on licenses
  for each row when (old.activated_at is null and new.activated_at is not null) execute function note_activated_license();

-- A renewal replaces the ends that a license has had by others, from then on.
create or replace function note_renewals() returns trigger language plpgsql as $$
begin
  insert into license_changes (tenant_id, kind, at, owner_id, product_id, qt, amount)
  select a.tenant_id, e.kind, e.at, l.owner_id, l.product_id, s.sign, case e.kind when 'e' then s.sign * l.seats else 0 end
  from added a
  join offered.licenses l on l.tenant_id = a.tenant_id and l.license_id = a.license_id
  cross join lateral (values (-1, a.expires_before, a.maintenance_before), (1, a.expires_after, a.maintenance_after))
    as s (sign, expires, maintenance)
  cross join lateral license_ends(a.renewed_at, s.expires, s.maintenance) e;
  insert into license_changes (tenant_id, kind, at, owner_id, product_id, qt)
  select a.tenant_id, 'x', u.at, l.owner_id, l.product_id, sum(e.sign * u.qt)
  from added a
  join offered.licenses l on l.tenant_id = a.tenant_id and l.license_id = a.license_id
  join offered.license_seats s on s.tenant_id = a.tenant_id and s.license_id = a.license_id
  cross join lateral (values (-1, a.expires_before), (1, a.expires_after)) as e (sign, expires)
  cross join lateral expired_use(a.renewed_at, null, e.expires, s.created_at, s.revoked_at) u
  group by a.tenant_id, u.at, l.owner_id, l.product_id having sum(e.sign * u.qt) <> 0;
  return null;
end $$;

create or replace trigger note_renewals after insert on license_renewals
  referencing new table as added for each statement when (not arriving()) execute function note_renewals();

-- A deleted seat counts at no time.
create or replace function note_seat() returns trigger language plpgsql as $$
declare
  tenant constant uuid := coalesce(new.tenant_id, old.tenant_id);
  license constant uuid := coalesce(new.license_id, old.license_id);
begin
  insert into license_changes (tenant_id, kind, at, owner_id, product_id, qt)
  select l.tenant_id, c.kind, c.at, l.owner_id, l.product_id, c.qt
  from (
    select 's'::"char" as kind, old.created_at as at, -1 as qt where tg_op = 'DELETE'
    union all select 's', old.revoked_at, 1 where tg_op <> 'INSERT' and old.revoked_at is not null
    union all select 's', new.created_at, 1 where tg_op = 'INSERT'
    union all select 's', new.revoked_at, -1 where tg_op <> 'DELETE' and new.revoked_at is not null
    union all (
      select 'x', u.at, sum(e.sign * u.qt)
      from license_terms(array[license]) t
      cross join lateral (
        select -1 as sign, old.created_at as taken, old.revoked_at as freed where tg_op <> 'INSERT'
        union all select 1, new.created_at, new.revoked_at where tg_op <> 'DELETE'
      ) e
      cross join lateral expired_use(t.since, t.until, t.expires, e.taken, e.freed) u
      group by u.at having sum(e.sign * u.qt) <> 0)
  ) c
  join offered.licenses l on l.tenant_id = tenant and l.license_id = license;
  return null;
end $$;

create or replace trigger note_seat after insert or delete on license_seats
  for each row when (not arriving()) execute function note_seat();

-- Not for heartbeats.
create or replace trigger note_freed_seat after update of revoked_at on license_seats
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function note_seat();

-- Folds, additions of scopes and moves of accounts of a tenant run one at a time.
create or replace function lock_license_sums() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('license sums:' || current_tenant()::text, 0))
$$;

-- Adds up to `maximum` changes of this tenant to the sums of its scopes; returns how many.
create or replace function fold_licenses(maximum int) returns bigint language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  folded bigint;
begin
  perform lock_license_sums();
  with noted as (
    delete from license_changes where tenant_id = tenant and change_id in (
      select c.change_id from license_changes c where c.tenant_id = tenant order by c.change_id limit maximum)
    returning kind, at, owner_id, product_id, qt, amount
  ), summed as (
    -- Summed before the join with the scopes, which multiplies the rows.
    select kind, date_trunc('hour', at, 'UTC') as hour, owner_id, product_id, sum(qt) as qt, sum(amount) as amount
    from noted group by 1, 2, 3, 4
  ), spread as materialized (
    select w.account_id, w.own, s.kind, s.hour, (s.hour at time zone 'UTC')::date as day, s.product_id, s.qt, s.amount
    from summed s
    join offered.account_tree t on t.tenant_id = tenant and t.descendant_id = s.owner_id
    join license_summed w on w.tenant_id = tenant and w.account_id = t.ancestor_id and (not w.own or t.depth = 0)
  ), hours as (
    insert into license_hours as kept (tenant_id, account_id, own, kind, hour, qt, amount)
    select tenant, s.account_id, s.own, s.kind, s.hour, sum(s.qt), sum(s.amount)
    from spread s
    group by s.account_id, s.own, s.kind, s.hour
    having sum(s.qt) <> 0 or sum(s.amount) <> 0
    on conflict (tenant_id, account_id, own, kind, hour)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  ), sums as (
    insert into license_sums as kept (tenant_id, account_id, own, product_id, kind, grain, since, qt, amount)
    select tenant, s.account_id, s.own, p.product_id, s.kind, g.grain, g.since, sum(s.qt), sum(s.amount)
    from spread s
    cross join lateral (values (s.product_id), (all_products())) as p (product_id)
    cross join lateral grains_of(s.day) g
    group by s.account_id, s.own, p.product_id, s.kind, g.grain, g.since
    having sum(s.qt) <> 0 or sum(s.amount) <> 0
    on conflict (tenant_id, account_id, own, product_id, kind, grain, since)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  )
  select count(*) into folded from noted;
  return folded;
end $$;

create or replace function grains_of(day date) returns table (grain "char", since date) language sql stable as $$
  values ('d'::"char", day), ('m', date_trunc('month', day)::date), ('y', date_trunc('year', day)::date)
$$;

-- What stands for all products in `license_sums`.
create or replace function all_products() returns uuid language sql immutable parallel safe as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
$$;

-- Scopes with at least this many licenses have sums; counting fewer one by one takes some milliseconds (decision 058).
create or replace function licenses_summed_from() returns bigint language sql immutable parallel safe return 10000;

-- The largest scope with at least `minimum` licenses that has no sums yet; no row when there is none.
create or replace function license_scope_to_sum(minimum bigint)
  returns table (account_id uuid, own boolean) language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  return query
    select t.account_id, t.own from offered.license_tallies t
    where t.tenant_id = tenant and not exists (
      select from license_summed w where w.tenant_id = tenant and w.account_id = t.account_id and w.own = t.own)
    group by t.account_id, t.own having sum(t.licenses) >= minimum
    order by sum(t.licenses) desc limit 1;
end $$;

-- Computes the sums of one scope with at least `minimum` licenses that has none yet; returns 0 when there is none. Changes
-- that are not folded yet are subtracted, because the next fold adds them: one statement sees both or neither.
create or replace function sum_licenses(minimum bigint default licenses_summed_from()) returns int language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  account uuid;
  alone boolean;
begin
  perform lock_license_sums();
  select s.account_id, s.own into account, alone from license_scope_to_sum(minimum) s;
  if not found then return 0; end if;
  insert into license_summed (tenant_id, account_id, own) values (tenant, account, alone);

  with owners as materialized (
    select t.descendant_id as account_id from offered.account_tree t
    where t.tenant_id = tenant and t.ancestor_id = account and (not alone or t.depth = 0)
  ), keys as materialized (
    select l.license_id, l.product_id, l.created_at, l.seats, l.activated_at, l.expires_at, l.maintenance_expires_at
    from offered.licenses l where l.tenant_id = tenant and l.owner_id in (select o.account_id from owners o)
  ), first_renewals as materialized (
    select distinct on (r.license_id) r.license_id, r.expires_before, r.maintenance_before
    from offered.license_renewals r where r.tenant_id = tenant order by r.license_id, r.renewed_at, r.due_at
  ), events as (
    select 'c'::"char" as kind, k.created_at as at, k.product_id, 1::bigint as qt, k.seats::bigint as amount from keys k
    union all
    select 'a', k.activated_at, k.product_id, 1, 0 from keys k where k.activated_at is not null
    union all
    select e.kind, e.at, k.product_id, 1, case e.kind when 'e' then k.seats else 0 end
    from keys k left join first_renewals f using (license_id)
    cross join lateral license_ends(k.activated_at,
      case when f.license_id is null then k.expires_at else f.expires_before end,
      case when f.license_id is null then k.maintenance_expires_at else f.maintenance_before end) e
    where k.activated_at is not null
    union all
    select e.kind, e.at, k.product_id, s.sign, case e.kind when 'e' then s.sign * k.seats else 0 end
    from offered.license_renewals r
    join keys k using (license_id)
    cross join lateral (values (-1, r.expires_before, r.maintenance_before), (1, r.expires_after, r.maintenance_after))
      as s (sign, expires, maintenance)
    cross join lateral license_ends(r.renewed_at, s.expires, s.maintenance) e
    where r.tenant_id = tenant
    union all
    select 's', e.at, k.product_id, e.qt, 0
    from offered.license_seats s
    join keys k using (license_id)
    cross join lateral (values (1, s.created_at), (-1, s.revoked_at)) as e (qt, at)
    where s.tenant_id = tenant and e.at is not null
    union all
    select 'x', u.at, k.product_id, u.qt, 0
    from license_terms(array(select k.license_id from keys k)) t
    join keys k using (license_id)
    join offered.license_seats s on s.tenant_id = tenant and s.license_id = t.license_id
    cross join lateral expired_use(t.since, t.until, t.expires, s.created_at, s.revoked_at) u
    where t.expires is not null
    union all
    select c.kind, c.at, c.product_id, -c.qt, -c.amount
    from license_changes c where c.tenant_id = tenant and c.owner_id in (select o.account_id from owners o)
  ), summed as materialized (
    select e.kind, date_trunc('hour', e.at, 'UTC') as hour, e.product_id, sum(e.qt) as qt, sum(e.amount) as amount
    from events e group by 1, 2, 3
  ), hours as (
    insert into license_hours (tenant_id, account_id, own, kind, hour, qt, amount)
    select tenant, account, alone, h.kind, h.hour, sum(h.qt), sum(h.amount)
    from summed h group by h.kind, h.hour
    having sum(h.qt) <> 0 or sum(h.amount) <> 0
  ), days as materialized (
    select h.kind, (h.hour at time zone 'UTC')::date as day, h.product_id, sum(h.qt) as qt, sum(h.amount) as amount
    from summed h group by 1, 2, 3
  )
  insert into license_sums (tenant_id, account_id, own, product_id, kind, grain, since, qt, amount)
  select tenant, account, alone, p.product_id, d.kind, g.grain, g.since, sum(d.qt), sum(d.amount)
  from days d
  cross join lateral (values (d.product_id), (all_products())) as p (product_id)
  cross join lateral grains_of(d.day) g
  group by p.product_id, d.kind, g.grain, g.since
  having sum(d.qt) <> 0 or sum(d.amount) <> 0;
  return 1;
end $$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function dashboard_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'dashboard:fold-sales' then return exists (
      select from sales_unfolded u where u.tenant_id = tenant);
    when 'dashboard:fold-licenses' then return exists (
      select from license_changes c where c.tenant_id = tenant);
    when 'dashboard:sum-licenses' then return exists (
      select from license_scope_to_sum(licenses_summed_from()));
    else return null;
  end case;
end $$;
