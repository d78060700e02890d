-- Installations of the vendor's software at customers, to which licenses are exported.
create table environments (
  tenant_id uuid not null default current_tenant(),
  environment_id uuid not null,
  account_id uuid not null,
  customer_name text not null,
  customer_environment_id text not null,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, environment_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, account_id)
);
call protect('environments');
call findable('environments', 'environment', 'environment_id', 'environment_id', 'customer_name', 'customer_environment_id');
-- An account's environment id names one environment.
create unique index environments_key on environments (tenant_id, account_id, key_of(customer_environment_id));
-- The list of environments by date.
create index environments_by_creation on environments (tenant_id, created_at, environment_id);
-- The list of environments by customer (decision 087).
create index environments_sorted_by_customer on environments (tenant_id, customer_name collate "und-x-icu", environment_id);
-- The list of environments by their id at the customer (decision 087).
create index environments_sorted_by_id on environments (tenant_id, customer_environment_id, environment_id);

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_environment(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select environments.account_id, customer_name from environments where tenant_id = current_tenant() and environment_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_environment(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(e))::text from environments e where e.tenant_id = current_tenant() and e.environment_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.environments with (security_invoker = true) as
  select tenant_id, environment_id, account_id, customer_name, customer_environment_id
  from environments;
