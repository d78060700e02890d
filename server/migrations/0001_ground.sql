-- What every table stands on: the tenant of the transaction, its clock, how names are compared, and row-level security.

create extension if not exists unaccent;
create extension if not exists citext;

-- The application never acts as the owner of the tables where a second role can be had. Where it cannot (a hosted
-- database without CREATEROLE), forced row-level security binds the owner just the same.
do $$
begin
  if not exists (select from pg_roles where rolname = 'trellis_app') then
    if (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) then
      create role trellis_app nologin;
    end if;
  end if;
  if exists (select from pg_roles where rolname = 'trellis_app') then
    execute format('grant trellis_app to %I', current_user);
  end if;
exception when duplicate_object or unique_violation or insufficient_privilege then
  null; -- another database of the cluster is being migrated right now, or the role was given by an administrator
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'trellis_app') then
    grant usage on schema public to trellis_app;
    if to_regclass('public.schema_migrations') is not null then
      grant select on schema_migrations to trellis_app;
    end if;
    alter default privileges in schema public grant select, insert, update, delete on tables to trellis_app;
  end if;
end $$;

-- Closed when no tenant is set: after a transaction-local setting ends, the setting reads '' and not null.
create function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;

create function current_user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;

-- Business time. Tests and the demo set app.clock for one transaction; everybody else gets the database's own clock.
create function clock() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, now());

-- An instant as the wire has it: ISO 8601, UTC, milliseconds.
create function iso(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Names are compared without regard to case and accents. Declared immutable because the dictionary is part of the schema.
create function fold(value text) returns text language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- Every table of a tenant's data goes through here: row-level security on, forced, one policy.
create procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))',
    target);
end $$;

-- Ledgers and the audit log are written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create procedure append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
end $$;

-- The one way to leave a job behind: in the caller's transaction, without rights on the queue's own tables.
create function enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts int default 25)
  returns void language sql security definer set search_path = pg_catalog, graphile_worker
  as $$ select graphile_worker.add_job(task, payload::json, job_key := job_key, run_at := run_at, max_attempts := max_attempts) $$;

-- Counters of refused and unusual calls. They survive a rollback of the request that they count, hold no tenant's
-- business data, and may be lost in a crash.
create unlogged table throttles (
  key text primary key,
  count int not null,
  window_ends_at timestamptz not null
);
create index throttles_by_end on throttles (window_ends_at);
