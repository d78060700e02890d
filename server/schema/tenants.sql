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
  (784, 'AED', 'UAE Dirham', 'AED', 2), (971, 'AFN', 'Afghan Afghani', 'AFN', 2), (8, 'ALL', 'Albanian Lek', 'ALL', 2),
  (51, 'AMD', 'Armenian Dram', 'AMD', 2), (973, 'AOA', 'Angolan Kwanza', 'AOA', 2), (32, 'ARS', 'Argentine Peso', 'ARS', 2),
  (36, 'AUD', 'Australian Dollar', 'A$', 2), (533, 'AWG', 'Aruban Florin', 'AWG', 2),
  (944, 'AZN', 'Azerbaijani Manat', 'AZN', 2), (977, 'BAM', 'Bosnia-Herzegovina Convertible Mark', 'BAM', 2),
  (52, 'BBD', 'Barbadian Dollar', 'BBD', 2), (50, 'BDT', 'Bangladeshi Taka', 'BDT', 2),
  (975, 'BGN', 'Bulgarian Lev', 'BGN', 2), (48, 'BHD', 'Bahraini Dinar', 'BHD', 3), (108, 'BIF', 'Burundian Franc', 'BIF', 0),
  (60, 'BMD', 'Bermudan Dollar', 'BMD', 2), (96, 'BND', 'Brunei Dollar', 'BND', 2),
  (68, 'BOB', 'Bolivian Boliviano', 'BOB', 2), (986, 'BRL', 'Brazilian Real', 'R$', 2),
  (44, 'BSD', 'Bahamian Dollar', 'BSD', 2), (64, 'BTN', 'Bhutanese Ngultrum', 'BTN', 2),
  (72, 'BWP', 'Botswanan Pula', 'BWP', 2), (933, 'BYN', 'Belarusian Ruble', 'BYN', 2), (84, 'BZD', 'Belize Dollar', 'BZD', 2),
  (124, 'CAD', 'Canadian Dollar', 'CA$', 2), (976, 'CDF', 'Congolese Franc', 'CDF', 2), (756, 'CHF', 'Swiss Franc', 'CHF', 2),
  (152, 'CLP', 'Chilean Peso', 'CLP', 0), (156, 'CNY', 'Chinese Yuan', 'CN¥', 2), (170, 'COP', 'Colombian Peso', 'COP', 2),
  (188, 'CRC', 'Costa Rican Colón', 'CRC', 2), (192, 'CUP', 'Cuban Peso', 'CUP', 2),
  (132, 'CVE', 'Cape Verdean Escudo', 'CVE', 2), (203, 'CZK', 'Czech Koruna', 'Kč', 2),
  (262, 'DJF', 'Djiboutian Franc', 'DJF', 0), (208, 'DKK', 'Danish Krone', 'kr', 2), (214, 'DOP', 'Dominican Peso', 'DOP', 2),
  (12, 'DZD', 'Algerian Dinar', 'DZD', 2), (818, 'EGP', 'Egyptian Pound', 'EGP', 2), (232, 'ERN', 'Eritrean Nakfa', 'ERN', 2),
  (230, 'ETB', 'Ethiopian Birr', 'ETB', 2), (978, 'EUR', 'Euro', '€', 2), (242, 'FJD', 'Fijian Dollar', 'FJD', 2),
  (238, 'FKP', 'Falkland Islands Pound', 'FKP', 2), (826, 'GBP', 'Pound Sterling', '£', 2),
  (981, 'GEL', 'Georgian Lari', 'GEL', 2), (936, 'GHS', 'Ghanaian Cedi', 'GHS', 2), (292, 'GIP', 'Gibraltar Pound', 'GIP', 2),
  (270, 'GMD', 'Gambian Dalasi', 'GMD', 2), (324, 'GNF', 'Guinean Franc', 'GNF', 0),
  (320, 'GTQ', 'Guatemalan Quetzal', 'GTQ', 2), (328, 'GYD', 'Guyanaese Dollar', 'GYD', 2),
  (344, 'HKD', 'Hong Kong Dollar', 'HK$', 2), (340, 'HNL', 'Honduran Lempira', 'HNL', 2),
  (332, 'HTG', 'Haitian Gourde', 'HTG', 2), (348, 'HUF', 'Hungarian Forint', 'Ft', 2),
  (360, 'IDR', 'Indonesian Rupiah', 'IDR', 2), (376, 'ILS', 'Israeli New Shekel', '₪', 2),
  (356, 'INR', 'Indian Rupee', '₹', 2), (368, 'IQD', 'Iraqi Dinar', 'IQD', 3), (364, 'IRR', 'Iranian Rial', 'IRR', 2),
  (352, 'ISK', 'Icelandic Króna', 'ISK', 0), (388, 'JMD', 'Jamaican Dollar', 'JMD', 2),
  (400, 'JOD', 'Jordanian Dinar', 'JOD', 3), (392, 'JPY', 'Japanese Yen', '¥', 0), (404, 'KES', 'Kenyan Shilling', 'KES', 2),
  (417, 'KGS', 'Kyrgyz Som', 'KGS', 2), (116, 'KHR', 'Cambodian Riel', 'KHR', 2), (174, 'KMF', 'Comorian Franc', 'KMF', 0),
  (408, 'KPW', 'North Korean Won', 'KPW', 2), (410, 'KRW', 'South Korean Won', '₩', 0), (414, 'KWD', 'Kuwaiti Dinar', 'KD', 3),
  (136, 'KYD', 'Cayman Islands Dollar', 'KYD', 2), (398, 'KZT', 'Kazakhstani Tenge', 'KZT', 2),
  (418, 'LAK', 'Laotian Kip', 'LAK', 2), (422, 'LBP', 'Lebanese Pound', 'LBP', 2), (144, 'LKR', 'Sri Lankan Rupee', 'LKR', 2),
  (430, 'LRD', 'Liberian Dollar', 'LRD', 2), (426, 'LSL', 'Lesotho Loti', 'LSL', 2), (434, 'LYD', 'Libyan Dinar', 'LYD', 3),
  (504, 'MAD', 'Moroccan Dirham', 'MAD', 2), (498, 'MDL', 'Moldovan Leu', 'MDL', 2), (969, 'MGA', 'Malagasy Ariary', 'MGA', 2),
  (807, 'MKD', 'Macedonian Denar', 'MKD', 2), (104, 'MMK', 'Myanmar Kyat', 'MMK', 2),
  (496, 'MNT', 'Mongolian Tugrik', 'MNT', 2), (446, 'MOP', 'Macanese Pataca', 'MOP', 2),
  (929, 'MRU', 'Mauritanian Ouguiya', 'MRU', 2), (480, 'MUR', 'Mauritian Rupee', 'MUR', 2),
  (462, 'MVR', 'Maldivian Rufiyaa', 'MVR', 2), (454, 'MWK', 'Malawian Kwacha', 'MWK', 2),
  (484, 'MXN', 'Mexican Peso', 'MX$', 2), (458, 'MYR', 'Malaysian Ringgit', 'MYR', 2),
  (943, 'MZN', 'Mozambican Metical', 'MZN', 2), (516, 'NAD', 'Namibian Dollar', 'NAD', 2),
  (566, 'NGN', 'Nigerian Naira', 'NGN', 2), (558, 'NIO', 'Nicaraguan Córdoba', 'NIO', 2),
  (578, 'NOK', 'Norwegian Krone', 'kr', 2), (524, 'NPR', 'Nepalese Rupee', 'NPR', 2),
  (554, 'NZD', 'New Zealand Dollar', 'NZ$', 2), (512, 'OMR', 'Omani Rial', 'OMR', 3),
  (590, 'PAB', 'Panamanian Balboa', 'PAB', 2), (604, 'PEN', 'Peruvian Sol', 'PEN', 2),
  (598, 'PGK', 'Papua New Guinean Kina', 'PGK', 2), (608, 'PHP', 'Philippine Peso', '₱', 2),
  (586, 'PKR', 'Pakistani Rupee', 'PKR', 2), (985, 'PLN', 'Polish Zloty', 'zł', 2),
  (600, 'PYG', 'Paraguayan Guarani', 'PYG', 0), (634, 'QAR', 'Qatari Riyal', 'QAR', 2), (946, 'RON', 'Romanian Leu', 'lei', 2),
  (941, 'RSD', 'Serbian Dinar', 'RSD', 2), (643, 'RUB', 'Russian Ruble', 'RUB', 2), (646, 'RWF', 'Rwandan Franc', 'RWF', 0),
  (682, 'SAR', 'Saudi Riyal', 'SAR', 2), (90, 'SBD', 'Solomon Islands Dollar', 'SBD', 2),
  (690, 'SCR', 'Seychellois Rupee', 'SCR', 2), (938, 'SDG', 'Sudanese Pound', 'SDG', 2),
  (752, 'SEK', 'Swedish Krona', 'kr', 2), (702, 'SGD', 'Singapore Dollar', 'S$', 2),
  (654, 'SHP', 'St. Helena Pound', 'SHP', 2), (925, 'SLE', 'Sierra Leonean Leone', 'SLE', 2),
  (706, 'SOS', 'Somali Shilling', 'SOS', 2), (968, 'SRD', 'Surinamese Dollar', 'SRD', 2),
  (728, 'SSP', 'South Sudanese Pound', 'SSP', 2), (930, 'STN', 'São Tomé & Príncipe Dobra', 'STN', 2),
  (222, 'SVC', 'Salvadoran Colón', 'SVC', 2), (760, 'SYP', 'Syrian Pound', 'SYP', 2),
  (748, 'SZL', 'Swazi Lilangeni', 'SZL', 2), (764, 'THB', 'Thai Baht', 'THB', 2), (972, 'TJS', 'Tajikistani Somoni', 'TJS', 2),
  (934, 'TMT', 'Turkmenistani Manat', 'TMT', 2), (788, 'TND', 'Tunisian Dinar', 'TND', 3),
  (776, 'TOP', 'Tongan Paʻanga', 'TOP', 2), (949, 'TRY', 'Turkish Lira', '₺', 2),
  (780, 'TTD', 'Trinidad & Tobago Dollar', 'TTD', 2), (901, 'TWD', 'New Taiwan Dollar', 'NT$', 2),
  (834, 'TZS', 'Tanzanian Shilling', 'TZS', 2), (980, 'UAH', 'Ukrainian Hryvnia', 'UAH', 2),
  (800, 'UGX', 'Ugandan Shilling', 'UGX', 0), (840, 'USD', 'US Dollar', '$', 2), (858, 'UYU', 'Uruguayan Peso', 'UYU', 2),
  (860, 'UZS', 'Uzbekistani Som', 'UZS', 2), (926, 'VED', 'Bolívar Soberano', 'VED', 2),
  (928, 'VES', 'Venezuelan Bolívar', 'VES', 2), (704, 'VND', 'Vietnamese Dong', '₫', 0),
  (548, 'VUV', 'Vanuatu Vatu', 'VUV', 0), (882, 'WST', 'Samoan Tala', 'WST', 2),
  (950, 'XAF', 'Central African CFA Franc', 'FCFA', 0), (951, 'XCD', 'East Caribbean Dollar', 'EC$', 2),
  (532, 'XCG', 'Caribbean guilder', 'Cg.', 2), (952, 'XOF', 'West African CFA Franc', 'F CFA', 0),
  (953, 'XPF', 'CFP Franc', 'CFPF', 0), (886, 'YER', 'Yemeni Rial', 'YER', 2), (710, 'ZAR', 'South African Rand', 'R', 2),
  (967, 'ZMW', 'Zambian Kwacha', 'ZMW', 2), (924, 'ZWG', 'Zimbabwean Gold', 'ZWG', 2);

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
  -- The days of documents are days of this zone (decision 113). Null until it is set, or taken from the first administrator.
  time_zone text,
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
  suspension_reason text check (suspension_reason is null or suspended_at is not null),
  -- The operator has begun to delete it, piece by piece (decision 160). It is not resumed any more.
  deletion_began_at timestamptz check (deletion_began_at is null or suspended_at is not null),
  -- Made to try everything in, and emptied and filled again (decision 147). Its name says so wherever it stands.
  is_sandbox boolean not null default false check (not is_sandbox or name like '%(Sandbox)')
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

