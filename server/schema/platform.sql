-- What every table stands on: the tenant of the transaction, its clock, how names are compared, row-level security, the rights
-- of the application, and what the portal keeps for itself.

-- Comparison without accents; names without regard to case.
create extension if not exists unaccent;
create extension if not exists citext;

-- Views that a column offers to the others (server/src/owners.ts). The application reads them; what it writes are tables,
-- each column its own.
create schema offered;

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
  null; -- another database of the cluster is being set up right now, or the role was given by an administrator
end $$;

-- Null when no tenant is set, so that row-level security shows nothing. After a transaction-local setting ends, it
-- reads as '' and not null.
create or replace function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;

create or replace function current_user_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;

-- The account for which the caller acts (rules P60); null for jobs and commands. Not the top of the caller's reach, which reading
-- with `ra` widens. Compare with `(select own_account())`, so that an index is used under row-level security.
create or replace function own_account() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account', true), '')::uuid;

-- Business time. Tests and the demo set app.clock for one transaction; otherwise it is the database's clock.
create or replace function clock() returns timestamptz language sql stable parallel safe
  return coalesce(nullif(current_setting('app.clock', true), '')::timestamptz, now());

-- How far the business time of the transaction is ahead of the machine's: nothing but in a sandbox whose clock was moved.
create or replace function clock_ahead() returns interval language sql stable parallel safe
  return coalesce(nullif(current_setting('app.ahead', true), '')::interval, interval '0');

-- Machine time: for what protects or transports, such as tokens, challenges, API keys, mails and deliveries, and for numbers of
-- leases. The clock of a sandbox does not move it.
create or replace function machine_clock() returns timestamptz language sql stable parallel safe
  return clock() - clock_ahead();

-- A UUIDv7 (RFC 9562, 5.7) of an instant: rows that are made by SQL lie in their indexes by time, as those whose id the
-- application makes. PostgreSQL has such a function only since version 18.
create or replace function id_at(at timestamptz) returns uuid language sql volatile parallel safe
  return (
    lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;

-- An instant in the API's format: ISO 8601, UTC, milliseconds.
create or replace function iso(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- For comparing names without regard to case and accents. Declared immutable because the unaccent dictionary is part of
-- the schema. Not in SQL: PostgreSQL inlines no function that is declared immutable and calls one that is not, so it planned this one anew
-- in each statement (decision 180).
create or replace function fold(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, value));
end $$;

-- Fails unless a statement changed as many rows as it must: for one that nobody waits for, so that nobody could compare afterwards.
create or replace function require_rows(changed bigint, expected bigint) returns void language plpgsql as $$
begin
  if changed <> expected then raise exception '% rows were changed, not %', changed, expected; end if;
end $$;

-- Protects a table with row-level security and grants the usual rights.
create or replace procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))',
    target);
  call allow(target, 'select, insert, update, delete');
end $$;

-- Ledgers and the audit log are append-only. A tenant is emptied as a whole by the operator, which says so; the application has no right
-- to delete from them in any tenant.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.tenant_id::text = current_setting('app.emptied', true) then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create or replace procedure append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  call allow(target, 'select, insert');
end $$;

-- Whether the transaction's tenant arrives from another installation (`portal tenant import`). Its rows have the effects of its triggers
-- with them: counters, sums, names of the audit log, what waits for a seal. Triggers that would write these once more ask this. The
-- setting alone is not believed: the application may not delete from the audit log, only the owner may. Not in SQL: the condition of a
-- trigger is planned anew in each statement, and a function in SQL would be parsed for it (decision 180).
create or replace function arriving() returns boolean language plpgsql stable as $$
begin
  return coalesce(nullif(current_setting('app.arriving', true), '') = current_setting('app.tenant', true), false)
    and has_table_privilege('audit_log', 'delete');
end $$;

