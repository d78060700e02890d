-- Calendar months later in UTC; the day is clamped to the last one of the month (rules Q4).
create or replace function months_after(at timestamptz, months int) returns timestamptz language sql immutable parallel safe
  return ((at at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_certificate(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, certificates.name from certificates where tenant_id = current_tenant() and certificate_id = id $$;

create or replace function audited_certification(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select i.account_id, c.name
   from issued_certificates i join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
   where i.tenant_id = current_tenant() and i.issued_id = id $$;

-- Counters of issued certificates by account, kind and state, and under the nil id those of the whole tenant (decision 088).
create or replace function tally_certificates() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into certificate_tallies (tenant_id, account_id, kind, certificate_id, is_revoked, slot, certificates)
  select i.tenant_id, v.id, i.kind, i.certificate_id, i.revoked_at is not null, my_slot, count(*)
  from added i
  cross join lateral (values (i.account_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, kind, certificate_id, is_revoked, slot)
  do update set certificates = certificate_tallies.certificates + excluded.certificates;
  return null;
end $$;

create or replace trigger tally_certificates after insert on issued_certificates
  referencing new table as added for each statement execute function tally_certificates();

create or replace function tally_changed_certificates() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into certificate_tallies (tenant_id, account_id, kind, certificate_id, is_revoked, slot, certificates)
  select a.tenant_id, v.id, a.kind, a.certificate_id, c.is_revoked, my_slot, sum(c.certificates)
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.issued_id = a.issued_id
  cross join lateral (values (b.account_id, b.revoked_at is not null, -1), (a.account_id, a.revoked_at is not null, 1))
    c (account_id, is_revoked, certificates)
  cross join lateral (values (c.account_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  where (b.account_id, b.revoked_at is not null) <> (a.account_id, a.revoked_at is not null)
  group by 1, 2, 3, 4, 5 having sum(c.certificates) <> 0 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, kind, certificate_id, is_revoked, slot)
  do update set certificates = certificate_tallies.certificates + excluded.certificates;
  return null;
end $$;

create or replace trigger tally_changed_certificates after update on issued_certificates
  referencing old table as before_change new table as after_change for each statement execute function tally_changed_certificates();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- What an account validly shows: certificates of its users, of its guests and of itself. It compares with the clock,
-- because a certificate ends by the mere passing of time.
create or replace view offered.certificate_badges with (security_invoker = true) as
  select i.tenant_id, i.account_id, i.certificate_id, c.name, c.category, c.badge_color, i.user_id,
    i.guest_first_name || ' ' || i.guest_last_name as guest
  from issued_certificates i
  join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
  where i.is_current and i.expires_at > clock();

-- To whom an issued certificate belongs.
create or replace view offered.issued_certificates with (security_invoker = true) as
  select tenant_id, issued_id, account_id
  from issued_certificates;
