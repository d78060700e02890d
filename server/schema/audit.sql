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

-- Tells listening servers which records a statement changed; PostgreSQL sends the notifications of a transaction together
-- when it commits, and none after a rollback (decision 037). A statement that changed more than a hundred records names the
-- range of its audit rows, because a payload is limited to 8000 bytes. Sessions and sign-ins concern nobody else.
create or replace function announce_changes() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select tenant_id, action, array_agg(distinct entity_id) as ids, min(audit_id::text) as first, max(audit_id::text) as last
    from added
    where entity in ('account', 'deal', 'license', 'order', 'price_list', 'product')
      or entity = 'user' and action like 'user.%'
    group by tenant_id, action
  loop
    perform pg_notify('trellis_changes', json_strip_nulls(json_build_object(
      'tenantId', change.tenant_id, 'action', change.action,
      'userId', nullif(current_setting('app.user', true), ''),
      'requestId', nullif(current_setting('app.request', true), ''),
      'ids', case when cardinality(change.ids) <= 100 then to_json(change.ids) end,
      'first', case when cardinality(change.ids) > 100 then change.first end,
      'last', case when cardinality(change.ids) > 100 then change.last end))::text);
  end loop;
  return null;
end $$;

create or replace trigger announce_changes after insert on audit_log
  referencing new table as added for each statement execute function announce_changes();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Which records were changed, without what they were before.
create or replace view offered.audit_log with (security_invoker = true) as
  select tenant_id, audit_id, action, entity_id
  from audit_log;

-- What happened to a record, for its history.
create or replace view offered.audit_events with (security_invoker = true) as
  select tenant_id, audit_id, at, user_id, action, entity, entity_id, before, after
  from audit_log;
