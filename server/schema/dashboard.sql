-- What the dashboard adds up (decision 184). There is one mechanism for everything: a change appends notes, a job folds the notes of
-- all kinds into one table of sums, and whoever reads adds what is not folded yet. So every figure is exact at every moment, and no
-- change waits for a sum that hundreds of others share. Nothing here cannot be added up from the records again.

-- What has happened since the last fold.
create table sum_notes (
  tenant_id uuid not null default current_tenant(),
  note_id uuid not null default id_at(clock_timestamp()),
  -- o: a line of an approved order, at its approval.
  -- d: a deal, at its registration, in its present state.
  -- Licenses: c: created; a: activated; e: expired; m: maintenance expired; n: maintenance ends within 1,440 hours or has ended;
  -- s: seats that a device holds; x: those of them whose key has expired
  kind "char" not null,
  at timestamptz not null,
  -- The vendor of a line or a deal, the owner of a license.
  account_id uuid not null,
  buyer_id uuid,
  product_id uuid,
  -- Of a deal (function deal_state).
  state_id uuid,
  -- 0 where there is no money.
  currency_id int not null default 0,
  -- Less than zero where something is taken back.
  qt bigint not null,
  -- Of lines and deals money; seats of created and of expired licenses.
  amount numeric(24,4) not null default 0,
  primary key (tenant_id, note_id)
-- Every reader walks through it, and every row dies within the minute.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
call protect('sum_notes');
call allow('sum_notes', 'select, insert, delete');

-- The sums of each account and measure (function measures), for units of UTC's calendar. `own` rows are the account's own, the others
-- those of the accounts below it; a sub-tree is both together.
create table period_sums (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  measure "char" not null,
  -- h, d, m, q or y
  grain "char" not null,
  since timestamptz not null,
  own boolean not null,
  currency_id int not null,
  -- The product, the buyer or the state, where they are summed apart, else the nil id.
  part_id uuid not null,
  qt bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, account_id, measure, grain, since, own, currency_id, part_id) include (qt, amount)
);
call protect('period_sums');

-- The accounts that have sums of the measures that not all have.
create table summed_accounts (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  primary key (tenant_id, account_id)
);
call protect('summed_accounts');
call allow('summed_accounts', 'select, insert, delete');

-- What is sold, at the instant itself, for the hours and days that the sums do not cover. Read from the indexes alone; the key is the
-- root's and the tenant's sales of a period.
create table sales (
  tenant_id uuid not null default current_tenant(),
  approved_at timestamptz not null,
  vendor_id uuid not null,
  buyer_id uuid not null,
  product_id uuid not null,
  currency_id int not null,
  -- 0 when the order was revoked after it was folded.
  qt bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, approved_at, vendor_id, buyer_id, product_id, currency_id) include (qt, amount)
);
call protect('sales');
call allow('sales', 'select, insert, update');
-- A vendor's sales of a period, from the index alone.
create index sales_of_vendor on sales (tenant_id, vendor_id, approved_at)
  include (buyer_id, product_id, currency_id, qt, amount);
-- A product's sales of a period, from the index alone.
create index sales_of_product on sales (tenant_id, product_id, approved_at)
  include (vendor_id, buyer_id, currency_id, qt, amount);

-- Everything that is summed, in one list. `party` names the account of a note for which it counts, and for all above that one; `part`
-- is what it is summed by. A lazy measure has sums only for the accounts in `summed_accounts`: those of the others are counted one by one.
-- By hour there are no products: they would be as many rows as licenses. The root, below which everything lies, also has days by
-- product and buyer: two weeks of its lines would be as much to read as all the rest.
create or replace function measures()
returns table (measure "char", kind "char", party text, part text, grains text, grains_of_root text, is_lazy boolean)
language sql immutable parallel safe as $$
  values
    -- Sales; by product; by buyer. Purchases; by product.
    ('v'::"char", 'o'::"char", 'account', '', 'dm', 'dm', false),
    ('V', 'o', 'account', 'product', 'mqy', 'dmqy', false),
    ('W', 'o', 'account', 'buyer', 'mqy', 'dmqy', false),
    ('b', 'o', 'buyer', '', 'dm', 'dm', false),
    ('B', 'o', 'buyer', 'product', 'm', 'm', false),
    -- Deals by state.
    ('d', 'd', 'account', 'state', 'dm', 'dm', false)
  union all
  -- Each kind of license; by product, in capitals.
  select k::"char", k::"char", 'account', '', 'hdmy', 'hdmy', true from unnest('{c,a,e,m,n,s,x}'::text[]) k
  union all
  select upper(k)::"char", k::"char", 'account', 'product', 'dmy', 'dmy', true from unnest('{c,a,e,m,n,s,x}'::text[]) k
