-- Serial keys are unique in the installation, and a device knows nothing but its key: this is how its tenant is found. Only a
-- keyed hash of the key is here, because the table has no row-level security; its secret is not the database's.
create table serial_keys (
  tenant_id uuid not null references tenants,
  license_id uuid not null,
  key_hash bytea not null,
  primary key (tenant_id, license_id)
);
call allow('serial_keys', 'select, insert');
-- A device finds its license.
create unique index serial_keys_by_hash on serial_keys (key_hash);

-- License keys.
create table licenses (
  tenant_id uuid not null default current_tenant() references tenants,
  license_id uuid not null,
  serial_key text not null,
  product_id uuid not null,
  owner_id uuid not null,
  seats int not null check (seats > 0),
  -- Seats that a device holds now; kept by the transaction that gives or frees one.
  seats_occupied int not null default 0 check (seats_occupied between 0 and seats),
  -- Seats that upgrade keys have taken of it: the sum of its rows in `license_upgrades`, kept by them.
  seats_upgraded int not null default 0 constraint licenses_upgraded_once check (seats_upgraded between 0 and seats),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  activated_at timestamptz,
  starts_at timestamptz,
  -- Last instants; null before activation and for perpetual ones.
  expires_at timestamptz,
  maintenance_expires_at timestamptz,
  -- When it is due for renewal: its end, or that of its maintenance if it has none (rules K18). A column, because an index of an expression is
  -- read alone only if it includes what the expression is made of (decision 186).
  due_at timestamptz generated always as (coalesce(expires_at, maintenance_expires_at)) stored,
  license_is_perpetual boolean not null,
  maintenance_is_perpetual boolean not null,
  exported_at timestamptz,
  export_environment_id uuid,
  note text,
  derived_order_id uuid,
  primary key (tenant_id, license_id),
  foreign key (tenant_id, product_id) references product_publications,
  foreign key (tenant_id, owner_id) references accounts (tenant_id, account_id),
  constraint licenses_export_environment foreign key (tenant_id, export_environment_id) references environments,
  foreign key (tenant_id, derived_order_id) references orders (tenant_id, order_id)
);
call protect('licenses');
call allow('licenses', 'select, insert, update');
-- Support finds a key by any part of it, or of the name or id of a device.
call findable('licenses', 'license', 'license_id', 'license_id', 'serial_key');
-- A key is unique in its tenant; the list of licenses by key. Empty values first, as lists sort: read backwards it serves the other direction.
create unique index licenses_by_key on licenses (tenant_id, serial_key nulls first);
-- The list of licenses by activation, empty dates first.
create index licenses_by_activation on licenses (tenant_id, activated_at nulls first, license_id);
-- The list of licenses by expiry, empty dates first.
create index licenses_by_expiry on licenses (tenant_id, expires_at nulls first, license_id);
-- The list of licenses by end of maintenance, empty dates first.
create index licenses_by_maintenance on licenses (tenant_id, maintenance_expires_at nulls first, license_id);
-- The licenses made from an order; the check of the foreign key.
create index licenses_of_order on licenses (tenant_id, derived_order_id) where derived_order_id is not null;
-- A product's licenses, newest first, from the index alone; the check of the foreign key.
create index licenses_of_product on licenses (tenant_id, product_id, created_at desc, license_id desc);
-- An owner's licenses that wait for activation, newest first.
create index licenses_waiting_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc)
  where activated_at is null;
-- An owner's exported licenses, newest first.
create index licenses_exported_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc)
  where exported_at is not null;
-- The licenses of an environment; the check of the foreign key.
create index licenses_of_environment on licenses (tenant_id, export_environment_id)
  where export_environment_id is not null;
-- The search for the keys that somebody made.
create index licenses_by_creator on licenses (tenant_id, created_by) where created_by is not null;
-- The keys of the whole tenant by their end: the renewal centre, from the index alone.
create index licenses_due on licenses (tenant_id, due_at, license_id) include (owner_id, product_id, seats, license_is_perpetual)
  where due_at is not null;
