-- Kinds of product.
create table product_types (
  tenant_id uuid not null default current_tenant() references tenants,
  type_id uuid not null,
  name text not null,
  description text,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  constraint product_types_name_trimmed check (name = trimmed(name)),
  primary key (tenant_id, type_id)
);
call protect('product_types');
-- A name is given once, trimmed and without regard to case.
create unique index product_types_tenant_id_name_key on product_types (tenant_id, key_of(name));

-- What a kind of product can have, such as a number of modules.
create table features (
  tenant_id uuid not null default current_tenant() references tenants,
  feature_id uuid not null,
  name text not null,
  description text not null default '',
  -- 1 double, 2 bool, 3 string, 4 object, 5 dateTime, 6 int; a type that this version does not know is not shown, and not lost
  value_type int not null check (value_type > 0),
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  constraint features_name_trimmed check (name = trimmed(name)),
  primary key (tenant_id, feature_id)
);
call protect('features');
-- A name is given once, trimmed and without regard to case.
create unique index features_tenant_id_name_key on features (tenant_id, key_of(name));

-- A product is owned by the tenant that made it. Whoever uses it, the owner too, does so through its publication.
create table products (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id uuid not null,
  sku text not null,
  -- Kept, because each search for a word looks at all products.
  sku_folded text not null generated always as (fold(sku)) stored,
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
  -- Days of silence after which another device may take a seat of its keys; null: never.
  seat_reclaim_days smallint check (seat_reclaim_days between 1 and 3650),
  -- Seats of a key that its users may free by themselves in a year.
  self_releases smallint not null default 0 check (self_releases between 0 and 1000),
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
  -- The features of its type that have a value, by name; kept by triggers. On the product, so that they are read where it is
  -- published, and by each heartbeat with the row that it reads anyway.
  entitlements jsonb not null default '{}',
  status text not null default 'Pending' check (status in ('Active', 'Pending', 'Deleted')),
  -- The tenants of its publications; kept by them.
  published_in uuid[] not null default '{}',
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  constraint products_sku_trimmed check (sku = trimmed(sku)),
  primary key (tenant_id, product_id),
  foreign key (tenant_id, extended_product_id) references products,
  foreign key (tenant_id, original_product_id) references products,
  foreign key (tenant_id, subscription_id) references subscriptions,
  foreign key (tenant_id, type_id) references product_types
);
call protect('products');
-- Read-only in the tenants it is published in.
create policy published on products for select
  using ((select nullif(current_setting('app.tenant', true), '')::uuid) = any (published_in));
-- The list of products by name.
create index products_by_name on products (tenant_id, name_folded);
-- The extensions of a product, which renew its keys; the check of the foreign key.
create index products_extending on products (tenant_id, extended_product_id) where extended_product_id is not null;
-- The products made from one; the check of the foreign key.
create index products_originating on products (tenant_id, original_product_id) where original_product_id is not null;
-- Whether a type is in use; the check of the foreign key.
create index products_of_type on products (tenant_id, type_id) where type_id is not null;
-- A SKU names one product, trimmed and without regard to case. The import finds products by it.
create unique index products_tenant_id_sku_key on products (tenant_id, key_of(sku));

-- Where a product is published is kept twice: here, for foreign keys and for walking a tenant's catalogue, and on the
-- product itself, so that row-level security needs no sub-select wherever a product is joined.
create table product_publications (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id uuid not null,
  owner_tenant_id uuid not null,
  primary key (tenant_id, product_id),
  foreign key (owner_tenant_id, product_id) references products (tenant_id, product_id) on delete cascade
);
alter table product_publications enable row level security;
alter table product_publications force row level security;
create policy tenant_isolation on product_publications for select
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
-- Only the owner publishes: nobody helps themselves to another tenant's product by naming it.
create policy owned on product_publications
  using (owner_tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid));
call allow('product_publications', 'select, insert, delete');
-- Where a product is published: the triggers that keep `published_in`, and the check of the foreign key.
create index product_publications_of_owner on product_publications (owner_tenant_id, product_id);