$$;

-- The unit of a grain, and half of one.
create or replace function unit_of(grain "char") returns text language sql immutable parallel safe return
  case grain when 'h' then 'hour' when 'd' then 'day' when 'm' then 'month' when 'q' then 'quarter' else 'year' end;
create or replace function half_of(grain "char") returns interval language sql immutable parallel safe return
  case grain when 'h' then interval '30 minutes' when 'd' then interval '12 hours' when 'm' then interval '365 hours'
    when 'q' then interval '1095 hours' else interval '4380 hours' end;

-- A range of time as few units: between the beginnings of the finest grain that are nearest to its ends, those of the next, and so on.
-- Where the nearest lies outside, what is too much is taken away: sign -1. Grain i: the instants that no unit covers, of which single
-- records are read. `grains` are in ascending order; without any, everything is read so.
create or replace function spans(from_at timestamptz, to_at timestamptz, grains text)
returns table (grain "char", since timestamptz, until timestamptz, sign int) language plpgsql immutable strict parallel safe rows 4 as $$
declare
  low timestamptz := from_at;
  high timestamptz := to_at;
  inner_low timestamptz;
  inner_high timestamptz;
  letter "char";
begin
  if from_at >= to_at then return; end if;
  grain := 'i';
  for n in 1 .. length(grains) loop
    letter := substr(grains, n, 1);
    inner_low := date_trunc(unit_of(letter), low + half_of(letter), 'UTC');
    inner_high := date_trunc(unit_of(letter), high + half_of(letter), 'UTC');
    exit when inner_low >= inner_high;
    if low <> inner_low then
      since := least(low, inner_low); until := greatest(low, inner_low); sign := case when low < inner_low then 1 else -1 end;
      return next;
    end if;
    if high <> inner_high then
      since := least(high, inner_high); until := greatest(high, inner_high); sign := case when high > inner_high then 1 else -1 end;
      return next;
    end if;
    low := inner_low; high := inner_high; grain := letter;
  end loop;
  since := low; until := high; sign := 1;
  return next;
end $$;

-- Sales. A line is one of an approved order, as long as the order is not revoked.
create or replace function note_lines() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into sum_notes (tenant_id, kind, at, account_id, buyer_id, product_id, currency_id, qt, amount)
    select o.tenant_id, 'o', o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, -i.qt, -i.amount
    from lost i join orders o on o.tenant_id = i.tenant_id and o.order_id = i.order_id
    where o.status = 'approved';
  end if;
  if tg_op <> 'DELETE' then
    -- Nearly all orders are new and wait: asking whether any is approved costs less than an insert of nothing.
    if not exists (
      select from gained i join orders o on o.tenant_id = i.tenant_id and o.order_id = i.order_id where o.status = 'approved') then
      return null;
    end if;
    insert into sum_notes (tenant_id, kind, at, account_id, buyer_id, product_id, currency_id, qt, amount)
    select o.tenant_id, 'o', o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount
    from gained i join orders o on o.tenant_id = i.tenant_id and o.order_id = i.order_id
    where o.status = 'approved';
  end if;
  return null;
end $$;

create or replace trigger note_new_lines after insert on order_items
  referencing new table as gained for each statement when (not arriving()) execute function note_lines();

create or replace trigger note_changed_lines after update on order_items
  referencing old table as lost new table as gained for each statement execute function note_lines();

create or replace trigger note_removed_lines after delete on order_items
  referencing old table as lost for each statement when (not emptying()) execute function note_lines();

