create table product_types (
  tenant_id uuid not null default current_tenant() references tenants,
  type_id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, type_id),
  unique (tenant_id, name)
);
call protect('product_types');

create table features (
  tenant_id uuid not null default current_tenant() references tenants,
  feature_id uuid not null,
  name text not null,
  description text not null default '',
  -- 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int
  value_type int not null check (value_type between 1 and 6),
  created_at timestamptz not null default clock(),
  primary key (tenant_id, feature_id),
  unique (tenant_id, name)
);
call protect('features');

-- A product is owned by the tenant that made it. Whoever uses it, the owner too, does so through its publication.
create table products (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id uuid not null,
  sku text not null,
  oem_sku text,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  description text,
  price_msrp numeric(19,4) not null check (price_msrp >= 0),
  currency_id int not null references currencies,
  is_license boolean not null default false,
  license_prefix text,
  license_activation_rule text check (license_activation_rule in ('firstnextmonth', 'activation')),
  license_max_version text,
  license_is_perpetual boolean not null default false,
  license_years smallint not null default 0,
  license_months smallint not null default 0,
  license_days smallint not null default 0,
  maintenance_is_perpetual boolean not null default false,
  maintenance_years smallint not null default 0,
  maintenance_months smallint not null default 0,
  maintenance_days smallint not null default 0,
  is_upgrade_right boolean not null default false,
  is_trial boolean not null default false,
  extended_product_id uuid,
  original_product_id uuid,
  subscription_id int,
  air_server_required boolean not null default false,
  environment_type smallint not null default 1 check (environment_type in (1, 2)),
  type_id uuid,
  status text not null default 'Pending' check (status in ('Active', 'Pending', 'Deleted')),
  -- The tenants of its publications; kept by them.
  published_in uuid[] not null default '{}',
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, product_id),
  unique (tenant_id, sku),
  foreign key (tenant_id, extended_product_id) references products,
  foreign key (tenant_id, original_product_id) references products,
  foreign key (tenant_id, subscription_id) references subscriptions,
  foreign key (tenant_id, type_id) references product_types
);
create index products_by_name on products (tenant_id, name_folded);
create index products_extending on products (tenant_id, extended_product_id) where extended_product_id is not null;
create index products_originating on products (tenant_id, original_product_id) where original_product_id is not null;
call protect('products');

-- Where a product is published is kept twice: here, for foreign keys and for walking a tenant's catalogue, and on the
-- product itself, so that row-level security needs no sub-select wherever a product is joined.
create table product_publications (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id uuid not null,
  owner_tenant_id uuid not null,
  primary key (tenant_id, product_id),
  foreign key (owner_tenant_id, product_id) references products (tenant_id, product_id) on delete cascade
);
create index product_publications_of_owner on product_publications (owner_tenant_id, product_id);
alter table product_publications enable row level security;
alter table product_publications force row level security;
create policy tenant_isolation on product_publications for select
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
-- Only the owner publishes: nobody helps themselves to another tenant's product by naming it.
create policy owned on product_publications
  using (owner_tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));

create function follow_publications() returns trigger language plpgsql as $$
begin
  update products p
  set published_in = array(select b.tenant_id from product_publications b
                           where b.owner_tenant_id = p.tenant_id and b.product_id = p.product_id order by b.tenant_id)
  where (p.tenant_id, p.product_id) in (select c.owner_tenant_id, c.product_id from changed c);
  return null;
end $$;
create trigger follow_new_publications after insert on product_publications
  referencing new table as changed for each statement execute function follow_publications();
create trigger follow_old_publications after delete on product_publications
  referencing old table as changed for each statement execute function follow_publications();

-- Read-only in the tenants it is published in.
create policy published on products for select
  using ((select nullif(current_setting('app.tenant', true), '')::uuid) = any (published_in));
