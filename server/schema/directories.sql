-- A directory of people with which a tenant is connected by OpenID Connect (rules P40 to P45, decision 144).
create table directory_connections (
  tenant_id uuid not null default current_tenant() references tenants,
  connection_id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed with the key of the installation.
  secret_sealed bytea not null,
  secret_last_four text not null,
  is_enabled boolean not null,
  is_shown boolean not null,
  creates_users boolean not null,
  vouches_for_addresses boolean not null,
  ends_session boolean not null,
  roles_claim text,
  -- [{ value, roleId }]. A role that is deleted gives nothing any more.
  role_mappings jsonb not null default '[]',
  default_role_ids int[] not null default '{}',
  account_claim text,
  account_system text,
  default_account_id uuid,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, default_account_id) references accounts
);
call protect('directory_connections');
call allow('directory_connections', 'select, insert, update, delete');
-- The check of the foreign key.
create index directory_connections_of_account on directory_connections (tenant_id, default_account_id);

-- Domains of e-mail addresses for which a connection stands, each once in a tenant.
create table directory_domains (
  tenant_id uuid not null default current_tenant() references tenants,
  domain citext not null,
  connection_id uuid not null,
  -- Its people sign in by nothing else, once it is proved.
  is_only boolean not null,
  proved_at timestamptz,
  primary key (tenant_id, domain),
  foreign key (tenant_id, connection_id) references directory_connections on delete cascade
);
call protect('directory_domains');
call allow('directory_domains', 'select, insert, update, delete');
-- The domains of a connection; the check of the foreign key.
create index directory_domains_of_connection on directory_domains (tenant_id, connection_id);

-- Who a person of a directory is here. The key is what the issuer calls the person, never an address, which can pass to somebody else.
create table directory_people (
  tenant_id uuid not null default current_tenant() references tenants,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references users
);
call protect('directory_people');
call allow('directory_people', 'select, insert, update, delete');
-- The people of a user; the check of the foreign key.
create index directory_people_of_user on directory_people (tenant_id, user_id);

-- Users as the directory of an account provisions them by SCIM (rules P50 to P55, decision 149). What it calls them belongs to the
-- account of its key, so that a new key knows the same people.
create table directory_provisions (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  user_id uuid not null,
  -- `externalId`, as the directory spells it.
  external_id text,
  -- The directory made the user; otherwise it found somebody who was there.
  is_made boolean not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, account_id, user_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, user_id) references users
);
call protect('directory_provisions');
call allow('directory_provisions', 'select, insert, update, delete');
-- A directory looks people up by its own id, which names one of them.
create unique index directory_provisions_by_external_id on directory_provisions (tenant_id, account_id, external_id)
  where external_id is not null;
-- Whether a directory made a user; the check of the foreign key.
create index directory_provisions_of_user on directory_provisions (tenant_id, user_id);

-- A sign-in that was begun: at the directory, or waiting for a proof. Each ends once, within minutes.
create table directory_attempts (
  tenant_id uuid not null default current_tenant() references tenants,
  -- SHA-256 of the state, or of the token of a proof, which only the browser has. Nonce and code verifier follow from it.
  token_hash bytea not null,
  kind text not null check (kind in ('sign_in', 'test', 'proof')),
  connection_id uuid not null,
  -- SHA-256 of the cookie of the browser in which it was begun.
  browser_hash bytea not null,
  redirect_uri text,
  -- Who tests, or who has to prove who they are.
  user_id uuid,
  -- Of a proof: the person of the directory, and the roles by their claims; null where roles stay as they are.
  subject text,
  role_ids int[],
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, connection_id) references directory_connections on delete cascade,
  foreign key (tenant_id, user_id) references users,
  check ((kind = 'sign_in') = (user_id is null)),
  check ((kind = 'proof') = (subject is not null))
);
call protect('directory_attempts');
call allow('directory_attempts', 'select, insert, delete');
-- Each new one removes some that are over.
create index directory_attempts_by_expiry on directory_attempts (tenant_id, expires_at);
-- The checks of the foreign keys.
create index directory_attempts_of_connection on directory_attempts (tenant_id, connection_id);
create index directory_attempts_of_user on directory_attempts (tenant_id, user_id);

-- For the audit log: a connection belongs to the whole tenant.
create or replace function audited_connection(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select null::uuid, c.name from directory_connections c where c.tenant_id = current_tenant() and c.connection_id = id $$;

-- For the seals of the audit log: what a connection is (decision 114).
create or replace function state_of_connection(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(to_jsonb(c) - 'secret_sealed',
    (select jsonb_agg(to_jsonb(d) order by d.domain) from directory_domains d
     where d.tenant_id = c.tenant_id and d.connection_id = c.connection_id))::text
  from directory_connections c where c.tenant_id = current_tenant() and c.connection_id = id
$$;
