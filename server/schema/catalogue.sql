create or replace trigger is_double_no_more before update of sku on products
  for each row when (old.is_double and old.sku <> new.sku) execute function is_double_no_more();

create or replace trigger is_double_no_more before update of name on product_types
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();

create or replace trigger is_double_no_more before update of name on features
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();

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
  referencing new table as changed for each statement execute function follow_publications();

create or replace trigger follow_old_publications after delete on product_publications
  referencing old table as changed for each statement execute function follow_publications();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Products of this tenant and those that others publish in it.
create or replace view offered.products with (security_invoker = true) as
  select tenant_id, product_id, sku, oem_sku, name, name_folded, description, price_msrp, currency_id, is_license,
    license_prefix, license_activation_rule, license_max_version, license_is_perpetual, license_years, license_months,
    license_days, maintenance_is_perpetual, maintenance_years, maintenance_months, maintenance_days, is_upgrade_right,
    is_trial, extended_product_id, subscription_id, air_server_required, environment_type, type_id, status,
    published_in, created_at, created_by, is_double
  from products;

-- Which product can be used in which tenant.
create or replace view offered.product_publications with (security_invoker = true) as
  select tenant_id, product_id, owner_tenant_id
  from product_publications;

-- Kinds of product.
create or replace view offered.product_types with (security_invoker = true) as
  select tenant_id, type_id, name, is_double
  from product_types;
