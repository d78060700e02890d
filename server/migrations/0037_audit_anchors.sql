-- The role that is acted in where no login can be made gets its rights at once; a login gets them at the next start.
drop procedure allow(regclass, text);
create procedure allow(target regclass, wanted text) language plpgsql as $$
begin
  insert into table_rights (table_name, rights)
  select c.relname, array(select trim(r) from unnest(string_to_array(wanted, ',')) r order by 1)
  from pg_class c where c.oid = target
  on conflict (table_name) do update set rights = excluded.rights;
  if exists (select from pg_roles where rolname = 'trellis_app') then
    call grant_application('trellis_app');
  end if;
end $$;

-- Where the audit chain of a tenant ends. A chain alone does not tell that its end was cut off. The row is signed with a
-- secret that the database does not have, so that nobody who only has the database can make one for a shorter chain;
-- the same goes to a file outside, which tells when the row was put back as well (modules/audit/anchors.ts).
create table audit_anchors (
  tenant_id uuid primary key default current_tenant() references tenants,
  seq bigint not null,
  -- Of the link with this number.
  hash bytea not null,
  -- HMAC of tenant, number and hash; null for the ends that the migration found, until the application signs them.
  mac bytea,
  anchored_at timestamptz not null default now()
);
call protect('audit_anchors');
call allow('audit_anchors', 'select, insert, update');

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into audit_anchors (tenant_id, seq, hash)
    select tenant_id, seq, hash from audit_seals where tenant_id = each_tenant order by seq desc limit 1;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
