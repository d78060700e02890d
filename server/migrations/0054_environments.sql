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
create unique index environments_key on environments (tenant_id, account_id, key_of(customer_environment_id));
create index environments_by_creation on environments (tenant_id, created_at, environment_id);

-- Lists the licenses of an environment, and serves the check of the foreign key.
create index licenses_of_environment on licenses (tenant_id, export_environment_id)
  where export_environment_id is not null;
alter table licenses add constraint licenses_export_environment
  foreign key (tenant_id, export_environment_id) references environments not valid;
alter table licenses validate constraint licenses_export_environment;
