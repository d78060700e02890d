-- 0017 meant to note what every price was when its history began, but row-level security showed it no price: each tenant
-- has to be set in its turn.
do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into price_changes (tenant_id, price_list_id, product_id, number, price_after, discount_type, discount_amount, changed_at, changed_by)
    select i.tenant_id, i.price_list_id, i.product_id, 1, i.custom_price, i.discount_type, i.discount_amount, i.created_at, null
    from price_list_items i
    where i.tenant_id = each_tenant and not exists (
      select from price_changes c
      where c.tenant_id = i.tenant_id and c.price_list_id = i.price_list_id and c.product_id = i.product_id);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
