-- Partner companies. The vendor is the root, below which every other one lies.
create table accounts (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  code text not null,
  name text not null,
  code_folded text not null generated always as (fold(code)) stored,
  name_folded text not null generated always as (fold(name)) stored,
  notification_email text,
  -- The most that the account may owe its vendors, in the currency of its effective price list; null: no limit (rules O24).
  credit_limit numeric(19,4) check (credit_limit >= 0),
  -- Within how many days it pays; null: nothing of it is ever overdue.
  payment_terms_days int check (payment_terms_days between 0 and 365),
  group_id int not null,
  -- Null for the root, the vendor.
  parent_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, group_id) references account_groups,
  constraint accounts_code_trimmed check (code = trimmed(code)),
  foreign key (tenant_id, parent_id) references accounts
);
call protect('accounts');
call allow('accounts', 'select, insert, update');
call findable('accounts', 'account', 'account_id', 'account_id', 'name', 'code');
-- Records show the name of an account to everybody who may read them, and its code not.
call findable('accounts', 'accountName', 'account_id', 'account_id', 'name');
-- A tenant has one vendor.
create unique index accounts_one_root on accounts (tenant_id) where parent_id is null;
-- The accounts directly below one: the tree of the network, and the check of the foreign key.
create index accounts_of_parent on accounts (tenant_id, parent_id);
-- Filters by a name, and the import, which finds accounts by it.
create index accounts_by_name on accounts (tenant_id, name_folded);
-- Sorting orders and licenses by a party's name walks through the accounts in this order, and through each one's orders or licenses.
create index accounts_in_order on accounts (tenant_id, name collate "und-x-icu");
-- A code names one account, trimmed and without regard to case. The import and every form find accounts by it.
create unique index accounts_tenant_id_code_key on accounts (tenant_id, key_of(code));
-- The list of accounts by name (decision 087).
create index accounts_sorted_by_name on accounts (tenant_id, name collate "und-x-icu", account_id) where deleted_at is null;
-- The list of accounts by date (decision 087).
create index accounts_sorted_by_creation on accounts (tenant_id, created_at, account_id) where deleted_at is null;
-- The list of accounts by group (decision 087), and the check of the foreign key.
create index accounts_of_group on accounts (tenant_id, group_id, account_id) where deleted_at is null;
-- The list of deleted accounts (decision 087).
create index accounts_deleted on accounts (tenant_id, account_id) where deleted_at is not null;

create table addresses (
  tenant_id uuid not null default current_tenant() references tenants,
  address_id uuid not null,
  account_id uuid not null,
  legal_name text not null default '',
  vat_id text not null default '',
  street text not null default '',
  city text not null default '',
  locality text,
  region text,
  postal_code text not null default '',
  country_code text not null default '',
  coordinates text,
  created_at timestamptz not null default clock(),
  -- What a search for anything compares of an address.
  searched_folded text not null generated always as (fold(vat_id || ' ' || legal_name || ' ' || city)) stored,
  primary key (tenant_id, address_id),
  foreign key (tenant_id, account_id) references accounts
);
call protect('addresses');
call allow('addresses', 'select, insert, update');
call findable('addresses', 'account', 'address_id', 'account_id', 'legal_name', 'vat_id');
-- The list of accounts is searched by cities too; as texts of accounts they would hide others from ⌘K, which reads a thousand.
call findable('addresses', 'city', 'address_id', 'account_id', 'city');
-- The addresses of an account, the first one first.
create index addresses_of_account on addresses (tenant_id, account_id, created_at);

-- Who lies below whom, at which distance; each account is its own descendant at distance 0.
-- Kept by the transaction that creates or moves an account.
create table account_tree (
  tenant_id uuid not null default current_tenant() references tenants,
  ancestor_id uuid not null,
  descendant_id uuid not null,
  depth int not null,
  primary key (tenant_id, ancestor_id, descendant_id),
  foreign key (tenant_id, ancestor_id) references accounts,
  foreign key (tenant_id, descendant_id) references accounts
);
call protect('account_tree');
-- The accounts above one, nearest first: reach, prices and vendors of an account.
create index account_tree_upwards on account_tree (tenant_id, descendant_id, depth) include (ancestor_id);

