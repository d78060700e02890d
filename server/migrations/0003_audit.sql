-- Every change of state, appended in the transaction that makes it.
create table audit_log (
  tenant_id uuid not null default current_tenant() references tenants,
  audit_id uuid not null,
  at timestamptz not null default clock(),
  user_id uuid default current_user_id(),
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text default nullif(current_setting('app.request', true), ''),
  primary key (tenant_id, audit_id)
);
create index audit_log_of_entity on audit_log (tenant_id, entity, entity_id, audit_id);
call protect('audit_log');
call append_only('audit_log');

-- What the next batch has to seal, so that the job never searches the whole log.
create table audit_unsealed (
  tenant_id uuid not null default current_tenant() references tenants,
  audit_id uuid not null,
  primary key (tenant_id, audit_id)
);
call protect('audit_unsealed');
create function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (tenant_id, audit_id) select tenant_id, audit_id from added;
  return null;
end $$;
create trigger await_seal after insert on audit_log
  referencing new table as added for each statement execute function await_seal();

-- The chain over it, sealed in batches by a job so that writers never wait for one another.
create table audit_seals (
  tenant_id uuid not null default current_tenant() references tenants,
  seq bigint not null,
  audit_id uuid not null,
  -- SHA-256 over the previous hash and the canonical text of the row.
  hash bytea not null,
  primary key (tenant_id, seq),
  unique (tenant_id, audit_id),
  foreign key (tenant_id, audit_id) references audit_log
);
call protect('audit_seals');
call append_only('audit_seals');
