create table accounts (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  code text not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  notification_email text,
  group_id int not null,
  -- Null for the root, the vendor.
  parent_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, account_id),
  unique (tenant_id, code),
  foreign key (tenant_id, group_id) references account_groups,
  foreign key (tenant_id, parent_id) references accounts
);
create unique index accounts_one_root on accounts (tenant_id) where parent_id is null;
create index accounts_of_parent on accounts (tenant_id, parent_id);
create index accounts_by_name on accounts (tenant_id, name_folded);
call protect('accounts');

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
  primary key (tenant_id, address_id),
  foreign key (tenant_id, account_id) references accounts
);
create index addresses_of_account on addresses (tenant_id, account_id, created_at);
call protect('addresses');

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
create index account_tree_upwards on account_tree (tenant_id, descendant_id, depth) include (ancestor_id);
call protect('account_tree');

-- The accounts that the caller may touch: the sub-tree of app.reach, which is the caller's own account or, for reading
-- with `ra` on the module, the tenant's root. The only place that says so.
create function reachable_accounts() returns table (account_id uuid) language sql stable parallel safe
  as $$
    select t.descendant_id from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and t.ancestor_id = (select nullif(current_setting('app.reach', true), '')::uuid)
  $$;
