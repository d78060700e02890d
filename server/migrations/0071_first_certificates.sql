-- Every tenant starts with these certificates; new ones get them when they are created.
do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into certificates (certificate_id, name, duration_months, kind, status)
    values (gen_random_uuid(), 'Sales Specialist', 12, 'User', 'Confirmed'),
      (gen_random_uuid(), 'Technical Specialist', 24, 'User', 'Confirmed'),
      (gen_random_uuid(), 'Certified Partner', 12, 'Account', 'Confirmed');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
