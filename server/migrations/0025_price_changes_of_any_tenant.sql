-- A change belongs to the tenant of the price that changed, whoever changes it: an operator at the database sets no tenant.
drop trigger follow_new_prices on price_list_items;
drop trigger follow_changed_prices on price_list_items;
drop trigger follow_old_prices on price_list_items;
drop function follow_new_prices;
drop function follow_changed_prices;
drop function follow_old_prices;
drop function note_price_change;

create function note_price_change(tenant uuid, price_list uuid, product uuid, price_before numeric, price_after numeric,
                                  discount_type text, discount_amount numeric)
  returns void language sql
  as $$
    insert into price_changes (tenant_id, price_list_id, product_id, number, price_before, price_after, discount_type, discount_amount)
    select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7 from price_changes
    where tenant_id = $1 and price_list_id = $2 and product_id = $3
  $$;

create function follow_new_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.tenant_id, i.price_list_id, i.product_id, null, i.custom_price, i.discount_type, i.discount_amount)
  from added i;
  return null;
end $$;
create function follow_changed_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.tenant_id, i.price_list_id, i.product_id, o.custom_price, i.custom_price, i.discount_type, i.discount_amount)
  from changed i join former o using (tenant_id, price_list_id, product_id)
  where (i.custom_price, i.discount_type, i.discount_amount) is distinct from (o.custom_price, o.discount_type, o.discount_amount);
  return null;
end $$;
create function follow_old_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(o.tenant_id, o.price_list_id, o.product_id, o.custom_price, null, null, null) from former o;
  return null;
end $$;

create trigger follow_new_prices after insert on price_list_items
  referencing new table as added for each statement execute function follow_new_prices();
create trigger follow_changed_prices after update on price_list_items
  referencing new table as changed old table as former for each statement execute function follow_changed_prices();
create trigger follow_old_prices after delete on price_list_items
  referencing old table as former for each statement execute function follow_old_prices();
