-- The account to which a record belongs, and its name now; no row when it is unknown here. Each column answers for its own
-- records. Records of the whole tenant have no account.
create or replace function audited(entity text, id text, out account_id uuid, out name text) language plpgsql stable as $$
declare
  -- Before the branches, so that each query has one plan.
  key constant uuid := case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end;
  number constant bigint := case when id ~ '^[0-9]{1,18}$' then id::bigint end;
begin
  case entity
    when 'license' then select a.account_id, a.name into account_id, name from audited_license(key) a;
    when 'order' then select a.account_id, a.name into account_id, name from audited_order(key) a;
    when 'account' then select a.account_id, a.name into account_id, name from audited_account(key) a;
    when 'price_list' then select a.account_id, a.name into account_id, name from audited_price_list(key) a;
    when 'session' then select a.account_id, a.name into account_id, name from audited_session(key) a;
    when 'user' then select a.account_id, a.name into account_id, name from audited_user(key) a;
    when 'deal' then select a.account_id, a.name into account_id, name from audited_deal(key) a;
    when 'certification' then select a.account_id, a.name into account_id, name from audited_certification(key) a;
    when 'environment' then select a.account_id, a.name into account_id, name from audited_environment(key) a;
    when 'file' then select a.account_id, a.name into account_id, name from audited_file(key) a;
    when 'import' then select a.account_id, a.name into account_id, name from audited_import(key) a;
    when 'product' then select a.account_id, a.name into account_id, name from audited_product(key) a;
    when 'product_type' then select a.account_id, a.name into account_id, name from audited_product_type(key) a;
    when 'feature' then select a.account_id, a.name into account_id, name from audited_feature(key) a;
    when 'certificate' then select a.account_id, a.name into account_id, name from audited_certificate(key) a;
    when 'tenant', 'deal_settings' then select a.account_id, a.name into account_id, name from audited_tenant(key) a;
    when 'role' then select a.account_id, a.name into account_id, name from audited_role(number) a;
    when 'group' then select a.account_id, a.name into account_id, name from audited_group(number) a;
    else null;
  end case;
end $$;

-- Gives each row the account and the name of its record. A removed record has those of its previous row.
create or replace function name_audited() returns trigger language plpgsql as $$
begin
  select a.account_id, a.name into new.account_id, new.entity_name from audited(new.entity, new.entity_id) a;
  if new.entity_name is null then
    select l.account_id, l.entity_name into new.account_id, new.entity_name
    from audit_log l
    where l.tenant_id = new.tenant_id and l.entity = new.entity and l.entity_id = new.entity_id
    order by l.audit_id desc limit 1;
  end if;
  new.name_folded := fold(new.entity_name);
  new.form := 2;
  return new;
end $$;

create or replace trigger name_audited before insert on audit_log for each row execute function name_audited();

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