-- An owner's keys by their end, in the same way; and how many have expired, for all accounts of the network map at once.
create index licenses_due_of_owner on licenses (tenant_id, owner_id, due_at, license_id)
  include (product_id, seats, license_is_perpetual, expires_at)
  where due_at is not null;
-- An owner's licenses by date.
create index licenses_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc);
-- Licenses created between two instants, for the dashboard, from the index alone.
create index licenses_created on licenses (tenant_id, created_at) include (owner_id, product_id, seats);

-- One grant each: the durations of the product, then one per extension and renewal.
create table license_details (
  tenant_id uuid not null default current_tenant(),
  license_detail_id uuid not null,
  license_id uuid not null,
  position int not null,
  product_id uuid not null,
  license_years smallint not null,
  license_months smallint not null,
  license_days smallint not null,
  license_is_perpetual boolean not null,
  maintenance_years smallint not null,
  maintenance_months smallint not null,
  maintenance_days smallint not null,
  maintenance_is_perpetual boolean not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, license_detail_id),
  unique (tenant_id, license_id, position),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('license_details');
call allow('license_details', 'select, insert');

-- Which key upgrades which (decision 104): an upgrade key takes as many seats of one base key as it has, for good. The check
-- of `seats_upgraded` is what no race gets past.
create table license_upgrades (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  base_license_id uuid not null,
  -- The key whose ends hold for both: the base key, or the one that the base key itself upgrades.
  term_license_id uuid not null,
  seats int not null check (seats > 0),
  created_at timestamptz not null default clock(),
  primary key (tenant_id, license_id),
  constraint license_upgrades_of_another check (license_id not in (base_license_id, term_license_id)),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, base_license_id) references licenses,
  foreign key (tenant_id, term_license_id) references licenses
);
call protect('license_upgrades');
call append_only('license_upgrades');
-- The keys that upgrade a key; the check of the foreign key.
create index license_upgrades_of_base on license_upgrades (tenant_id, base_license_id) include (seats);
-- The check of the foreign key.
create index license_upgrades_of_term on license_upgrades (tenant_id, term_license_id);

-- Seats of licenses that devices hold or held.
create table license_seats (
  tenant_id uuid not null default current_tenant(),
  license_seat_id uuid not null,
  license_id uuid not null,
  device_uuid text not null,
  device_name text,
  device_description text,
  device_lang text,
  installed_product text,
  installed_version text,
  os_name text,
  os_version text,
  suspended boolean not null default false,
  current_trial_step int,
  created_at timestamptz not null default clock(),
  last_seen_at timestamptz not null default clock(),
  -- Number of the latest lease; a device believes no older one.
  last_lease bigint not null default 0,
  -- Cleared or released; the row stays as history.
  revoked_at timestamptz,
  -- Freed by the users of the key, within what its product allows in a year.
  self_released boolean not null default false,
  device_folded text not null generated always as (fold(coalesce(device_name, '') || ' ' || device_uuid)) stored,
  primary key (tenant_id, license_seat_id),
  foreign key (tenant_id, license_id) references licenses
-- A contact of a device rewrites its row. Room in each page lets the new version stay in the page, without new index
-- entries, and the page is cleaned at its next use (HOT).
) with (fillfactor = 80);
call protect('license_seats');
call findable('license_seats', 'license', 'license_seat_id', 'license_id', 'device_name', 'device_uuid');
-- A device holds one seat of a license.
create unique index license_seats_held on license_seats (tenant_id, license_id, device_uuid) where revoked_at is null;
-- The seats of a license by date; the dashboard reads the index alone.
create index license_seats_of_license on license_seats (tenant_id, license_id, created_at) include (revoked_at);
-- Seats taken between two instants, for the dashboard, from the index alone.
create index license_seats_taken on license_seats (tenant_id, created_at) include (license_id);
-- Seats freed between two instants, for the dashboard, from the index alone.
create index license_seats_freed on license_seats (tenant_id, revoked_at) include (license_id) where revoked_at is not null;
-- How many seats of a license its users freed by themselves in the last year, and when the next may be freed.
create index license_seats_self_released on license_seats (tenant_id, license_id, revoked_at) where self_released;

