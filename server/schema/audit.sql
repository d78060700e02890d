create or replace function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (tenant_id, audit_id) select tenant_id, audit_id from added;
  return null;
end $$;

create or replace trigger await_seal after insert on audit_log
  referencing new table as added for each statement execute function await_seal();

create or replace function audit_figures() returns table (tenant text, unsealed bigint)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query select t.code::text, count(*) from audit_unsealed u where u.tenant_id = t.tenant_id;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;
