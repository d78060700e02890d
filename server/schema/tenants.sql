-- Returns the zone if this database knows it, else null. Browsers know time zones that the database may not (Debian has
-- old names in a separate package), and filtering a list by days of such a zone would fail.
create or replace function known_time_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- Changes how the current tenant presents itself and its defaults (rules G14 to G16); what `change` does not name stays. Runs
-- as the owner, because the list of tenants is read-only for the login of requests, which could otherwise change others.
create or replace function change_tenant(change jsonb) returns void language sql security definer
set search_path = public, pg_temp as $$
  update tenants t set
    name = coalesce(c.name, t.name),
    theme = coalesce(c.theme, t.theme),
    excluded_menu_entries = coalesce(c.excluded_menu_entries, t.excluded_menu_entries),
    external_links = coalesce(c.external_links, t.external_links),
    mail_sender = case when change ? 'mail_sender' then c.mail_sender else t.mail_sender end,
    logo_url = case when change ? 'logo_url' then c.logo_url else t.logo_url end,
    protection_days = coalesce(c.protection_days, t.protection_days),
    stock_hold_days = coalesce(c.stock_hold_days, t.stock_hold_days),
    certificate_reminder_days = coalesce(c.certificate_reminder_days, t.certificate_reminder_days),
    license_reminder_days = coalesce(c.license_reminder_days, t.license_reminder_days)
  from jsonb_to_record(change) as c (
    name text, theme jsonb, excluded_menu_entries text[], external_links jsonb, mail_sender text, logo_url text,
    protection_days int, stock_hold_days int, certificate_reminder_days int[], license_reminder_days int[])
  where t.tenant_id = current_tenant()
$$;

-- Replaces the host names of the current tenant. Violates tenant_hosts_pkey for a host name of another tenant.
create or replace function change_tenant_hosts(wanted text[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  delete from tenant_hosts where tenant_id = current_tenant() and host <> all(wanted::citext[]);
  insert into tenant_hosts (host, tenant_id)
  select w.host, current_tenant() from unnest(wanted::citext[]) as w (host)
  where current_tenant() is not null
    and not exists (select from tenant_hosts h where h.host = w.host and h.tenant_id = current_tenant());
$$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_tenant(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, tenants.name from tenants where tenant_id = current_tenant() and tenants.tenant_id = id $$;

create or replace function audited_role(id bigint) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, roles.name from roles where tenant_id = current_tenant() and role_id = id $$;

create or replace function audited_group(id bigint) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, account_groups.name from account_groups where tenant_id = current_tenant() and group_id = id $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- The list of tenants and how each looks; which menu entries and links it has is its own.
create or replace view offered.tenants with (security_invoker = true) as
  select tenant_id, code, name, currency_id, logo_url, theme, mail_sender, created_at, suspended_at
  from tenants;

-- The defaults of business rules that a tenant sets (rules G16).
create or replace view offered.tenant_defaults with (security_invoker = true) as
  select tenant_id, protection_days, stock_hold_days, certificate_reminder_days, license_reminder_days
  from tenants;

-- The logo that a tenant uploaded, as a `data:` URL for documents.
create or replace view offered.tenant_logos with (security_invoker = true) as
  select tenant_id, 'data:' || type || ';base64,' || translate(encode(content, 'base64'), E'\n', '') as data_url
  from tenant_logos;

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
  select tenant_id, role_id, name, is_super_admin, permissions, purpose
  from roles;

-- Kinds of subscription.
create or replace view offered.subscriptions with (security_invoker = true) as
  select tenant_id, subscription_id, name
  from subscriptions;
