-- Currencies by their ISO 4217 number.
create table currencies (
  currency_id int primary key,
  code text not null unique,
  name text not null,
  symbol text not null,
  minor_units smallint not null
);
call allow('currencies', 'select');
insert into currencies (currency_id, code, name, symbol, minor_units) values
  (36, 'AUD', 'Australian Dollar', 'A$', 2), (986, 'BRL', 'Brazilian Real', 'R$', 2), (124, 'CAD', 'Canadian Dollar', 'CA$', 2),
  (756, 'CHF', 'Swiss Franc', 'CHF', 2), (156, 'CNY', 'Chinese Yuan', 'CN¥', 2), (203, 'CZK', 'Czech Koruna', 'Kč', 2),
  (208, 'DKK', 'Danish Krone', 'kr', 2), (978, 'EUR', 'Euro', '€', 2), (826, 'GBP', 'Pound Sterling', '£', 2),
  (344, 'HKD', 'Hong Kong Dollar', 'HK$', 2), (348, 'HUF', 'Hungarian Forint', 'Ft', 2), (376, 'ILS', 'Israeli New Shekel', '₪', 2),
  (356, 'INR', 'Indian Rupee', '₹', 2), (392, 'JPY', 'Japanese Yen', '¥', 0), (410, 'KRW', 'South Korean Won', '₩', 0),
  (414, 'KWD', 'Kuwaiti Dinar', 'KD', 3), (484, 'MXN', 'Mexican Peso', 'MX$', 2), (578, 'NOK', 'Norwegian Krone', 'kr', 2),
  (554, 'NZD', 'New Zealand Dollar', 'NZ$', 2), (985, 'PLN', 'Polish Zloty', 'zł', 2), (946, 'RON', 'Romanian Leu', 'lei', 2),
  (752, 'SEK', 'Swedish Krona', 'kr', 2), (702, 'SGD', 'Singapore Dollar', 'S$', 2), (949, 'TRY', 'Turkish Lira', '₺', 2),
  (784, 'AED', 'UAE Dirham', 'AED', 2), (840, 'USD', 'US Dollar', '$', 2), (710, 'ZAR', 'South African Rand', 'R', 2);

-- The branded portals of this installation. Not a tenant's data but the list of tenants: read before a tenant is known. The login
-- of requests cannot write it: `change_tenant` and `change_tenant_hosts` change the row of their own tenant only (rules G14 to
-- G17).
create table tenants (
  tenant_id uuid primary key,
  code citext not null unique,
  name text not null,
  currency_id int not null references currencies,
  logo_url text,
  theme jsonb not null default '{}',
  excluded_menu_entries text[] not null default '{}',
  external_links jsonb not null default '[]',
  mail_sender text,
  -- When its domain was proved; mails come from the installation until then (rules G27).
  mail_sender_proved_at timestamptz,
  created_at timestamptz not null default clock(),
  protection_days int not null default 90 check (protection_days between 1 and 730),
  stock_hold_days int not null default 14 check (stock_hold_days between 1 and 365),
  -- Days before an end, the longest first.
  certificate_reminder_days int[] not null default '{60,30,7}'
    check (cardinality(certificate_reminder_days) <= 5 and 0 < all(certificate_reminder_days)),
  license_reminder_days int[] not null default '{90,60,30}'
    check (cardinality(license_reminder_days) <= 5 and 0 < all(license_reminder_days)),
  -- Suspended by the operator: nobody signs in, no call but those of devices is answered, and its jobs and mails wait
  -- (rules G22).
  suspended_at timestamptz,
  suspension_reason text check (suspension_reason is null or suspended_at is not null)
);
call allow('tenants', 'select');

-- Host names that tenants claim, and when they were proved: only then does one lead to its tenant (rules G27).
create table tenant_hosts (
  host citext not null,
  tenant_id uuid not null references tenants,
  proved_at timestamptz,
  primary key (tenant_id, host)
);
-- A host name leads to one tenant; the look-up of each visit by host name.
create unique index tenant_hosts_proved on tenant_hosts (host) where proved_at is not null;
call allow('tenant_hosts', 'select');