create or replace function note_decision() returns trigger language plpgsql as $$
declare
  sign constant int := case when new.status = 'approved' then 1 else -1 end;
begin
  insert into sum_notes (tenant_id, kind, at, account_id, buyer_id, product_id, currency_id, qt, amount)
  select new.tenant_id, 'o', new.approved_at, new.vendor_id, new.buyer_id, i.product_id, i.currency_id, sign * i.qt, sign * i.amount
  from order_items i where i.tenant_id = new.tenant_id and i.order_id = new.order_id;
  return null;
end $$;

create or replace trigger note_approved_or_revoked after update of status on orders
  for each row when (old.status <> new.status and 'approved' in (old.status, new.status)) execute function note_decision();

-- Deals. What stands for a state in the sums.
create or replace function deal_state(status text, protection_status text) returns uuid language sql immutable parallel safe
  return md5(status || ',' || protection_status)::uuid;

create or replace function note_deals() returns trigger language plpgsql as $$
declare
  sign constant int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into sum_notes (tenant_id, kind, at, account_id, state_id, currency_id, qt, amount)
  select d.tenant_id, 'd', d.created_at, d.vendor_id, deal_state(d.status, d.protection_status), d.currency_id, sign * count(*),
         sign * sum(deal_amount(d.ebid_approved_value, d.total))
  from noted d group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create or replace trigger note_new_deals after insert on deals
  referencing new table as noted for each statement when (not arriving()) execute function note_deals();

create or replace trigger note_removed_deals after delete on deals
  referencing old table as noted for each statement when (not emptying()) execute function note_deals();

create or replace function note_changed_deal() returns trigger language plpgsql as $$
begin
  insert into sum_notes (tenant_id, kind, at, account_id, state_id, currency_id, qt, amount)
  values
    (old.tenant_id, 'd', old.created_at, old.vendor_id, deal_state(old.status, old.protection_status), old.currency_id, -1,
      -deal_amount(old.ebid_approved_value, old.total)),
    (new.tenant_id, 'd', new.created_at, new.vendor_id, deal_state(new.status, new.protection_status), new.currency_id, 1,
      deal_amount(new.ebid_approved_value, new.total));
  return null;
end $$;

create or replace trigger note_changed_deal
  after update of created_at, vendor_id, status, protection_status, currency_id, ebid_approved_value, total on deals
  for each row when ((old.created_at, old.vendor_id, old.status, old.protection_status, old.currency_id, old.ebid_approved_value, old.total)
    is distinct from (new.created_at, new.vendor_id, new.status, new.protection_status, new.currency_id, new.ebid_approved_value, new.total))
  execute function note_changed_deal();

-- Licenses. When one with these ends, which it has since an instant, counts as expired (e), as without maintenance
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

-- The ends that licenses had: each since their activation or a renewal, until the next renewal (null: for ever).
create or replace function license_terms(ids uuid[])
returns table (license_id uuid, since timestamptz, until timestamptz, expires timestamptz, maintenance timestamptz) language sql stable as $$
  select l.license_id, coalesce(lag(r.renewed_at) over (partition by r.license_id order by r.renewed_at, r.due_at), l.activated_at),
         r.renewed_at, r.expires_before, r.maintenance_before
  from offered.license_renewals r
  join offered.licenses l on l.tenant_id = r.tenant_id and l.license_id = r.license_id
  where r.tenant_id = (select current_tenant()) and r.license_id = any(ids)
  union all
  select l.license_id, coalesce(r.renewed_at, l.activated_at), null, l.expires_at, l.maintenance_expires_at
  from offered.licenses l
  left join lateral (
    select max(x.renewed_at) as renewed_at from offered.license_renewals x
    where x.tenant_id = l.tenant_id and x.license_id = l.license_id
  ) r on true
  where l.tenant_id = (select current_tenant()) and l.license_id = any(ids)
$$;