-- Whether the operator empties the transaction's tenant. Counters and sums of rows that go with it need no correction.
create or replace function emptying() returns boolean language sql stable as $$
  select coalesce(nullif(current_setting('app.emptied', true), '') = current_setting('app.tenant', true), false)
$$;

-- Tests whether the disk has space for about a megabyte: PostgreSQL allocates up to half of that at once, and so can
-- fail although a little is left. Runs as the owner, because only the owner may truncate. Waits at most half a second
-- for a long reader such as a backup (error 55P03).
create or replace function probe_writes() returns void language sql security definer
set search_path = public, pg_temp as $$
  select set_config('lock_timeout', '500ms', true);
  truncate write_probe;
  insert into write_probe select repeat('.', 8000) from generate_series(1, 128);
$$;
revoke execute on function probe_writes from public;

-- The only way to leave a job behind: in the transaction of the caller, without rights on the tables of the queue. Within
-- the workers that a task has, the lowest priority goes first, then the oldest.
create or replace function enqueue(
  task text, payload jsonb, job_key text default null, run_at timestamptz default null, max_attempts int default 25,
  priority int default 0
) returns void language sql security definer set search_path = pg_catalog, graphile_worker, pg_temp
  as $$
    select graphile_worker.add_job(
      task,
      -- Where traces are sent, also the span that it comes from.
      (case when coalesce(current_setting('app.trace', true), '') = '' then payload
            else payload || jsonb_build_object('trace', current_setting('app.trace', true)) end)::json,
      job_key := job_key, run_at := run_at, max_attempts := max_attempts, priority := priority)
  $$;

revoke execute on function enqueue from public;

-- Releases the jobs of processes that died. The queue itself does so only after four hours. Only for tasks that always
-- end within `patience`; each job must tolerate running twice.
create or replace function release_abandoned_jobs(tasks text[], patience interval) returns void
  language sql security definer set search_path = pg_catalog, graphile_worker, pg_temp
  as $$
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where task_identifier = any(tasks) and locked_at < now() - patience))
    where exists (
      select from graphile_worker.jobs where task_identifier = any(tasks) and locked_at < now() - patience)
  $$;
revoke execute on function release_abandoned_jobs from public;

-- Deletes jobs that failed at their last attempt, and jobs of dead processes that a newer job with the same key
-- replaced. The queue keeps both for ever.
create or replace function forget_dead_jobs(age interval) returns void
  language sql security definer set search_path = pg_catalog, graphile_worker, pg_temp
  as $$
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and updated_at < now() - age order by id limit 5000))
  $$;
revoke execute on function forget_dead_jobs from public;