-- The ids that other systems have for records of any column (decision 135). Here, because every column with such records reads it
-- and what a record is differs in each: the columns of the records see to it that the record is there.
create table external_ids (
  tenant_id uuid not null default current_tenant() references tenants,
  -- Kinds are in contract/src/external-ids.ts.
  kind text not null,
  record_id uuid not null,
  system text not null,
  external_id text not null,
  -- Whose users or key gave it: only who reaches this account changes it. Null for what the operator gave.
  account_id uuid default nullif(current_setting('app.reach', true), '')::uuid,
  primary key (tenant_id, record_id, system),
  -- Once in the tenant for each kind and system; also the filter of the lists, with or without the system.
  constraint external_ids_once unique (tenant_id, kind, external_id, system)
);
call protect('external_ids');

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

-- Who needs a second factor (rules P33). Without a row: nobody.
create table sign_in_rules (
  tenant_id uuid not null default current_tenant() references tenants,
  required_for text not null check (required_for in ('nobody', 'everybody', 'roles')),
  -- With 'roles': who has one of these. A role that is deleted leaves the list.
  role_ids int[] not null default '{}',
  -- A day of the tenant's time zone: from then on people are told, and `grace_days` later they cannot go on without.
  required_from date,
  grace_days int not null check (grace_days between 0 and 90),
  primary key (tenant_id),
  check (required_for = 'nobody' or required_from is not null)
);
call protect('sign_in_rules');
call allow('sign_in_rules', 'select, insert, update');

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
    time_zone = coalesce(c.time_zone, t.time_zone),
    protection_days = coalesce(c.protection_days, t.protection_days),
    stock_hold_days = coalesce(c.stock_hold_days, t.stock_hold_days),
    certificate_reminder_days = coalesce(c.certificate_reminder_days, t.certificate_reminder_days),
    license_reminder_days = coalesce(c.license_reminder_days, t.license_reminder_days)
  from jsonb_to_record(change) as c (
    name text, theme jsonb, excluded_menu_entries text[], external_links jsonb, mail_sender text, logo_url text, time_zone text,
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

-- Inserts a tenant with its host names, groups, subscriptions and roles; false when there is no such currency. With the rights of
-- whoever calls it: the owner's for a command, those of `open_tenant` for an operator at a screen.
create or replace function seed_tenant(draft jsonb) returns boolean language plpgsql as $$
declare
  id constant uuid := (draft ->> 'tenantId')::uuid;
begin
  insert into tenants (tenant_id, code, name, currency_id, theme, external_links, excluded_menu_entries, time_zone, is_sandbox)
  select id, d.code, d.name, c.currency_id, d.theme, d."externalLinks", d."excludedMenuEntries", d."timeZone", d."isSandbox"
  from jsonb_to_record(draft) as d (
    code text, name text, "currencyCode" text, theme jsonb, "externalLinks" jsonb, "excludedMenuEntries" text[], "timeZone" text,
    "isSandbox" boolean)
  join currencies c on c.code = upper(d."currencyCode");
  if not found then return false; end if;
  insert into tenant_hosts (host, tenant_id, proved_at)
  select host, id, clock() from jsonb_array_elements_text(draft -> 'hosts') as host;
  insert into account_groups (tenant_id, group_id, name, level)
  select id, g."groupId", g.name, g.level
  from jsonb_to_recordset(draft -> 'groups') as g ("groupId" int, name text, level int);
  insert into subscriptions (tenant_id, subscription_id, name)
  select id, n, name from jsonb_array_elements_text(draft -> 'subscriptions') with ordinality as s (name, n);
  insert into roles (tenant_id, role_id, name, is_super_admin, permissions, purpose)
  select id, r."roleId", r.name, r."isSuperAdmin", r.permissions, r.purpose
  from jsonb_to_recordset(draft -> 'roles') as r ("roleId" int, name text, "isSuperAdmin" boolean, permissions jsonb, purpose text);
  return true;
end $$;

-- A sandbox never becomes a real tenant, nor a real one a sandbox, whoever asks.
create or replace function refuse_sandbox_change() returns trigger language plpgsql as $$
begin
  raise exception 'a tenant is a sandbox, or none, from its beginning to its end' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger keeps_its_kind before update of is_sandbox on tenants for each row
  when (old.is_sandbox is distinct from new.is_sandbox) execute function refuse_sandbox_change();

-- A real tenant goes only after it was suspended for thirty days, whoever asks; and what has begun to go does not come back (rules G32).
create or replace function refuse_tenant_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a tenant is deleted after it was suspended for thirty days' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger stays before delete on tenants for each row
  when (not old.is_sandbox and coalesce(old.suspended_at > now() - interval '30 days', true))
  execute function refuse_tenant_deletion();
create or replace trigger does_not_go_yet before update of deletion_began_at on tenants for each row
  when (new.deletion_began_at is not null and not old.is_sandbox and coalesce(old.suspended_at > now() - interval '30 days', true))
  execute function refuse_tenant_deletion();

create or replace function refuse_tenant_return() returns trigger language plpgsql as $$
begin
  raise exception 'the deletion of this tenant has begun' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger does_not_come_back before update on tenants for each row
  when (old.deletion_began_at is not null and (old.deletion_began_at, old.suspended_at) is distinct from (new.deletion_began_at, new.suspended_at))
  execute function refuse_tenant_return();

-- Tenants that were deleted: all that stays of them, for the operator alone. Not bound to the row of the tenant, which is gone.
create table deleted_tenants (
  deleted_id uuid primary key,
  code citext not null,
  name text not null,
  is_sandbox boolean not null,
  suspended_at timestamptz not null,
  suspension_reason text,
  deletion_began_at timestamptz not null,
  deleted_at timestamptz not null default machine_clock()
);

-- Maintenance that the operator has begun: of a tenant, or with no tenant of the whole installation (rules G47). Processes keep it in
-- memory and hear of every change, whoever makes it. Only the owner writes it.
create table maintenances (
  tenant_id uuid unique nulls not distinct references tenants on delete cascade,
  began_at timestamptz not null default machine_clock(),
  -- When it is expected to be over. It ends only when the operator says so.
  until timestamptz,
  message text check (length(message) between 1 and 255)
);
call allow('maintenances', 'select');

create or replace function tell_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('trellis_maintenance', '');
  return null;
end $$;
create or replace trigger tell_maintenance after insert or update or delete or truncate on maintenances
  for each statement execute function tell_maintenance();

-- Whether a tenant's scheduled jobs and mails wait: it is suspended (rules G22), or it or the installation is in maintenance (rules G49).
create or replace function tenant_rests(id uuid) returns boolean language sql stable as $$
  select exists (select from tenants t where t.tenant_id = id and t.suspended_at is not null)
    or exists (select from maintenances m where m.tenant_id is null or m.tenant_id = id)
$$;

-- Sandboxes whose business time is ahead of the machine's, and by how much (decision 158). The statement that sets the tenant of a
-- transaction reads it before there is one, so it is not bound to a tenant; it is written by `move_clock` alone.
create table moved_clocks (
  tenant_id uuid primary key,
  ahead interval not null check (ahead > interval '0')
);
call allow('moved_clocks', 'select');

-- Tenants that were here and live in another primary now (decision 179). Their row of `tenants` is gone from here; other rows may still be
-- there until the move has deleted them. The statement that sets the tenant of a transaction reads it, so it is not bound to a tenant; it is
-- written by `portal tenant move` alone.
create table moved_tenants (
  moved_id uuid primary key,
  -- Name of that primary.
  moved_to text not null,
  moved_at timestamptz not null default machine_clock(),
  -- While it is arriving here (`moved_to` is this primary): which one it comes from. Its row of `tenants` may be here before it lives here.
  coming_from text
);
call allow('moved_tenants', 'select');

-- Key of the advisory lock that every transaction of a tenant shares, and that its move takes alone for a moment.
create or replace function tenant_gate(tenant uuid) returns bigint language sql immutable parallel safe as
$$ select hashtextextended(tenant::text, 179) $$;

-- Each transaction of a tenant begins with it: it waits while the tenant is being switched to another primary, and is refused with TR001
-- once it lives there, before it has read or written anything. Volatile, so that it sees what was committed while it waited.
create or replace function enter_tenant(tenant uuid) returns void language plpgsql strict as $$
begin
  perform pg_advisory_xact_lock_shared(tenant_gate(tenant));
  if exists (select from moved_tenants m where m.moved_id = tenant) then
    raise exception 'the tenant lives in another primary' using errcode = 'TR001';
  end if;
end $$;

-- Whether a tenant lives here ('here'), or has lived here or is arriving ('moved'); null for one that this primary does not know.
create or replace function residence_of(tenant uuid) returns text language sql stable as $$
  select case when exists (select from moved_tenants m where m.moved_id = tenant) then 'moved'
              when exists (select from tenants t where t.tenant_id = tenant) then 'here' end
$$;

-- Moves the business time of the current tenant, a sandbox, forward (decision 158). As the owner, because the application only reads
-- how far clocks are moved. False where there is nothing to move: in a real tenant, and back.
create or replace function move_clock(forward_to timestamptz) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into moved_clocks as m (tenant_id, ahead)
  select t.tenant_id, make_interval(secs => extract(epoch from forward_to - machine_clock())::float8)
  from tenants t where t.tenant_id = current_tenant() and t.is_sandbox and forward_to > clock()
  on conflict (tenant_id) do update set ahead = excluded.ahead where excluded.ahead > m.ahead;
  return found;
end $$;
revoke execute on function move_clock from public;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_tenant(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, tenants.name from tenants where tenant_id = current_tenant() and tenants.tenant_id = id $$;

create or replace function audited_role(id bigint) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, roles.name from roles where tenant_id = current_tenant() and role_id = id $$;

create or replace function audited_group(id bigint) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, account_groups.name from account_groups where tenant_id = current_tenant() and group_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_tenant(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(t)),
    (select jsonb_agg(jsonb_build_array(h.host, h.proved_at) order by h.host) from tenant_hosts h where h.tenant_id = t.tenant_id),
    (select l.hash from tenant_logos l where l.tenant_id = t.tenant_id))::text
  from tenants t where t.tenant_id = current_tenant() and t.tenant_id = id
$$;

create or replace function state_of_sign_in() returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(s))::text from sign_in_rules s where s.tenant_id = current_tenant()
$$;

