-- Calendar months later in UTC; the day is clamped to the last one of the month (rules Q4).
create or replace function months_after(at timestamptz, months int) returns timestamptz language sql immutable parallel safe
  return ((at at time zone 'UTC') + make_interval(months => months)) at time zone 'UTC';

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- What an account validly shows: certificates of its users, of its guests and of itself. It compares with the clock,
-- because a certificate ends by the mere passing of time.
create or replace view offered.certificate_badges with (security_invoker = true) as
  select i.tenant_id, i.account_id, i.certificate_id, c.name, c.category, c.badge_color, i.user_id,
    i.guest_first_name || ' ' || i.guest_last_name as guest
  from issued_certificates i
  join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
  where i.is_current and i.expires_at > clock();
