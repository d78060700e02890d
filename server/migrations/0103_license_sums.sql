-- What the dashboard sums of licenses (decision 058). The sums are kept only for accounts with many licenses; those of the
-- others are counted one by one.
--
-- Each change of a license appends rows here, and a job adds them to the sums. Whoever reads adds what is not folded yet,
-- so every figure is exact at every moment and no writer waits for a shared row.
create table license_changes (
  tenant_id uuid not null default current_tenant() references tenants,
  change_id uuid not null default uuidv7(),
  -- c: created; a: activated; e: expired; m: maintenance expired; n: maintenance ends within 1,440 hours or has ended;
  -- s: seats that a device holds
  kind "char" not null,
  at timestamptz not null,
  owner_id uuid not null,
  product_id uuid not null,
  qt bigint not null,
  -- Seats, of created licenses.
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
call allow('license_sums', 'select, insert, update, delete');

-- What happened between two instants, read from these indexes alone.
create index licenses_created on licenses (tenant_id, created_at) include (owner_id, product_id, seats);
create index license_seats_taken on license_seats (tenant_id, created_at) include (license_id);
create index license_seats_freed on license_seats (tenant_id, revoked_at) include (license_id) where revoked_at is not null;
create index license_renewals_of_expiry on license_renewals (tenant_id, expires_before) include (license_id)
  where expires_before is not null;
create index license_renewals_of_maintenance on license_renewals (tenant_id, maintenance_before) include (license_id)
  where maintenance_before is not null;
