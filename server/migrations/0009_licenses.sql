-- Serial keys are unique in the installation, and a device knows nothing but its key: this is how its tenant is found.
create table serial_keys (
  serial_key text primary key,
  tenant_id uuid not null references tenants,
  license_id uuid not null
);

create table licenses (
  tenant_id uuid not null default current_tenant() references tenants,
  license_id uuid not null,
  serial_key text not null,
  product_id uuid not null,
  owner_id uuid not null,
  seats int not null check (seats > 0),
  -- Seats that a device holds now; kept by the transaction that gives or frees one.
  seats_occupied int not null default 0 check (seats_occupied between 0 and seats),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  activated_at timestamptz,
  starts_at timestamptz,
  -- Last instants; null before activation and for perpetual ones.
  expires_at timestamptz,
  maintenance_expires_at timestamptz,
  license_is_perpetual boolean not null,
  maintenance_is_perpetual boolean not null,
  exported_at timestamptz,
  export_environment_id uuid,
  note text,
  derived_order_id uuid,
  primary key (tenant_id, license_id),
  foreign key (tenant_id, product_id) references product_publications,
  foreign key (tenant_id, owner_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, derived_order_id) references orders (tenant_id, order_id)
);
-- Empty dates first, as lists sort: read backwards it serves the other direction.
create unique index licenses_by_key on licenses (tenant_id, serial_key nulls first);
create index licenses_by_activation on licenses (tenant_id, activated_at nulls first, license_id);
create index licenses_by_expiry on licenses (tenant_id, expires_at nulls first, license_id);
create index licenses_by_maintenance on licenses (tenant_id, maintenance_expires_at nulls first, license_id);
create index licenses_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc);
create index licenses_of_order on licenses (tenant_id, derived_order_id) where derived_order_id is not null;
create index licenses_of_product on licenses (tenant_id, product_id);
call protect('licenses');

-- One grant each: the product's durations, then one per extension.
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
  primary key (tenant_id, license_seat_id),
  foreign key (tenant_id, license_id) references licenses
);
create unique index license_seats_held on license_seats (tenant_id, license_id, device_uuid) where revoked_at is null;
create index license_seats_of_license on license_seats (tenant_id, license_id, created_at);
call protect('license_seats');

-- As with orders: one row per account above the owner, and counters for lists without filters.
create table license_scopes (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  created_at timestamptz not null,
  license_id uuid not null,
  primary key (tenant_id, account_id, created_at, license_id),
  foreign key (tenant_id, license_id) references licenses
);
create index license_scopes_of_license on license_scopes (tenant_id, license_id);
call protect('license_scopes');

create table license_tallies (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  own boolean not null,
  slot smallint not null,
  licenses bigint not null,
  primary key (tenant_id, account_id, own, slot)
);
call protect('license_tallies');

create function scope_new_licenses() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into serial_keys (serial_key, tenant_id, license_id)
  select a.serial_key, a.tenant_id, a.license_id from added a order by a.serial_key;

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
create trigger scope_new_licenses after insert on licenses
  referencing new table as added for each statement execute function scope_new_licenses();