-- Groups of accounts and their seniority: the lower the level, the higher the group.
create table account_groups (
  tenant_id uuid not null default current_tenant() references tenants,
  group_id int not null,
  name text not null,
  level int not null,
  primary key (tenant_id, group_id),
  unique (tenant_id, name)
);
call protect('account_groups');
call allow('account_groups', 'select, update');

-- Kinds of subscription that a product can name.
create table subscriptions (
  tenant_id uuid not null default current_tenant() references tenants,
  subscription_id int not null,
  name text not null,
  primary key (tenant_id, subscription_id),
  unique (tenant_id, name)
);
call protect('subscriptions');
call allow('subscriptions', 'select');

-- Roles and what they permit.
create table roles (
  tenant_id uuid not null default current_tenant() references tenants,
  role_id int not null,
  name text not null,
  is_super_admin boolean not null default false,
  -- [{ "module": "Orders", "flags": "c-r-u" }]
  permissions jsonb not null,
  -- The roles that the portal itself gives: to the first user of a tenant, and to the administrator of a new account. Their
  -- names may change.
  purpose text check (purpose in ('super_admin', 'administrator')),
  primary key (tenant_id, role_id),
  unique (tenant_id, name)
);
call protect('roles');
-- A tenant has one role for each purpose.
create unique index roles_by_purpose on roles (tenant_id, purpose) where purpose is not null;

-- The logo as it is served, checked and copied from a file of the account.
create table tenant_logos (
  tenant_id uuid not null default current_tenant() references tenants,
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  -- SHA-256 of the content in hexadecimal, for the URL.
  hash text not null,
  primary key (tenant_id)
);
call protect('tenant_logos');

-- A key that makes a call repeatable belongs to a tenant; the table is the platform's, which knows no tenants.
alter table idempotency_keys add foreign key (tenant_id) references tenants;

-- Returns the zone if this database knows it, else null. Browsers know time zones that the database may not (Debian has
-- old names in a separate package), and filtering a list by days of such a zone would fail.
create or replace function known_time_zone(zone text) returns text language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- The domain of a mail address.
create or replace function domain_of(address text) returns text language sql immutable as
$$ select lower(substring(address from '@([^@>]+)>?$')) $$;

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
    mail_sender_proved_at = case
      when change ? 'mail_sender' and domain_of(c.mail_sender) is distinct from domain_of(t.mail_sender) then null
      else t.mail_sender_proved_at end,
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

-- Replaces the host names of the current tenant. New ones are not proved.
create or replace function change_tenant_hosts(wanted text[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  delete from tenant_hosts where tenant_id = current_tenant() and host <> all(wanted::citext[]);
  insert into tenant_hosts (host, tenant_id)
  select w.host, current_tenant() from unnest(wanted::citext[]) as w (host)
  where current_tenant() is not null
    and not exists (select from tenant_hosts h where h.host = w.host and h.tenant_id = current_tenant());
$$;

-- Host names and the domain of the sender that the current tenant has proved. Violates tenant_hosts_proved for a host name that
-- leads to another tenant.
create or replace function prove_tenant_domains(names text[]) returns void language sql security definer
set search_path = public, pg_temp as $$
  update tenant_hosts set proved_at = clock()
  where tenant_id = current_tenant() and host = any(names::citext[]) and proved_at is null;
  update tenants set mail_sender_proved_at = clock()
  where tenant_id = current_tenant() and domain_of(mail_sender) = any(names) and mail_sender_proved_at is null;
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
  select tenant_id, code, name, currency_id, logo_url, theme, mail_sender, created_at, suspended_at, mail_sender_proved_at
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
  from tenant_hosts
  where proved_at is not null;

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