-- Keys are listed by their owner.
call counted('licenses', 'license', '{l,owner_id}',
  '{r.activated_at is not null as activated,r.exported_at is not null as exported}', listed_by => 'created_at');

-- The signed document of each exported license. A later one replaces it and has a greater number.
create table license_exports (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  environment_id uuid not null,
  -- What is signed, and the compact JWS of it.
  claims jsonb not null,
  document text not null,
  number bigint not null,
  issued_at timestamptz not null default clock(),
  issued_by uuid default current_user_id(),
  primary key (tenant_id, license_id),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, environment_id) references environments
);
call protect('license_exports');
call allow('license_exports', 'select, insert, update');
-- The documents of an environment; the check of the foreign key.
create index license_exports_of_environment on license_exports (tenant_id, environment_id);

-- Each term of a license that was renewed (decision 043). A term is known by its end, and is renewed once.
create table license_renewals (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  -- The end of the term: of the license, or of the maintenance of a perpetual one.
  due_at timestamptz not null,
  -- The license's owner, so that the terms of an account are found by an index.
  owner_id uuid not null,
  -- The grant that it added.
  license_detail_id uuid not null,
  expires_before timestamptz,
  expires_after timestamptz,
  maintenance_before timestamptz,
  maintenance_after timestamptz,
  renewed_at timestamptz not null default clock(),
  renewed_by uuid default current_user_id(),
  primary key (tenant_id, license_id, due_at),
  unique (tenant_id, license_detail_id),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, license_detail_id) references license_details,
  foreign key (tenant_id, owner_id) references accounts (tenant_id, account_id)
);
call protect('license_renewals');
call append_only('license_renewals');
-- The renewed terms of an account; the check of the foreign key.
create index license_renewals_of_owner on license_renewals (tenant_id, owner_id, due_at);
-- Renewals since the end of a period, for the dashboard.
create index license_renewals_by_time on license_renewals (tenant_id, renewed_at);
-- Licenses that had an end between two instants, for the dashboard, from the index alone.
create index license_renewals_of_expiry on license_renewals (tenant_id, expires_before) include (license_id)
  where expires_before is not null;
-- Licenses that had an end of maintenance between two instants, for the dashboard, from the index alone.
create index license_renewals_of_maintenance on license_renewals (tenant_id, maintenance_before) include (license_id)
  where maintenance_before is not null;

-- The order that was made for the renewal of a term.
create table license_renewal_orders (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  due_at timestamptz not null,
  order_id uuid not null,
  primary key (tenant_id, license_id, due_at, order_id),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, order_id) references orders (tenant_id, order_id)
);
call protect('license_renewal_orders');
call append_only('license_renewal_orders');
-- The renewals that an order was made for; the check of the foreign key.
create index license_renewal_orders_of_order on license_renewal_orders (tenant_id, order_id);

-- The public page of a key (decision 162). The code of its link is found by a keyed hash and sealed for who may show it again, with
-- secrets that are not the database's: a dump opens no page.
create table license_pages (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  code_hash bytea not null,
  code_sealed bytea not null,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, license_id),
  foreign key (tenant_id, license_id) references licenses
);
call protect('license_pages');
call allow('license_pages', 'select, insert, update, delete');
-- The page of a link.
create unique index license_pages_by_code on license_pages (tenant_id, code_hash);

-- The renewals that were asked for on these pages and wait: one for each key. What a renewal or a person ends is deleted, and with it
-- what a stranger said of themselves; the audit log keeps that it was asked.
create table license_asks (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  -- The license's owner, so that those of an account are found by an index.
  owner_id uuid not null,
  asked_at timestamptz not null default clock(),
  contact_name text,
  contact_email text,
  note text,
  primary key (tenant_id, license_id),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, owner_id) references accounts (tenant_id, account_id)
);
call protect('license_asks');
call allow('license_asks', 'select, insert, delete');
-- The asks for keys of an account, for what needs somebody; the check of the foreign key.
create index license_asks_of_owner on license_asks (tenant_id, owner_id);

