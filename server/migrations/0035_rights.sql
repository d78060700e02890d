-- What the application may do with each table, and nothing beyond: kept as data, because the login that gets the rights is
-- another in each database, and is made at start and not by a migration.
create table table_rights (
  table_name name primary key,
  rights text[] not null
);

-- `call allow('things', 'select, insert')`: from the next start on.
create procedure allow(target regclass, rights text) language sql as $$
  insert into table_rights (table_name, rights)
  select c.relname, array(select trim(r) from unnest(string_to_array(rights, ',')) r order by 1)
  from pg_class c where c.oid = target
  on conflict (table_name) do update set rights = excluded.rights
$$;

-- Gives a role exactly the rights above. Writes nothing where they are as they should be.
create procedure grant_application(grantee name) language plpgsql as $$
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
  -- A database that was made before PostgreSQL 15 lets everybody create tables and functions.
  if has_schema_privilege(grantee, 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;

-- The usual rights come with the protection.
create or replace procedure protect(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))',
    target);
  call allow(target, 'select, insert, update, delete');
end $$;

create or replace procedure append_only(target regclass) language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', target);
  call allow(target, 'select, insert');
end $$;

-- Tables made so far, each looked at by itself.
do $$
declare
  part text[];
  name text;
begin
  foreach part slice 1 in array array[
    -- Written by the owner only: migrations, and commands such as `portal tenant create`.
    ['select', 'schema_migrations currencies tenants tenant_hosts account_groups subscriptions roles signing_keys'],
    -- Written once.
    ['select, insert', 'audit_log audit_seals stock_movements order_history price_changes license_details serial_keys'],
    ['select, insert, delete', 'audit_unsealed sales sales_unfolded user_roles product_publications'],
    ['select, insert, update', 'accounts addresses users orders order_items order_tallies licenses license_seats license_tallies
      stock_balances sales_days sales_products sales_buyers'],
    ['select, insert, update, delete', 'account_tree sessions refresh_tokens one_time_tokens idempotency_keys throttles
      product_types features product_type_features products price_lists price_list_items price_list_accounts order_scopes
      license_scopes second_factors backup_codes mails order_news imports']]
  loop
    foreach name in array regexp_split_to_array(part[2], '\s+') loop
      call allow(name, part[1]);
    end loop;
  end loop;
end $$;

-- A migration that came in between and protected its table before `protect` knew of rights.
insert into table_rights (table_name, rights)
select c.relname, array['delete', 'insert', 'select', 'update'] from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
on conflict (table_name) do nothing;

-- Temporary tables and types are found before all others unless pg_temp is named last: with one called `orders`, and a
-- trigger on it, a caller of these functions could have had a function of its own run as the owner.
do $$
declare
  f record;
begin
  for f in
    select p.oid::regprocedure as signature, substring(setting from '^search_path=(.*)$') as path
    from pg_proc p cross join unnest(p.proconfig) as setting
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and setting like 'search_path=%' and setting not like '%pg_temp'
  loop
    execute format('alter function %s set search_path = %s, pg_temp', f.signature, f.path);
    execute format('revoke execute on function %s from public', f.signature);
  end loop;
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'trellis_app') then
    alter default privileges in schema public revoke all on tables from trellis_app;
    call grant_application('trellis_app');
  end if;
end $$;
