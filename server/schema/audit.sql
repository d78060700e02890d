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

-- Adds up to `maximum` sealed events of this tenant to the sums that the search counts by (decision 066); returns how many.
create or replace function sum_audit(maximum int) returns bigint language plpgsql as $$
declare
  tenant constant uuid := current_tenant();
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  since bigint;
  until bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit sums:' || tenant::text, 0));
  select coalesce(max(s.seq), 0) into since from audit_summed s where s.tenant_id = tenant;
  select max(x.seq) into until from (
    select s.seq from audit_seals s where s.tenant_id = tenant and s.seq > since order by s.seq limit maximum) x;
  if until is null then return 0; end if;
  insert into audit_sums as kept (tenant_id, grain, account_id, user_id, day, entity, action, events)
  select tenant, g.grain, g.account_id, g.user_id, g.day, g.entity, g.action, count(*)
  from audit_seals s
  join audit_log e on e.tenant_id = tenant and e.audit_id = s.audit_id
  cross join lateral (values
    ('t'::"char", nil, nil, '-infinity'::date, e.entity, e.action),
    ('d', nil, nil, (e.at at time zone 'UTC')::date, e.entity, e.action),
    ('a', coalesce(e.account_id, nil), nil, '-infinity', e.entity, e.action),
    ('u', coalesce(e.account_id, nil), coalesce(e.user_id, nil), '-infinity', '', '')
  ) g (grain, account_id, user_id, day, entity, action)
  where s.tenant_id = tenant and s.seq > since and s.seq <= until
  group by g.grain, g.account_id, g.user_id, g.day, g.entity, g.action
  on conflict (tenant_id, grain, account_id, user_id, day, entity, action) do update set events = kept.events + excluded.events;
  insert into audit_products (tenant_id, product_id, audit_id)
  select distinct tenant, found.id #>> '{}', e.audit_id
  from audit_seals s
  join audit_log e on e.tenant_id = tenant and e.audit_id = s.audit_id and e.entity = 'price_list'
  cross join lateral jsonb_path_query(jsonb_build_array(e.before, e.after), '$[*].**.productId') as found (id)
  where s.tenant_id = tenant and s.seq > since and s.seq <= until and found.id #>> '{}' is not null;
  insert into audit_summed as kept (tenant_id, seq) values (tenant, until)
  on conflict (tenant_id) do update set seq = excluded.seq;
  return until - since;
end $$;

-- Stores names, which the search finds by any part of them. The application has no rights on them.
create or replace function keep_audit_texts() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_texts as kept (tenant_id, entity_id, folded, events)
  select new.tenant_id, e.entity_id, e.name_folded, count(*)
  from audit_seals s
  join audit_log e on e.tenant_id = new.tenant_id and e.audit_id = s.audit_id and e.name_folded is not null
  where s.tenant_id = new.tenant_id and s.seq > case when tg_op = 'INSERT' then 0 else old.seq end and s.seq <= new.seq
  group by e.entity_id, e.name_folded
  on conflict (tenant_id, entity_id, folded) do update set events = kept.events + excluded.events;
  return null;
end $$;

create or replace trigger keep_audit_texts after insert or update on audit_summed
  for each row execute function keep_audit_texts();

-- Ids of records of the tenant, wherever they are, that have had a name that matches one of the patterns: at most `maximum`
-- names. The caller checks the reach.
create or replace function audit_records_named(patterns text[], maximum int) returns setof text language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.entity_id from (select fold(u) as pattern from unnest(patterns) u offset 0) p
  join audit_texts t on t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid and t.folded like p.pattern
  limit maximum
$$;

-- How many events of the whole tenant have a name that matches one of the patterns, for its auditors.
create or replace function audit_events_named(patterns text[]) returns bigint language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(t.events), 0)::bigint from audit_texts t
  where t.tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
    and t.folded like any (array(select fold(u) from unnest(patterns) u))
$$;

-- All names of the tenant, for `portal check`.
create or replace function audit_texts_of_tenant() returns setof audit_texts language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from audit_texts where tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
$$;

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
    where entity in (
        'account', 'certification', 'deal', 'environment', 'file', 'license', 'order', 'price_list', 'product')
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
