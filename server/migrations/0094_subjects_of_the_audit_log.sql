-- Names and accounts of the rows that exist. Rows of removed records take what their own rows tell.
do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    update audit_log l set account_id = s.account_id, entity_name = s.name, name_folded = fold(s.name)
    from (
      select 'account' as entity, account_id::text as id, account_id, name from accounts where tenant_id = each_tenant
      union all
      select 'user', user_id::text, account_id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email::text)
      from users where tenant_id = each_tenant
      union all
      select 'session', s.session_id::text, u.account_id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email::text)
      from sessions s join users u using (tenant_id, user_id) where s.tenant_id = each_tenant
      union all
      select 'order', order_id::text, buyer_id, code from orders where tenant_id = each_tenant
      union all
      select 'license', license_id::text, owner_id, serial_key from licenses where tenant_id = each_tenant
      union all
      select 'deal', deal_id::text, vendor_id, code from deals where tenant_id = each_tenant
      union all
      select 'price_list', price_list_id::text, account_id, name from price_lists where tenant_id = each_tenant
      union all
      select 'environment', environment_id::text, account_id, customer_name from environments where tenant_id = each_tenant
      union all
      select 'file', file_id::text, account_id, name from files where tenant_id = each_tenant
      union all
      select 'certification', i.issued_id::text, i.account_id, c.name
      from issued_certificates i join certificates c using (tenant_id, certificate_id) where i.tenant_id = each_tenant
      union all
      select 'import', i.import_id::text, u.account_id, i.file_name
      from imports i left join users u using (tenant_id, user_id) where i.tenant_id = each_tenant
      union all
      select 'product', product_id::text, null, name from products where tenant_id = each_tenant
      union all
      select 'product_type', type_id::text, null, name from product_types where tenant_id = each_tenant
      union all
      select 'feature', feature_id::text, null, name from features where tenant_id = each_tenant
      union all
      select 'certificate', certificate_id::text, null, name from certificates where tenant_id = each_tenant
      union all
      select e.entity, tenant_id::text, null, name
      from tenants, unnest(array['tenant', 'deal_settings']) as e (entity) where tenant_id = each_tenant
      union all
      select 'role', role_id::text, null, name from roles where tenant_id = each_tenant
      union all
      select 'group', group_id::text, null, name from account_groups where tenant_id = each_tenant) s
    where l.tenant_id = each_tenant and l.entity = s.entity and l.entity_id = s.id;

    update audit_log l set account_id = s.account_id, entity_name = s.name, name_folded = fold(s.name)
    from (
      select g.entity, g.entity_id, a.account_id, g.name
      from (
        select entity, entity_id, max(coalesce(after ->> 'accountId', before ->> 'accountId')) as account,
          (array_agg(coalesce(after ->> 'name', before ->> 'name') order by audit_id desc)
            filter (where coalesce(after ->> 'name', before ->> 'name') is not null))[1] as name
        from audit_log
        where tenant_id = each_tenant and entity_name is null
          and entity in ('certificate', 'environment', 'feature', 'file', 'price_list', 'product', 'product_type')
        group by entity, entity_id) g
      left join accounts a on a.tenant_id = each_tenant and a.account_id::text = g.account) s
    where l.tenant_id = each_tenant and l.entity = s.entity and l.entity_id = s.entity_id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
