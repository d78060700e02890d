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
create index license_renewals_of_owner on license_renewals (tenant_id, owner_id, due_at);

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
create index license_renewal_orders_of_order on license_renewal_orders (tenant_id, order_id);

-- Keys by their end. It is the expression that every query of the renewal centre uses; the columns that it is made of are
-- included, because PostgreSQL reads an index alone only if it has them too.
create index licenses_due on licenses (tenant_id, (coalesce(expires_at, maintenance_expires_at)), license_id)
  include (owner_id, product_id, seats, license_is_perpetual, expires_at, maintenance_expires_at)
  where coalesce(expires_at, maintenance_expires_at) is not null;
create index licenses_due_of_owner on licenses (tenant_id, owner_id, (coalesce(expires_at, maintenance_expires_at)), license_id)
  include (product_id, seats, license_is_perpetual, expires_at, maintenance_expires_at)
  where coalesce(expires_at, maintenance_expires_at) is not null;
