create or replace function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (tenant_id, audit_id) select tenant_id, audit_id from added;
  return null;
end $$;

create or replace trigger await_seal after insert on audit_log
  referencing new table as added for each statement execute function await_seal();
