-- Every account has an address from now on, so that there is one to edit.
do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into addresses (address_id, account_id, legal_name)
    select gen_random_uuid(), a.account_id, a.name from accounts a
    where a.tenant_id = each_tenant
      and not exists (select from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