-- The features that a product type has, each with its value.
create table product_type_features (
  tenant_id uuid not null default current_tenant() references tenants,
  type_id uuid not null,
  feature_id uuid not null,
  -- JSON of the feature's type; null where it has none yet.
  value jsonb,
  primary key (tenant_id, type_id, feature_id),
  foreign key (tenant_id, type_id) references product_types,
  foreign key (tenant_id, feature_id) references features
);
call protect('product_type_features');
-- Whether a feature is in use; the check of the foreign key.
create index product_type_features_of_feature on product_type_features (tenant_id, feature_id);

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_product(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, products.name from products where tenant_id = current_tenant() and product_id = id $$;

create or replace function audited_product_type(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, product_types.name from product_types where tenant_id = current_tenant() and type_id = id $$;

create or replace function audited_feature(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, features.name from features where tenant_id = current_tenant() and feature_id = id $$;

-- Keeps on each product the tenants in which it is published.
create or replace function follow_publications() returns trigger language plpgsql as $$
begin
  update products p
  set published_in = array(select b.tenant_id from product_publications b
                           where b.owner_tenant_id = p.tenant_id and b.product_id = p.product_id order by b.tenant_id)
  where (p.tenant_id, p.product_id) in (select c.owner_tenant_id, c.product_id from changed c);
  return null;
end $$;

create or replace trigger follow_new_publications after insert on product_publications
  referencing new table as changed for each statement when (not arriving()) execute function follow_publications();

create or replace trigger follow_old_publications after delete on product_publications
  referencing old table as changed for each statement execute function follow_publications();

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_product(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(p) - array['name_folded', 'sku_folded', 'entitlements']),
    (select jsonb_agg(b.tenant_id order by b.tenant_id) from product_publications b
     where b.owner_tenant_id = p.tenant_id and b.product_id = p.product_id))::text
  from products p where p.tenant_id = current_tenant() and p.product_id = id
$$;

create or replace function state_of_product_type(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(p)),
    (select jsonb_agg(to_jsonb(f) order by f.feature_id) from product_type_features f
     where f.tenant_id = p.tenant_id and f.type_id = p.type_id))::text
  from product_types p where p.tenant_id = current_tenant() and p.type_id = id
$$;

create or replace function state_of_feature(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(f))::text from features f where f.tenant_id = current_tenant() and f.feature_id = id
$$;

-- The features of a type that have a value of a known type, by name.
create or replace function entitlements_of(of_tenant uuid, of_type uuid) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(f.name, v.value), '{}')
  from product_type_features v
  join features f on f.tenant_id = v.tenant_id and f.feature_id = v.feature_id
  where v.tenant_id = of_tenant and v.type_id = of_type and jsonb_typeof(v.value) <> 'null' and f.value_type between 1 and 6
$$;

-- The lock makes a product that gets a type and a change of the type's features wait for one another.
create or replace function take_entitlements() returns trigger language plpgsql as $$
begin
  perform from product_types t where t.tenant_id = new.tenant_id and t.type_id = new.type_id for share;
  new.entitlements := entitlements_of(new.tenant_id, new.type_id);
  return new;
end $$;

create or replace trigger take_first_entitlements before insert on products
  for each row when (not arriving() and new.type_id is not null) execute function take_entitlements();
create or replace trigger take_entitlements before update of type_id on products
  for each row when (old.type_id is distinct from new.type_id) execute function take_entitlements();

create or replace function give_entitlements(of_tenant uuid, of_types uuid[]) returns void language plpgsql as $$
begin
  perform from product_types t where t.tenant_id = of_tenant and t.type_id = any(of_types) order by t.type_id for no key update;
  update products p set entitlements = g.entitlements
  from (select t.type_id, entitlements_of(of_tenant, t.type_id) as entitlements from unnest(of_types) as t (type_id)) g
  where p.tenant_id = of_tenant and p.type_id = g.type_id and p.entitlements <> g.entitlements;
end $$;

create or replace function follow_type_features() returns trigger language plpgsql as $$
begin
  perform give_entitlements(c.tenant_id, array_agg(distinct c.type_id)) from changed c group by c.tenant_id;
  return null;
end $$;

create or replace trigger follow_added_features after insert on product_type_features
  referencing new table as changed for each statement when (not arriving()) execute function follow_type_features();
create or replace trigger follow_changed_features after update on product_type_features
  referencing new table as changed for each statement execute function follow_type_features();
create or replace trigger follow_removed_features after delete on product_type_features
  referencing old table as changed for each statement execute function follow_type_features();

create or replace function follow_feature() returns trigger language plpgsql as $$
begin
  perform give_entitlements(new.tenant_id, array_agg(v.type_id)) from product_type_features v
  where v.tenant_id = new.tenant_id and v.feature_id = new.feature_id having count(*) > 0;
  return null;
end $$;

create or replace trigger follow_feature after update of name, value_type on features
  for each row when ((old.name, old.value_type) is distinct from (new.name, new.value_type)) execute function follow_feature();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Products of this tenant and those that others publish in it.
create or replace view offered.products with (security_invoker = true) as
  select tenant_id, product_id, sku, sku_folded, oem_sku, name, name_folded, description, price_msrp, currency_id, is_license,
    license_prefix, license_activation_rule, license_max_version, license_is_perpetual, license_years, license_months,
    license_days, maintenance_is_perpetual, maintenance_years, maintenance_months, maintenance_days, is_upgrade_right,
    is_trial, extended_product_id, subscription_id, air_server_required, environment_type, type_id, status,
    published_in, created_at, created_by, entitlements, seat_reclaim_days, self_releases
  from products;

-- Which product can be used in which tenant.
create or replace view offered.product_publications with (security_invoker = true) as
  select tenant_id, product_id, owner_tenant_id
  from product_publications;

-- Kinds of product.
create or replace view offered.product_types with (security_invoker = true) as
  select tenant_id, type_id, name
  from product_types;
