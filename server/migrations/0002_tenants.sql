-- Currencies by their ISO 4217 number.
create table currencies (
  currency_id int primary key,
  code text not null unique,
  name text not null,
  symbol text not null,
  minor_units smallint not null
);
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

-- The branded portals of this installation. Not a tenant's data but the list of tenants: read before a tenant is known.
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
  created_at timestamptz not null default clock()
);
create table tenant_hosts (
  host citext primary key,
  tenant_id uuid not null references tenants
);

create table account_groups (
  tenant_id uuid not null default current_tenant() references tenants,
  group_id int not null,
  name text not null,
  level int not null,
  primary key (tenant_id, group_id),
  unique (tenant_id, name)
);
call protect('account_groups');

create table subscriptions (
  tenant_id uuid not null default current_tenant() references tenants,
  subscription_id int not null,
  name text not null,
  primary key (tenant_id, subscription_id),
  unique (tenant_id, name)
);
call protect('subscriptions');

create table roles (
  tenant_id uuid not null default current_tenant() references tenants,
  role_id int not null,
  name text not null,
  is_super_admin boolean not null default false,
  -- [{ "module": "Orders", "flags": "c-r-u" }]
  permissions jsonb not null,
  primary key (tenant_id, role_id),
  unique (tenant_id, name)
);
call protect('roles');