-- Everything that happened to licenses, or will happen, as the triggers below note it piece by piece.
create or replace function license_events(ids uuid[])
returns table (kind "char", at timestamptz, account_id uuid, product_id uuid, qt bigint, amount bigint) language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  return query
    with keys as materialized (
      select l.license_id, l.owner_id, l.product_id, l.created_at, l.seats, l.activated_at
      from offered.licenses l where l.tenant_id = tenant and l.license_id = any(ids)
    ), terms as materialized (
      select t.* from license_terms(ids) t where t.since is not null
    ), taken as materialized (
      select s.license_id, s.created_at, s.revoked_at from offered.license_seats s where s.tenant_id = tenant and s.license_id = any(ids)
    )
    select e.kind, e.at, k.owner_id, k.product_id, e.qt::bigint, e.amount::bigint
    from (
      select k.license_id, 'c'::"char" as kind, k.created_at as at, 1 as qt, k.seats as amount from keys k
      union all
      select k.license_id, 'a', k.activated_at, 1, 0 from keys k
      union all
      select t.license_id, n.kind, n.at, w.sign, case n.kind when 'e' then w.sign * k.seats else 0 end
      from terms t
      join keys k using (license_id)
      cross join lateral (values (1, t.since), (-1, t.until)) as w (sign, since)
      cross join lateral license_ends(w.since, t.expires, t.maintenance) n
      where w.since is not null
      union all
      select s.license_id, 's', w.at, w.qt, 0 from taken s cross join lateral (values (1, s.created_at), (-1, s.revoked_at)) as w (qt, at)
      union all
      select t.license_id, 'x', u.at, u.qt, 0
      from terms t
      join taken s using (license_id)
      cross join lateral expired_use(t.since, t.until, t.expires, s.created_at, s.revoked_at) u
    ) e
    join keys k using (license_id)
    where e.at is not null;
end $$;

-- Per statement, because an import adds thousands of licenses in one. One that an import made and that was taken back counts at no
-- time; it has no renewal, and its seats went before.
create or replace function note_licenses() returns trigger language plpgsql as $$
declare
  sign constant int := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into sum_notes (tenant_id, kind, at, account_id, product_id, qt, amount)
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
  insert into sum_notes (tenant_id, kind, at, account_id, product_id, qt, amount)
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
  insert into sum_notes (tenant_id, kind, at, account_id, product_id, qt, amount)
  select a.tenant_id, e.kind, e.at, l.owner_id, l.product_id, s.sign, case e.kind when 'e' then s.sign * l.seats else 0 end
  from added a
  join offered.licenses l on l.tenant_id = a.tenant_id and l.license_id = a.license_id
  cross join lateral (values (-1, a.expires_before, a.maintenance_before), (1, a.expires_after, a.maintenance_after))
    as s (sign, expires, maintenance)
  cross join lateral license_ends(a.renewed_at, s.expires, s.maintenance) e;
  insert into sum_notes (tenant_id, kind, at, account_id, product_id, qt)
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
  insert into sum_notes (tenant_id, kind, at, account_id, product_id, qt)
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

-- Folds and moves of accounts of a tenant run one at a time.
create or replace function lock_sums() returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('sums:' || current_tenant()::text, 0))
$$;

-- Adds up to `maximum` notes of this tenant to its sums; returns how many. With `newly`, computes the lazy sums of that account, which
-- had none: all that happened at or below it, less what is noted, because the next fold adds that. One statement sees both or neither.
create or replace function fold_sums(maximum int, newly uuid default null) returns bigint language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  root constant uuid := (select a.account_id from accounts a where a.tenant_id = tenant and a.parent_id is null);
  folded bigint;