-- Which reminder was sent for which end of a license (decision 043): once for each number of days before it.
create table license_reminders (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  due_at timestamptz not null,
  days smallint not null,
  primary key (tenant_id, license_id, due_at, days),
  foreign key (tenant_id, license_id) references licenses
);
call protect('license_reminders');
call allow('license_reminders', 'select, insert, delete');
-- The sweep deletes old ones.
create index license_reminders_by_end on license_reminders (tenant_id, due_at);


-- Takes the seats of the base keys.
create or replace function take_upgraded_seats() returns trigger language plpgsql as $$
begin
  update licenses l set seats_upgraded = l.seats_upgraded + a.seats
  from (select tenant_id, base_license_id, sum(seats) as seats from added group by 1, 2) a
  where l.tenant_id = a.tenant_id and l.license_id = a.base_license_id;
  return null;
end $$;

create or replace trigger take_upgraded_seats after insert on license_upgrades
  referencing new table as added for each statement when (not arriving()) execute function take_upgraded_seats();

-- Takes back keys of an import (decision 169). The application may delete no key: this is its only door, and it leads to no key but
-- one that was imported, without an order. What was built on a key since refers to it, and keeps it: a renewal, an export, a page. With
-- each key go its grants, its seats and what it took of the key that it upgrades.
create or replace function remove_imported_licenses(ids uuid[]) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  emptied constant text := coalesce(current_setting('app.emptied', true), '');
  removed int;
begin
  perform pg_advisory_xact_lock_shared(tree_lock());
  if exists (
    select from unnest(ids) as wanted (license_id)
    where not exists (
      select from offered.audit_log e
      where e.tenant_id = tenant and e.entity_id = wanted.license_id::text and e.action = 'license.imported')
      or exists (
        select from licenses l
        where l.tenant_id = tenant and l.license_id = wanted.license_id and l.derived_order_id is not null)
  ) then
    raise exception 'not all of these keys were imported' using errcode = 'insufficient_privilege';
  end if;

  delete from license_seats s where s.tenant_id = tenant and s.license_id = any(ids);
  delete from license_reminders r where r.tenant_id = tenant and r.license_id = any(ids);
  -- Upgrades are a ledger for everybody else.
  perform set_config('app.emptied', tenant::text, true);
  with given_back as (
    delete from license_upgrades u where u.tenant_id = tenant and u.license_id = any(ids)
    returning u.base_license_id, u.seats
  )
  update licenses l set seats_upgraded = l.seats_upgraded - g.seats
  from (select base_license_id, sum(seats) as seats from given_back group by 1) g
  where l.tenant_id = tenant and l.license_id = g.base_license_id;
  perform set_config('app.emptied', emptied, true);
  delete from license_details d where d.tenant_id = tenant and d.license_id = any(ids);
  delete from serial_keys k where k.tenant_id = tenant and k.license_id = any(ids);
  delete from licenses l where l.tenant_id = tenant and l.license_id = any(ids);
  get diagnostics removed = row_count;
  return removed;
end $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_license(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select owner_id, serial_key from licenses where tenant_id = current_tenant() and license_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
-- What a device says of itself changes without an event.
create or replace function state_of_license(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(l) - array['seats_upgraded', 'due_at']),
    (select to_jsonb(u) from license_upgrades u where u.tenant_id = l.tenant_id and u.license_id = l.license_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(d)) order by d.position, d.license_detail_id) from license_details d
     where d.tenant_id = l.tenant_id and d.license_id = l.license_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(s) - array['device_name', 'device_description', 'device_lang', 'installed_product',
       'installed_version', 'os_name', 'os_version', 'current_trial_step', 'last_seen_at', 'last_lease', 'device_folded'])
       order by s.license_seat_id) from license_seats s
     where s.tenant_id = l.tenant_id and s.license_id = l.license_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(r)) order by r.due_at) from license_renewals r
     where r.tenant_id = l.tenant_id and r.license_id = l.license_id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(x) - array['claims', 'document']) order by x.environment_id) from license_exports x
     where x.tenant_id = l.tenant_id and x.license_id = l.license_id),
    -- What it took from its owner's stock when it was made, found by that ledger's index.
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(m)) order by m.movement_id) from offered.stock_movements m
     where m.tenant_id = l.tenant_id and m.account_id = l.owner_id and m.created_at = l.created_at and m.license_id = l.license_id))::text
  from licenses l where l.tenant_id = current_tenant() and l.license_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- License keys.
