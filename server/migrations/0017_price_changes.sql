-- What every price of a price list has been: whoever writes a price leaves a change behind, by whatever way. It outlives
-- the list.
create table price_changes (
  tenant_id uuid not null default current_tenant() references tenants,
  price_list_id uuid not null,
  product_id uuid not null,
  -- Counts the changes of one price.
  number int not null,
  -- Null before the product came on the list, and after it left.
  price_before numeric(19,4),
  price_after numeric(19,4),
  discount_type text,
  discount_amount numeric(19,4),
  changed_at timestamptz not null default clock(),
  changed_by uuid default current_user_id(),
  primary key (tenant_id, price_list_id, product_id, number)
);
create index price_changes_of_list on price_changes (tenant_id, price_list_id, changed_at desc);
call protect('price_changes');

insert into price_changes (tenant_id, price_list_id, product_id, number, price_after, discount_type, discount_amount, changed_at, changed_by)
select tenant_id, price_list_id, product_id, 1, custom_price, discount_type, discount_amount, created_at, null
from price_list_items;
call append_only('price_changes');

create function note_price_change(price_list uuid, product uuid, price_before numeric, price_after numeric, discount_type text, discount_amount numeric)
  returns void language sql
  as $$
    insert into price_changes (price_list_id, product_id, number, price_before, price_after, discount_type, discount_amount)
    select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6 from price_changes
    where tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and price_list_id = $1 and product_id = $2
  $$;

create function follow_new_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.price_list_id, i.product_id, null, i.custom_price, i.discount_type, i.discount_amount) from added i;
  return null;
end $$;
create function follow_changed_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.price_list_id, i.product_id, o.custom_price, i.custom_price, i.discount_type, i.discount_amount)
  from changed i join former o using (tenant_id, price_list_id, product_id)
  where (i.custom_price, i.discount_type, i.discount_amount) is distinct from (o.custom_price, o.discount_type, o.discount_amount);
  return null;
end $$;
create function follow_old_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(o.price_list_id, o.product_id, o.custom_price, null, null, null) from former o;
  return null;
end $$;

create trigger follow_new_prices after insert on price_list_items
  referencing new table as added for each statement execute function follow_new_prices();
create trigger follow_changed_prices after update on price_list_items
  referencing new table as changed old table as former for each statement execute function follow_changed_prices();
create trigger follow_old_prices after delete on price_list_items
  referencing old table as former for each statement execute function follow_old_prices();
