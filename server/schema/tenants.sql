-- Returns the zone if this database knows it, else null. Browsers know time zones that the database may not (Debian has
-- old names in a separate package), and filtering a list by days of such a zone would fail.
create or replace function known_time_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- The list of tenants and how each looks; which menu entries and links it has is its own.
create or replace view offered.tenants with (security_invoker = true) as
  select tenant_id, code, name, currency_id, logo_url, theme, mail_sender, created_at
  from tenants;

-- Which host name leads to which tenant.
create or replace view offered.tenant_hosts with (security_invoker = true) as
  select host, tenant_id
  from tenant_hosts;

-- ISO 4217.
create or replace view offered.currencies with (security_invoker = true) as
  select currency_id, code, name, symbol, minor_units
  from currencies;

-- Groups and their seniority.
create or replace view offered.account_groups with (security_invoker = true) as
  select tenant_id, group_id, name, level
  from account_groups;

-- Roles and what they permit.
create or replace view offered.roles with (security_invoker = true) as
  select tenant_id, role_id, name, is_super_admin, permissions
  from roles;

-- Kinds of subscription.
create or replace view offered.subscriptions with (security_invoker = true) as
  select tenant_id, subscription_id, name
  from subscriptions;