create or replace view offered.licenses with (security_invoker = true) as
  select tenant_id, license_id, serial_key, product_id, owner_id, seats, seats_occupied, created_at, created_by,
    activated_at, starts_at, expires_at, maintenance_expires_at, due_at, exported_at, derived_order_id, export_environment_id
  from licenses;

-- Who held seats, and when; seats that were deleted are not among them.
create or replace view offered.license_seats with (security_invoker = true) as
  select tenant_id, license_id, created_at, revoked_at
  from license_seats;

-- Renewals, with the ends before and after them.
create or replace view offered.license_renewals with (security_invoker = true) as
  select tenant_id, license_id, due_at, renewed_at, expires_before, maintenance_before, expires_after, maintenance_after
  from license_renewals;

-- The products that renew a product's keys, the first at place 1 (rules K19): the product itself, then its extensions by
-- SKU, while they are Active and prolong what ends. A perpetual license is not bought again: only an extension with
-- maintenance renews it. Trials and upgrade rights are not renewed.
create or replace function renewing_products()
  returns table (product_id uuid, of_perpetual boolean, renewal_product_id uuid, sku text, name text, place int)
  language sql stable parallel safe
  as $$
    -- Not kept as a table: asked for one product, each part reads an index.
    with published as not materialized (
      select p.product_id, p.sku, p.name, p.status, p.extended_product_id,
             p.license_is_perpetual or p.license_years + p.license_months + p.license_days > 0 as prolongs_license,
             p.maintenance_is_perpetual or p.maintenance_years + p.maintenance_months + p.maintenance_days > 0
               as prolongs_maintenance
      from offered.product_publications b
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where b.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
        and not p.is_trial and not p.is_upgrade_right
    )
    -- Joined by equality alone: products compared with each other would be the square of their number.
    select c.product_id, c.of_perpetual, c.renewal_product_id, c.sku, c.name,
           row_number() over (
             partition by c.product_id, c.of_perpetual order by c.renewal_product_id <> c.product_id, c.sku)::int
    from (
      select s.product_id, false as of_perpetual, s.product_id as renewal_product_id, s.sku, s.name
      from published s where s.status = 'Active' and s.prolongs_license
      union all
      select k.product_id, w.of_perpetual, s.product_id, s.sku, s.name
      from published s
      join published k on k.product_id = s.extended_product_id and k.product_id <> s.product_id
      join (values (false), (true)) as w (of_perpetual)
        on case when w.of_perpetual then s.prolongs_maintenance else s.prolongs_license end
      where s.status = 'Active'
    ) c
  $$;

-- Devices. They name no tenant: the key leads to it, and keys are unique in the installation. `hashes` are those of the forms
-- in which the key may have been typed, the typed one first.
create or replace function tenant_of_key(hashes bytea[])
returns table (tenant_id uuid, license_id uuid) language sql stable as $$
  select k.tenant_id, k.license_id
  from serial_keys k where k.key_hash = any(hashes) order by array_position(hashes, k.key_hash) limit 1
$$;

-- How many seats of a license its users may free by themselves within 365 days, how many of them are left and, if none is, from when
-- the next may be freed (rules K31). Also right if the product allowed more before: then several must grow old before one is possible.
create or replace function self_releases(of_license uuid) returns json language sql stable as $$
  select json_build_object('allowed', p.self_releases, 'left', greatest(p.self_releases - count(s.license_id), 0),
    'nextReleaseDate', iso((array_agg(s.revoked_at order by s.revoked_at desc))[p.self_releases] + interval '8760 hours'))
  from licenses l
  join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  left join license_seats s on s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.self_released
    and s.revoked_at > clock() - interval '8760 hours'
  where l.tenant_id = (select current_tenant()) and l.license_id = of_license
  group by p.self_releases
$$;

