-- A natural key names one record, whoever adds it and whatever runs at once. Keys are trimmed, and compared without regard
-- to case: `SP1`, `SP1 ` and `sp1` are one account.

-- Without the white space around it; the same characters that `trim` removes in JavaScript.
create function trimmed(value text) returns text language sql immutable parallel safe strict
  return btrim(value, E' \t\n\r\u000b\u000c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- What two keys are compared by.
create function key_of(value text) returns text language sql immutable parallel safe strict
  return lower(btrim(value, E' \t\n\r\u000b\u000c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'));

-- Records that have the same key already are kept: orders, prices and stock hang on each of them, so an upgrade can neither
-- join them nor choose one. The first keeps the key; the others are marked here, are outside of the unique indexes, and
-- are named by `portal check` until somebody gives them another key. No new record is ever marked.
alter table accounts add column is_double boolean not null default false;
alter table products add column is_double boolean not null default false;
alter table price_lists add column is_double boolean not null default false;
alter table product_types add column is_double boolean not null default false;
alter table features add column is_double boolean not null default false;
alter table orders add column is_double boolean not null default false;
alter table stock_movements add column is_double boolean not null default false;

alter table accounts drop constraint accounts_tenant_id_code_key;
alter table products drop constraint products_tenant_id_sku_key;
alter table price_lists drop constraint price_lists_tenant_id_account_id_name_key;
alter table product_types drop constraint product_types_tenant_id_name_key;
alter table features drop constraint features_tenant_id_name_key;
alter table stock_movements disable trigger append_only;

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);

    update accounts t set is_double = true from (
      select account_id, row_number() over (partition by key_of(code) order by code <> trimmed(code), created_at, account_id) as nth
      from accounts where tenant_id = each_tenant) n
    where t.tenant_id = each_tenant and t.account_id = n.account_id and n.nth > 1;
    update accounts set code = trimmed(code)
    where tenant_id = each_tenant and not is_double and code <> trimmed(code);

    update products t set is_double = true from (
      select product_id, row_number() over (partition by key_of(sku) order by sku <> trimmed(sku), created_at, product_id) as nth
      from products where tenant_id = each_tenant) n
    where t.tenant_id = each_tenant and t.product_id = n.product_id and n.nth > 1;
    update products set sku = trimmed(sku)
    where tenant_id = each_tenant and not is_double and sku <> trimmed(sku);

    update price_lists t set is_double = true from (
      select price_list_id,
             row_number() over (partition by account_id, key_of(name) order by name <> trimmed(name), created_at, price_list_id) as nth
      from price_lists where tenant_id = each_tenant) n
    where t.tenant_id = each_tenant and t.price_list_id = n.price_list_id and n.nth > 1;
    update price_lists set name = trimmed(name)
    where tenant_id = each_tenant and not is_double and name <> trimmed(name);

    update product_types t set is_double = true from (
      select type_id, row_number() over (partition by key_of(name) order by name <> trimmed(name), type_id) as nth
      from product_types where tenant_id = each_tenant) n
    where t.tenant_id = each_tenant and t.type_id = n.type_id and n.nth > 1;
    update product_types set name = trimmed(name)
    where tenant_id = each_tenant and not is_double and name <> trimmed(name);

    update features t set is_double = true from (
      select feature_id, row_number() over (partition by key_of(name) order by name <> trimmed(name), feature_id) as nth
      from features where tenant_id = each_tenant) n
    where t.tenant_id = each_tenant and t.feature_id = n.feature_id and n.nth > 1;
    update features set name = trimmed(name)
    where tenant_id = each_tenant and not is_double and name <> trimmed(name);

    update orders t set is_double = true from (
      select order_id, row_number() over (partition by key_of(ref_code) order by code, order_id) as nth
      from orders where tenant_id = each_tenant and origin = 'import' and ref_code is not null) n
    where t.tenant_id = each_tenant and t.order_id = n.order_id and n.nth > 1;

    update stock_movements t set is_double = true from (
      select movement_id, row_number() over (partition by account_id, product_id order by created_at, movement_id) as nth
      from stock_movements where tenant_id = each_tenant and reason = 'import') n
    where t.tenant_id = each_tenant and t.movement_id = n.movement_id and n.nth > 1;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

alter table stock_movements enable trigger append_only;

-- Under the names of the constraints that they replace, which is how a process of the version before knows a refusal.
create unique index accounts_tenant_id_code_key on accounts (tenant_id, key_of(code)) where not is_double;
create unique index products_tenant_id_sku_key on products (tenant_id, key_of(sku)) where not is_double;
create unique index price_lists_tenant_id_account_id_name_key on price_lists (tenant_id, account_id, key_of(name)) where not is_double;
create unique index product_types_tenant_id_name_key on product_types (tenant_id, key_of(name)) where not is_double;
create unique index features_tenant_id_name_key on features (tenant_id, key_of(name)) where not is_double;
-- People may give two orders of the portal the same reference; of an imported order the reference is its key.
create unique index orders_imported_once on orders (tenant_id, key_of(ref_code)) where origin = 'import' and not is_double;
create unique index stock_opened_once on stock_movements (tenant_id, account_id, product_id) where reason = 'import' and not is_double;

alter table accounts add constraint accounts_code_trimmed check (is_double or code = trimmed(code));
alter table products add constraint products_sku_trimmed check (is_double or sku = trimmed(sku));
alter table price_lists add constraint price_lists_name_trimmed check (is_double or name = trimmed(name));
alter table product_types add constraint product_types_name_trimmed check (is_double or name = trimmed(name));
alter table features add constraint features_name_trimmed check (is_double or name = trimmed(name));

-- Whoever gives a marked record another key gives it one of its own.
create function is_double_no_more() returns trigger language plpgsql as $$
begin
  new.is_double := false;
  return new;
end $$;
create trigger is_double_no_more before update of code on accounts
  for each row when (old.is_double and old.code <> new.code) execute function is_double_no_more();
create trigger is_double_no_more before update of sku on products
  for each row when (old.is_double and old.sku <> new.sku) execute function is_double_no_more();
create trigger is_double_no_more before update of name on price_lists
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();
create trigger is_double_no_more before update of name on product_types
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();
create trigger is_double_no_more before update of name on features
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();

-- The sequence of a year is made once. An import makes it in a transaction of its own, because nobody else can number an
-- order of that year before that transaction ends.
create function open_order_numbers(year int) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text := format('order_numbers.t%s_y%s', replace(current_tenant()::text, '-', ''), year);
  start bigint;
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(hashtextextended(name, 0));
    if to_regclass(name) is null then
      select coalesce(max(substring(code from 9)::bigint), 0) + 1 into start
      from public.orders where tenant_id = current_tenant() and code like format('SO-%s-%%', year);
      execute format('create sequence if not exists %s start %s', name, start);
    end if;
  end if;
  return name;
end $$;

-- Numbers for many orders at once: each is taken like a single one. A block that was set aside with `setval` could
-- contain a number that somebody's order took in between.
create function next_order_numbers(year int, how_many int) returns setof bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select nextval(%L) from generate_series(1, %s)', public.open_order_numbers(year), how_many);
end $$;
revoke execute on function open_order_numbers, next_order_numbers from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'trellis_app') then
    grant execute on function open_order_numbers, next_order_numbers to trellis_app;
  end if;
end $$;