create or replace function state_of_role(id bigint) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(r))::text from roles r where r.tenant_id = current_tenant() and r.role_id = id
$$;

create or replace function state_of_group(id bigint) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(g))::text from account_groups g where g.tenant_id = current_tenant() and g.group_id = id
$$;

-- The external ids of a record by the name of the system. A function, because most statements meet few (decision 084).
create or replace function external_ids_of(id uuid) returns json language plpgsql stable parallel safe as $$
begin
  return (
    select coalesce(json_object_agg(e.system, e.external_id order by e.system collate "C"), '{}')
    from external_ids e where e.tenant_id = current_tenant() and e.record_id = id);
end $$;

-- The same as files have it (`externalIdsText` of the contract); null when there are none.
create or replace function external_ids_text(id uuid) returns text language plpgsql stable parallel safe as $$
begin
  return (
    select string_agg(e.system || ':' || e.external_id, '|' order by e.system collate "C")
    from external_ids e where e.tenant_id = current_tenant() and e.record_id = id);
end $$;

-- The pairs of such a text.
create or replace function external_ids_in(given text) returns table (system text, external_id text) language sql immutable parallel safe as $$
  select split_part(p, ':', 1), substr(p, strpos(p, ':') + 1) from string_to_table(given, '|') p
$$;