-- Numbers of leases are milliseconds of the machine's clock, and at least one more than the stored one.
create or replace function next_lease(last bigint) returns bigint language sql stable as $$
  select greatest(last + 1, floor(extract(epoch from machine_clock()) * 1000)::bigint)
$$;

-- What the products of a license grant, as JSON in their order. A function, so that heartbeats, whose licenses have started, do
-- not open its plan (decision 084).
create or replace function license_grants(of_license uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_agg(json_build_object(
      'license', json_build_object('years', d.license_years, 'months', d.license_months, 'days', d.license_days,
                                   'perpetual', d.license_is_perpetual),
      'maintenance', json_build_object('years', d.maintenance_years, 'months', d.maintenance_months,
                                       'days', d.maintenance_days, 'perpetual', d.maintenance_is_perpetual)) order by d.position)
    from license_details d where d.tenant_id = (select current_tenant()) and d.license_id = of_license);
end $$;

-- What decides when a license starts, and how long it lasts from then on.
create or replace function start_of_license(of_license uuid) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('licenseId', l.license_id, 'activationRule', p.license_activation_rule,
                             'grants', license_grants(l.license_id))
    from licenses l
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where l.tenant_id = (select current_tenant()) and l.license_id = of_license);
end $$;

-- What a license grants beyond its term (decision 105): its extensions with their pieces, and the features of its product,
-- joined by those of each extension: numbers are added for each piece of a seat, of flags one is enough, other values replace.
-- What prolongs a key at its renewal is granted once, however often.
create or replace function license_entitlements(of_license uuid) returns jsonb language plpgsql stable as $$
begin
  return (
    with granted as materialized (
      select p.sku, p.entitlements, d.product_id = l.product_id as is_own, l.seats, min(d.position) as position,
             case when d.product_id = l.product_id then 1
                  else greatest(count(*) filter (where r.license_detail_id is null), 1) end as pieces
      from licenses l
      join license_details d on d.tenant_id = l.tenant_id and d.license_id = l.license_id
      join offered.product_publications b on b.tenant_id = d.tenant_id and b.product_id = d.product_id
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      left join license_renewals r on r.tenant_id = d.tenant_id and r.license_detail_id = d.license_detail_id
      where l.tenant_id = (select current_tenant()) and l.license_id = of_license
      group by p.sku, p.entitlements, d.product_id, l.product_id, l.seats
    ), features as (
      select e.key as name, (array_agg(e.value order by g.position desc))[1] as value,
             trim_scale(sum(case when jsonb_typeof(e.value) = 'number' then g.pieces * (e.value #>> '{}')::numeric end)) as total,
             bool_or(e.value = 'true'::jsonb) as is_on
      from granted g cross join lateral jsonb_each(g.entitlements) e
      group by e.key
    )
    select jsonb_build_object(
      'extensions', (
        select coalesce(jsonb_agg(jsonb_build_object('sku', g.sku, 'quantity', g.pieces * g.seats) order by g.position), '[]')
        from granted g where not g.is_own),
      'entitlements', (
        select coalesce(jsonb_object_agg(f.name, case jsonb_typeof(f.value)
          when 'number' then to_jsonb(f.total) when 'boolean' then to_jsonb(f.is_on) else f.value end), '{}')
        from features f)));
end $$;

-- What decides about a lease for a device, and what the lease says; null for an unknown license. An upgrade key has the ends
-- of the key that it upgrades. With `locked` everybody
-- who takes or frees a seat of the license waits for its row, and the seats are read after the wait: a join with the
-- locked row would show those of before it.
create or replace function device_facts(of_license uuid, device text, locked boolean) returns json language plpgsql as $$
begin
  if locked then
    perform from licenses l where l.tenant_id = (select current_tenant()) and l.license_id = of_license for no key update;
  end if;
  return (
    select json_build_object('tenantId', l.tenant_id, 'licenseId', l.license_id, 'serialKey', l.serial_key, 'seats', l.seats,
      'seatsOccupied', l.seats_occupied, 'activatedAt', l.activated_at,
      'expiresAt', case when u.license_id is null then l.expires_at else e.expires_at end,
      'maintenanceExpiresAt', case when u.license_id is null then l.maintenance_expires_at else e.maintenance_expires_at end,
      'exported', l.exported_at is not null, 'tenantCode', t.code,
      'sku', p.sku, 'productName', p.name, 'maximumVersion', p.license_max_version,
      'activationRule', p.license_activation_rule, 'isTrial', p.is_trial, 'isUpgrade', u.license_id is not null,
      'base', case when e.activated_at is null and u.license_id is not null then start_of_license(e.license_id) end,
      'now', clock(), 'millisecondsAhead', (extract(epoch from clock_ahead()) * 1000)::bigint, 'granted', license_entitlements(l.license_id),
      'seat', case when s.license_seat_id is not null then json_build_object('seatId', s.license_seat_id,
        'suspended', s.suspended, 'installedVersion', s.installed_version, 'number', next_lease(s.last_lease),
        'trialStep', s.current_trial_step, 'lastSeenAt', s.last_seen_at) end,
      'grants', case when l.activated_at is null then license_grants(l.license_id) end)
    from licenses l
    join offered.tenants t on t.tenant_id = l.tenant_id
    join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    left join license_upgrades u on u.tenant_id = l.tenant_id and u.license_id = l.license_id
    left join licenses e on e.tenant_id = u.tenant_id and e.license_id = u.term_license_id
    left join license_seats s on s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.device_uuid = device
      and s.revoked_at is null
    where l.tenant_id = (select current_tenant()) and l.license_id = of_license);
end $$;

-- The facts of the license with this key, in the rights of its tenant; null for an unknown key, or one of another tenant
-- than the named one. Nothing is locked.
create or replace function device_of_key(hashes bytea[], device text, named_tenant text, fixed_clock text)
returns json language plpgsql as $$
declare
  of_tenant uuid;
  of_license uuid;
  facts json;
begin
  -- Nearly every call has the key as it was issued.
  select k.tenant_id, k.license_id into of_tenant, of_license from serial_keys k where k.key_hash = hashes[1];
  if not found then
    select k.tenant_id, k.license_id into of_tenant, of_license from tenant_of_key(hashes) k;
    if not found then return null; end if;
  end if;
  perform enter_tenant(of_tenant);
  perform set_config('app.tenant', of_tenant::text, true);
  perform act_ahead((select m.ahead from moved_clocks m where m.tenant_id = of_tenant), fixed_clock);
  facts := device_facts(of_license, device, false);
  return case when named_tenant = '' or lower(named_tenant) = lower(facts ->> 'tenantCode') then facts end;
end $$;

-- A heartbeat in one round trip: returns the facts and records the time of contact. It writes at most once a minute, because
-- contacts are shown to the minute, and skips a row that another transaction has locked (decision 042).
create or replace function device_contact(hashes bytea[], device text, trial_step int,
  named_tenant text, fixed_clock text) returns json language plpgsql as $$
declare
  facts constant json := device_of_key(hashes, device, named_tenant, fixed_clock);
  tenant constant uuid := (facts ->> 'tenantId')::uuid;
  seat constant json := facts -> 'seat';
begin
  if not (seat ->> 'suspended')::boolean then
    if (facts ->> 'isTrial')::boolean and trial_step is distinct from (seat ->> 'trialStep')::int and trial_step is not null then
      update license_seats s set current_trial_step = trial_step, last_seen_at = clock(), last_lease = next_lease(s.last_lease)
      where s.tenant_id = tenant and s.license_seat_id = (seat ->> 'seatId')::uuid and s.revoked_at is null;
    elsif date_trunc('minute', (seat ->> 'lastSeenAt')::timestamptz) < date_trunc('minute', clock()) then
      update license_seats s set last_seen_at = clock(), last_lease = next_lease(s.last_lease)
      where s.tenant_id = tenant and s.revoked_at is null and s.license_seat_id = (
        select f.license_seat_id from license_seats f
        where f.tenant_id = tenant and f.license_seat_id = (seat ->> 'seatId')::uuid for no key update skip locked);
    end if;
  end if;
  return facts;
end $$;