-- For the metrics, per task: jobs ready to run, jobs whose last attempt failed (including those given up), and the age
-- in seconds of the oldest that is ready.
create or replace function queue_figures() returns table (task text, waiting bigint, failing bigint, oldest_seconds float8)
  language sql stable security definer set search_path = pg_catalog, graphile_worker, pg_temp
  as $$
    select t.identifier,
           count(j.id) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()),
           count(j.id) filter (where j.locked_at is null and j.last_error is not null),
           coalesce(extract(epoch from now() - min(j.run_at) filter (
             where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8
    from graphile_worker._private_tasks t left join graphile_worker._private_jobs j on j.task_id = t.id
    group by t.identifier
  $$;
revoke execute on function queue_figures from public;

-- Trims the same characters as `trim` in JavaScript.
create or replace function trimmed(value text) returns text language sql immutable parallel safe strict
  return btrim(value, E' \t\n\r\u000b\u000c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');

-- The form in which two keys are compared: trimmed and in lower case.
create or replace function key_of(value text) returns text language sql immutable parallel safe strict
  return lower(btrim(value, E' \t\n\r\u000b\u000c\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'));

-- Numbers of records rise per tenant, series ('SO': orders, 'DL': deals) and year, and may have gaps: they come from a sequence,
-- which nobody waits for (decision 187). A missing one starts after the highest number in use, so it can be made anew at any time.
create schema numbers;

-- The code of a record, such as SO-2026-000123. Not in SQL: called with a new number it cannot be inlined, and costs three times as much.
create or replace function record_code(series text, year int, number bigint) returns text language plpgsql immutable parallel safe as $$
begin
  return series || '-' || year::text || '-' || lpad(number::text, greatest(6, length(number::text)), '0');
end $$;

-- Creates the sequence of a year once and returns it. The first records of a year can race for it. A transaction that waited for the
-- lock may have cached that there is none, hence `if not exists`. An import calls this in a separate transaction; otherwise nobody
-- else could number a record of that year until the import ends.
create or replace function open_numbers(series text, year int) returns regclass
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text := format('numbers.%I', format('t%s_%s_%s', replace(current_tenant()::text, '-', ''), lower(series), year));
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(hashtextextended(name, 0));
    if to_regclass(name) is null then
      execute format('create sequence if not exists %s start %s', name, public.highest_number(series, year) + 1);
    end if;
  end if;
  return name;
end $$;

-- The code of a new record.
create or replace function next_code(series text) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  year constant int := extract(year from public.clock() at time zone 'UTC');
begin
  return public.record_code(series, year, nextval(public.open_numbers(series, year)));
end $$;

-- Takes each of many numbers with nextval. A block reserved with `setval` could contain a number that another record took in the
-- meantime.
create or replace function next_codes(series text, year int, how_many int) returns setof text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  numbers constant regclass := public.open_numbers(series, year);
begin
  return query select public.record_code(series, year, nextval(numbers)) from generate_series(1, how_many);
end $$;

-- From here on numbers are above one that a record brought with it. The last steps are taken one by one, because `setval` could set
-- back what others have taken since: it is only used to get near.
create or replace function number_above(series text, year int, number bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  numbers constant regclass := public.open_numbers(series, year);
begin
  if nextval(numbers) < number - 10000 then perform setval(numbers, number - 1000); end if;
  while nextval(numbers) < number loop end loop;
end $$;
-- How far the numbers of the current tenant are.
create or replace function numbers_given() returns table (series text, year int, last bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select upper(split_part(s.sequencename, '_', 2)), split_part(s.sequencename, '_', 3)::int, coalesce(s.last_value, s.start_value - 1)
  from pg_sequences s
  where s.schemaname = 'numbers' and split_part(s.sequencename, '_', 1) = 't' || replace(public.current_tenant()::text, '-', '')
$$;
revoke execute on function numbers_given, open_numbers, next_code, next_codes, number_above from public;

-- Forgets the sequences of a tenant that is not here any more.
create or replace procedure forget_numbers(tenant uuid) language plpgsql as $$
declare
  name text;
begin
  for name in
    select sequencename from pg_sequences where schemaname = 'numbers' and starts_with(sequencename, 't' || replace(tenant::text, '-', '') || '_')
  loop
    execute format('drop sequence numbers.%I', name);
  end loop;
end $$;

-- Gives a role exactly the rights in `table_rights`. Writes nothing when they are correct already.
create or replace procedure grant_application(grantee name) language plpgsql as $$
declare
  grantee_oid constant oid := (select oid from pg_roles where rolname = grantee);
  change record;
begin
  perform pg_advisory_xact_lock(hashtextextended('application rights', 0));
  for change in
    select c.oid::regclass as target, coalesce(r.rights, '{}') as wanted, h.rights as present
    from pg_class c
    left join table_rights r on r.table_name = c.relname
    cross join lateral (
      select coalesce(array_agg(lower(a.privilege_type) order by lower(a.privilege_type)), '{}') as rights
      from aclexplode(c.relacl) a where a.grantee = grantee_oid) h
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and coalesce(r.rights, '{}') <> h.rights
  loop
    if change.present <> '{}' then
      execute format('revoke all on %s from %I', change.target, grantee);
    end if;
    if change.wanted <> '{}' then
      execute format('grant %s on %s to %I', array_to_string(change.wanted, ', '), change.target, grantee);
    end if;
  end loop;
  for change in
    select p.oid::regprocedure as target from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and not has_function_privilege(grantee, p.oid, 'execute')
  loop
    execute format('grant execute on function %s to %I', change.target, grantee);
  end loop;
  if not has_schema_privilege(grantee, 'public', 'usage') then
    execute format('grant usage on schema public to %I', grantee);
  end if;
  if not (has_database_privilege(grantee, current_database(), 'connect')
          and has_database_privilege(grantee, current_database(), 'temporary')) then
    execute format('grant connect, temporary on database %I to %I', current_database(), grantee);
  end if;
  if not has_schema_privilege(grantee, 'offered', 'usage') then
    execute format('grant usage on schema offered to %I', grantee);
  end if;
  for change in
    select c.oid::regclass as target from pg_class c
    where c.relnamespace = 'offered'::regnamespace and c.relkind = 'v' and not has_table_privilege(grantee, c.oid, 'select')
  loop
    execute format('grant select on %s to %I', change.target, grantee);
  end loop;
  -- Databases created before PostgreSQL 15 let every role create tables and functions in `public`.
  if has_schema_privilege(grantee, 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;

create or replace procedure allow(target regclass, wanted text) language plpgsql as $$
begin
  insert into table_rights (table_name, rights)
  select c.relname, array(select trim(r) from unnest(string_to_array(wanted, ',')) r order by 1)
  from pg_class c where c.oid = target
  on conflict (table_name) do update set rights = excluded.rights;
  if exists (select from pg_roles where rolname = 'trellis_app') then
    call grant_application('trellis_app');
  end if;
end $$;

-- What the application may do with each table, and nothing beyond: kept as data, because the login that gets the rights is
-- another in each database, and is made at start.
create table table_rights (
  table_name name primary key,
  rights text[] not null
);

-- Which text of each file of server/schema the database has.
create table schema_files (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);

-- Which steps of server/migrations the database has.
create table schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
);
call allow('schema_migrations', 'select');

-- Counters of refused and unusual calls. They survive a rollback of the request that they count, hold no tenant's
-- business data, and may be lost in a crash.
create unlogged table throttles (
  key text primary key,
  count int not null,
  -- Until when the count is remembered.
  window_ends_at timestamptz not null,
  -- Until when the next call has to wait. Apart from the window, so that the wait can grow from one failure to the next after
  -- the wait before it has passed.
  blocked_until timestamptz
);
call allow('throttles', 'select, insert, update, delete');
-- The sweep deletes those that are over.
create index throttles_by_end on throttles (window_ends_at);

-- Sets the business time of the transaction: `machine` (empty: now) and what is added to it.
create or replace function act_ahead(added interval, machine text) returns void language sql volatile as $$
  select set_config('app.ahead', coalesce(added::text, ''), true),
         set_config('app.clock', coalesce((coalesce(nullif(machine, '')::timestamptz, now()) + added)::text, machine), true)
$$;

-- What a creating call answered, so that a retry gets the same answer and leaves no second effect.
create table idempotency_keys (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status int,
  answer text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
call protect('idempotency_keys');
-- The sweep deletes old ones.
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);

-- What /health/ready writes to learn whether the disk takes any more. Truncating gives the table a new file, so that each
-- probe needs fresh space and none is left over; unlogged, because its rows are worth nothing. Neither compressed nor kept
-- elsewhere: a row is a page.
create unlogged table write_probe (filler text not null);
alter table write_probe alter column filler set storage plain;

-- The keys that sign leases, sealed with SECRET_KEY: a process that reaches the database needs no shared folder, and
-- neither a dump nor a backup holds a private key in the clear.
create table signing_keys (
  -- Thumbprint of the public key (RFC 7638), as leases name it.
  kid text primary key,
  -- PKCS #8 PEM, sealed. The public key is made from it, so that whoever can write this table can add no key of theirs.
  private_key_sealed bytea not null,
  created_at timestamptz not null default now()
);
call allow('signing_keys', 'select');

-- One row, sealed with SECRET_KEY: tells whether a process has the key that everything else was sealed with.
create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null
);

-- Whether the jobs of this column have something to do (function has_work).
create or replace function platform_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'platform:sweep' then return exists (
      select from idempotency_keys k where k.tenant_id = tenant and k.created_at < now() - interval '24 hours');
    else return null;
  end case;
end $$;

-- What a person has in hand (a code, a key, a name, a VAT id) finds its record by any part of it (decision 181). `like` is not
-- leakproof, so under row-level security no index can serve it. This table therefore holds the texts without row-level security and
-- without rights for the application: only `texts_with_words` reads it, for the tenant of the transaction. Triggers that
-- `findable` makes keep it.
create table texts (
  tenant_id uuid not null,
  kind text not null,
  -- The record, or what belongs to it and has a text of its own: an address of an account, the prospect of a deal, a seat of a license.
  text_id uuid not null,
  record_id uuid not null,
  folded text not null,
  -- Only of texts that a column counts (`count_texts`): the record as the column names it, and how often it had the text.
  record text,
  times bigint,
  primary key (tenant_id, kind, text_id)
);

-- What separates the letters of one tenant and kind from those of others in the index of parts.
create or replace function text_scope(tenant_id uuid, kind text) returns int4 language sql immutable parallel safe strict
  return uuid_hash(tenant_id) # hashtext(kind);

-- By what the index finds a part of a text: hashes of each three letters in a row, and of the first letter of each word. A text is given
-- with a blank before it, so that its beginning is one of a word, and a hyphen counts as a blank. A loop, because it costs a third of a
-- query: 5 µs for the code of an order, 11 for a key (decision 181).
create or replace function text_grams(scope int4, padded text) returns int4[] language plpgsql immutable parallel safe strict as $$
declare
  grams int4[] := '{}';
  spaced constant text := translate(padded, '-', ' ');
  n int := greatest(length(padded) - 2, 0);
  word text;
begin
  for at in 1..n loop
    grams[at] := hashtext(substr(spaced, at, 3)) # scope;
  end loop;
  foreach word in array (string_to_array(spaced, ' '))[2:] loop
    if word <> '' then
      n := n + 1;
      grams[n] := hashtext(left(word, 1)) # scope;
    end if;
  end loop;
  return grams;
end $$;

-- What the texts that match one of these patterns of `like` have in common: up to 32 of their letters in the index. None if no index
-- can narrow the search down.
create or replace function pattern_grams(scope int4, patterns text[]) returns int4[] language plpgsql immutable parallel safe strict as $$
declare
  common int4[];
  of_one int4[];
  part text;
  is_first boolean;
begin
  for i in 1..cardinality(patterns) loop
    of_one := '{}';
    -- A pattern that begins with no wildcard begins the text.
    is_first := patterns[i] ~ '^[^%_]';
    for part in select m[1] from regexp_matches(patterns[i], '((?:\\.|[^\\%_])+)', 'g') m loop
      of_one := of_one || text_grams(scope, case when is_first then ' ' else '' end || regexp_replace(part, '\\(.)', '\1', 'g'));
      is_first := false;
    end loop;
    common := case when i = 1 then of_one
      else array(select unnest(common) intersect select unnest(of_one)) end;
  end loop;
  return coalesce(common[:32], '{}');
end $$;

-- The search for a part of a text. Its entries are of one tenant and kind, so that a search reads no others (decision 181).
create index texts_by_part on texts using gin (text_grams(text_scope(tenant_id, kind), ' ' || folded));
-- Which letters are frequent would be counted over all tenants, and each count would make the letters of 30,000 texts.
alter index texts_by_part alter column 1 set statistics 0;

-- How a folded text begins with, or has, what was typed: patterns of `like`, of which one must match (rules U6). Of one or two
-- letters or digits they are the beginnings of its words, which the index of parts also has; all else is found anywhere. Wildcards
-- that were typed are taken literally; they are escaped after folding, which makes plain ones of their wide forms.
create or replace function word_patterns(typed text) returns text[] language sql immutable parallel safe strict as $$
  select case when typed ~ '^[[:alnum:]]{1,2}$' then array[f.word || '%', '% ' || f.word || '%', '%-' || f.word || '%']
    else array['%' || f.word || '%'] end
  from (select regexp_replace(public.fold(typed), '([\\%_])', '\\\1', 'g') as word) f
$$;

-- The pattern with which `like` finds a typed text anywhere in another one.
create or replace function part_like(typed text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(public.fold(typed), '([\\%_])', '\\\1', 'g') || '%';

-- Texts of a kind of the tenant, wherever their records are, that match one pattern of each word: at most `maximum`; without a
-- maximum all. The caller checks the reach. The index is left aside for words of which it knows nothing, and for those that most of
-- the oldest and newest texts have: comparing then ends sooner than the index has read their entries. A plan that was made while the
-- table was small would make the letters of each text, so no plan reads the table as a whole.
create or replace function texts_with_words(of_kind text, one text[], two text[], three text[], maximum int)
  returns setof texts language plpgsql stable
  security definer set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  grams constant int4[] := pattern_grams(text_scope(tenant, of_kind), one) || coalesce(pattern_grams(text_scope(tenant, of_kind), two), '{}')
    || coalesce(pattern_grams(text_scope(tenant, of_kind), three), '{}');
begin
  if grams = '{}' or (
    select count(*) > 10 from (
      (select t.folded from texts t where t.tenant_id = tenant and t.kind = of_kind order by t.text_id limit 10)
      union all
      (select t.folded from texts t where t.tenant_id = tenant and t.kind = of_kind order by t.text_id desc limit 10)
    ) t
    where t.folded like any(one) and (two is null or t.folded like any(two)) and (three is null or t.folded like any(three)))
  then
    return query
      select t.* from texts t
      where t.tenant_id = tenant and t.kind = of_kind
        and t.folded like any(one) and (two is null or t.folded like any(two)) and (three is null or t.folded like any(three))
      limit maximum;
  else
    -- Compared so that the primary key cannot serve it: the planner does not know how few texts have the letters.
    return query
      select t.* from texts t
      where text_grams(text_scope(t.tenant_id, t.kind), ' ' || t.folded) @> grams
        and t.tenant_id is not distinct from tenant and t.kind is not distinct from of_kind
        and t.folded like any(one) and (two is null or t.folded like any(two)) and (three is null or t.folded like any(three))
      limit maximum;
  end if;
end $$;

-- Whether most of twenty texts of a kind of the tenant match one of these patterns: of the oldest and the newest, and of two times between
-- them, because what was written together often has the same words. A list then compares its rows, and looks no texts up.
create or replace function most_texts_have(of_kind text, patterns text[]) returns boolean language plpgsql stable
  security definer set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant constant uuid := current_tenant();
  -- The ids begin with the time.
  oldest constant text := (select t.text_id from texts t where t.tenant_id = tenant and t.kind = of_kind order by t.text_id limit 1);
  newest constant text := (select t.text_id from texts t where t.tenant_id = tenant and t.kind = of_kind order by t.text_id desc limit 1);
  began constant bigint := ('x' || left(replace(oldest, '-', ''), 12))::bit(48)::bigint;
  third constant bigint := (('x' || left(replace(newest, '-', ''), 12))::bit(48)::bigint - began) / 3;
begin
  return (
    select count(*) > 10
    from unnest(array[began, began + third, began + 2 * third, null]) s (since)
    cross join lateral (
      (select t.folded from texts t
       where t.tenant_id = tenant and t.kind = of_kind and t.text_id >= rpad(lpad(to_hex(s.since), 12, '0'), 32, '0')::uuid
       order by t.text_id limit 5)
      union all
      (select t.folded from texts t where t.tenant_id = tenant and t.kind = of_kind and s.since is null order by t.text_id desc limit 5)
    ) t
    where t.folded like any(patterns));
end $$;
revoke execute on function most_texts_have from public;

-- How many texts of a kind the tenant has, counted from an index as far as `maximum`.
create or replace function number_of_texts(of_kind text, maximum bigint) returns bigint language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from (
    select from texts t where t.tenant_id = current_tenant() and t.kind = of_kind limit maximum) t
$$;
revoke execute on function number_of_texts from public;

-- All texts of the tenant, for `portal check`.
create or replace function texts_of_tenant() returns setof texts language sql stable
  security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from texts where tenant_id = nullif(current_setting('app.tenant', true), '')::uuid
$$;

-- Adds texts that records had, for a column that counts how often.
create or replace function count_texts(of_kind text, records text[], names text[], counts bigint[]) returns void language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into texts as kept (tenant_id, kind, text_id, record_id, folded, record, times)
  select current_tenant(), of_kind, k.id, k.id, n.folded, n.record, n.times
  from unnest(records, names, counts) n (record, folded, times)
  cross join lateral (select md5(n.record || ' ' || n.folded)::uuid as id) k
  on conflict (tenant_id, kind, text_id) do update set times = kept.times + excluded.times
$$;

-- Makes the records of a table findable by any part of the values of these columns, as texts of a kind. `text_id` and `record_id` are
-- columns with the ids of the text and of its record. New and deleted rows are kept as the rows of a statement, changed ones each, if
-- the text differs. The functions are written out for the table: orders are created by the thousand, and a detour through JSON took
-- a quarter of their insert.
create or replace procedure findable(target regclass, of_kind text, text_id name, record_id name, variadic columns name[])
  language plpgsql as $$
declare
  owner constant name := (select relname from pg_class where oid = target);
  keeper constant text := format('keep_texts_of_%s_%s', owner, lower(of_kind));
  text_of constant text := (
    select format('fold(concat_ws('' '', %s))', string_agg(format('%%1$s.%I', c), ', ')) from unnest(columns) c);
begin
  execute format($keeper$
    create or replace function %1$I() returns trigger language plpgsql
      security definer set search_path = pg_catalog, public, pg_temp as $body$
    begin
      if tg_op = 'INSERT' then
        insert into texts (tenant_id, kind, text_id, record_id, folded)
        select a.tenant_id, %2$L, a.%3$I, a.%4$I, %5$s from added a;
      elsif tg_op = 'UPDATE' then
        update texts t set record_id = new.%4$I, folded = %6$s
        where t.tenant_id = new.tenant_id and t.kind = %2$L and t.text_id = new.%3$I;
      else
        delete from texts t using gone g where t.tenant_id = g.tenant_id and t.kind = %2$L and t.text_id = g.%3$I;
      end if;
      return null;
    end $body$ $keeper$,
    keeper, of_kind, text_id, record_id, format(text_of, 'a'), format(text_of, 'new'));
  execute format('create or replace trigger keep_%2$s_text after insert on %1$s referencing new table as added for each statement
    execute function %3$I()', target, lower(of_kind), keeper);
  execute format('create or replace trigger keep_no_%2$s_text after delete on %1$s referencing old table as gone for each statement
    execute function %3$I()', target, lower(of_kind), keeper);
  execute format('create or replace trigger keep_changed_%2$s_text after update of %4$s on %1$s for each row
    when ((%5$s) is distinct from (%6$s)) execute function %3$I()', target, lower(of_kind), keeper,
    (select string_agg(format('%I', c), ', ') from unnest(columns) c),
    (select string_agg(format('old.%I::text', c), ', ') from unnest(columns) c),
    (select string_agg(format('new.%I::text', c), ', ') from unnest(columns) c));
end $$;