-- Whether a record lacks one of the ids of a text.
create or replace function lacks_external_ids(id uuid, given text) returns boolean language sql stable parallel safe as $$
  select exists (
    select system, external_id from external_ids_in(given)
    except select e.system, e.external_id from external_ids e where e.tenant_id = current_tenant() and e.record_id = id)
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- The list of tenants and how each looks; which menu entries and links it has is its own.
create or replace view offered.tenants with (security_invoker = true) as
  select tenant_id, code, name, currency_id, logo_url, theme, mail_sender, coalesce(time_zone, 'UTC') as time_zone, created_at,
         suspended_at, mail_sender_proved_at, is_sandbox, deletion_began_at
  from tenants;

-- The menu entries whose screens the reader's tenant has closed, and where those lead that open other web sites.
create or replace view offered.tenant_menus with (security_invoker = true) as
  select tenant_id, excluded_menu_entries, external_links from tenants where tenant_id = (select current_tenant());

-- The defaults of business rules that a tenant sets (rules G16).
create or replace view offered.tenant_defaults with (security_invoker = true) as
  select tenant_id, protection_days, stock_hold_days, certificate_reminder_days, license_reminder_days
  from tenants;

-- Who needs a second factor: `told_from` and `enforced_from` are moments, both of them the beginning of a day of the tenant.
create or replace view offered.sign_in_rules with (security_invoker = true) as
  select r.tenant_id, r.required_for, r.role_ids,
         r.required_from::timestamp at time zone coalesce(t.time_zone, 'UTC') as told_from,
         (r.required_from + r.grace_days)::timestamp at time zone coalesce(t.time_zone, 'UTC') as enforced_from
  from sign_in_rules r join tenants t on t.tenant_id = r.tenant_id;

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
