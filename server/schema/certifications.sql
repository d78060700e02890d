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
