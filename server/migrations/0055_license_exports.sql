-- The signed document of each exported license. A later one replaces it and has a greater number.
create table license_exports (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  environment_id uuid not null,
  -- What is signed, and the compact JWS of it.
  claims jsonb not null,
  document text not null,
  number bigint not null,
  issued_at timestamptz not null default clock(),
  issued_by uuid default current_user_id(),
  primary key (tenant_id, license_id),
  foreign key (tenant_id, license_id) references licenses,
  foreign key (tenant_id, environment_id) references environments
);
call protect('license_exports');
call allow('license_exports', 'select, insert, update');
create index license_exports_of_environment on license_exports (tenant_id, environment_id);

-- "Delete all seats" removes the rows; the audit log keeps them.
call allow('license_seats', 'select, insert, update, delete');