-- The accounts that the caller may reach: the subtree of app.reach, which is the caller's own account or, for reading
-- with `ra` on the module, the tenant's root. This is the only definition of reach.
create or replace function reachable_accounts() returns table (account_id uuid) language sql stable parallel safe
  as $$
    select t.descendant_id from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and t.ancestor_id = (select nullif(current_setting('app.reach', true), '')::uuid)
  $$;

-- Whether the caller may reach an account. Where it is asked in a part of a statement that seldom runs: `reachable_accounts()`
-- written there would be opened with the statement, and `in` would collect the whole subtree (decision 084).
create or replace function is_reached(account uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from reachable_accounts() r where r.account_id = account);
end $$;

-- Two further questions about the tree. Neither checks the caller's reach: the caller has checked that the argument is
-- in reach, or it is its own account. `depth` is the distance; the account itself is included with 0. PostgreSQL
-- inlines both functions only if no argument is a subquery.

-- The account and everything below it.
create or replace function accounts_at_or_below(account uuid) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select t.descendant_id, t.depth from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.ancestor_id = account
  $$;

-- The account and everything above it. `exists (select from accounts_at_or_above(x) a where a.account_id = y)` asks whether
-- x is y or lies below it.
create or replace function accounts_at_or_above(account uuid) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select t.ancestor_id, t.depth from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.descendant_id = account
  $$;

-- The accounts, not deleted, for which the users of this account are responsible: itself and those directly below it. For
-- accounts further down the ones between are responsible (rules Y2).
create or replace function accounts_in_care(account uuid) returns table (account_id uuid) language sql stable parallel safe rows 20
  as $$
    select a.account_id from accounts a
    where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.deleted_at is null
      and (a.account_id = account or a.parent_id = account)
  $$;

-- The key of the lock on a tenant's account tree. Moving a branch takes the lock exclusively; new accounts, orders and
-- licenses take it shared until their transaction ends, because they write rows for every account above. After waiting
-- they read the moved tree, because each statement in these functions has a new snapshot.
create or replace function tree_lock() returns bigint language sql stable parallel safe
  return hashtextextended('tree:' || current_tenant()::text, 0);

create or replace function hold_tree() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(tree_lock());
  return null;
end $$;

create or replace trigger hold_tree before insert on accounts for each statement execute function hold_tree();

-- The certificates that an account validly shows, as JSON, by name.
create or replace function account_badges(account uuid) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('name', b.name, 'category', b.category, 'badgeColor', b.badge_color)
      order by b.name collate "und-x-icu", b.certificate_id), '[]')
    from (
      select distinct c.certificate_id, c.name, c.category, c.badge_color
      from offered.certificate_badges c
      left join offered.users u on u.tenant_id = c.tenant_id and u.user_id = c.user_id
      where c.tenant_id = (select current_tenant()) and c.account_id = account and u.deleted_at is null
    ) b);
end $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_account(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select accounts.account_id, accounts.name from accounts where tenant_id = current_tenant() and account_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_account(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(a) - array['code_folded', 'name_folded']),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - 'searched_folded') order by d.address_id) from addresses d
     where d.tenant_id = a.tenant_id and d.account_id = a.account_id))::text
  from accounts a where a.tenant_id = current_tenant() and a.account_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Partner companies, deleted ones too.
create or replace view offered.accounts with (security_invoker = true) as
  select tenant_id, account_id, code, name, name_folded, notification_email, group_id, parent_id, created_at,
    created_by, deleted_at, credit_limit, payment_terms_days
  from accounts;

-- Each account with every account above it and itself (depth 0).
create or replace view offered.account_tree with (security_invoker = true) as
  select tenant_id, ancestor_id, descendant_id, depth
  from account_tree;

-- Legal names and places.
create or replace view offered.addresses with (security_invoker = true) as
  select tenant_id, address_id, account_id, legal_name, vat_id, street, city, locality, region, postal_code,
    country_code, created_at, coordinates
  from addresses;