begin
  perform lock_sums();
  with noted as (
    delete from sum_notes where tenant_id = tenant and note_id in (
      select n.note_id from sum_notes n where n.tenant_id = tenant order by n.note_id limit maximum)
    returning kind, at, account_id, buyer_id, product_id, state_id, currency_id, qt, amount
  ), lines as (
    insert into sales as kept (tenant_id, approved_at, vendor_id, buyer_id, product_id, currency_id, qt, amount)
    select tenant, n.at, n.account_id, n.buyer_id, n.product_id, n.currency_id, sum(n.qt), sum(n.amount)
    from noted n where n.kind = 'o' group by n.at, n.account_id, n.buyer_id, n.product_id, n.currency_id
    having sum(n.qt) <> 0 or sum(n.amount) <> 0
    on conflict (tenant_id, approved_at, vendor_id, buyer_id, product_id, currency_id)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  ), below as materialized (
    select t.descendant_id as account_id from account_tree t where t.tenant_id = tenant and t.ancestor_id = newly
  ), happened as (
    select * from noted
    union all
    select e.kind, e.at, e.account_id, null, e.product_id, null, 0, e.qt, e.amount
    from license_events(array(
      select l.license_id from offered.licenses l where l.tenant_id = tenant and l.owner_id in (select b.account_id from below b))) e
    union all
    select n.kind, n.at, n.account_id, null, n.product_id, null, 0, -n.qt, -n.amount
    from sum_notes n join below b using (account_id) where n.tenant_id = tenant
  ), units as materialized (
    -- Summed before the join with the accounts above, which multiplies the rows.
    select m.measure, m.is_lazy, g.grain::"char" as grain, strpos(m.grains, g.grain) = 0 as is_of_root,
           date_trunc(unit_of(g.grain::"char"), h.at, 'UTC') as since, h.currency_id,
           case m.party when 'buyer' then h.buyer_id else h.account_id end as party,
           case m.part when 'product' then h.product_id when 'buyer' then h.buyer_id when 'state' then h.state_id
             else '00000000-0000-0000-0000-000000000000' end as part_id,
           sum(h.qt) as qt, sum(h.amount) as amount
    from happened h
    join measures() m on m.kind = h.kind
    cross join lateral unnest(string_to_array(m.grains_of_root, null)) as g (grain)
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), added as (
    insert into period_sums as kept (tenant_id, account_id, measure, grain, since, own, currency_id, part_id, qt, amount)
    select tenant, t.ancestor_id, u.measure, u.grain, u.since, t.depth = 0, u.currency_id, u.part_id, sum(u.qt), sum(u.amount)
    from units u
    join account_tree t on t.tenant_id = tenant and t.descendant_id = u.party
    where (not u.is_of_root or t.ancestor_id = root)
      and case when newly is not null then u.is_lazy and t.ancestor_id = newly
        else not u.is_lazy or exists (select from summed_accounts w where w.tenant_id = tenant and w.account_id = t.ancestor_id) end
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(u.qt) <> 0 or sum(u.amount) <> 0
    -- By the key, so that neighbours are on one page: a sixth less time.
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (tenant_id, account_id, measure, grain, since, own, currency_id, part_id)
    do update set qt = kept.qt + excluded.qt, amount = kept.amount + excluded.amount
  )
  select count(*) into folded from noted;
  return folded;
end $$;

-- Accounts with at least this many licenses at or below them have sums; counting fewer one by one takes some milliseconds (decision 058).
create or replace function licenses_summed_from() returns bigint language sql immutable parallel safe return 10000;

-- The account with the most licenses, and at least `minimum`, that has no sums of them yet; null when there is none.
create or replace function account_to_sum(minimum bigint) returns uuid language sql stable as $$
  select t.account_id from offered.license_tallies t
  where t.tenant_id = current_tenant() and not t.own
    and not exists (select from summed_accounts w where w.tenant_id = t.tenant_id and w.account_id = t.account_id)
  group by t.account_id having sum(t.licenses) >= minimum
  order by sum(t.licenses) desc limit 1
$$;

-- Computes the sums of licenses of one account that has none yet; returns 0 when there is none.
create or replace function sum_account(minimum bigint default licenses_summed_from()) returns int language plpgsql as $$
declare
  account uuid;
begin
  perform lock_sums();
  account := account_to_sum(minimum);
  if account is null then return 0; end if;
  insert into summed_accounts (account_id) values (account);
  -- A plan for a few licenses would look up each of a million.
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  perform fold_sums(0, account);
  return 1;
end $$;

create or replace function sum_figures() returns table (tenant text, unfolded bigint)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query select t.code::text, count(*) from sum_notes n where n.tenant_id = t.tenant_id;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function dashboard_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'dashboard:fold' then return exists (select from sum_notes n where n.tenant_id = tenant);
    when 'dashboard:sum-licenses' then return account_to_sum(licenses_summed_from()) is not null;
    else return null;
  end case;
end $$;
