create table users (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  account_id uuid not null,
  email citext not null,
  first_name text not null,
  last_name text not null,
  time_zone text not null default 'UTC',
  language_code text not null default 'en',
  status text not null check (status in ('user_pending', 'user_active', 'user_suspended')),
  -- argon2id; null until the invitation is accepted.
  password_hash text,
  is_notification_enabled boolean not null default true,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, account_id) references accounts
);
create unique index users_by_email on users (tenant_id, email) where deleted_at is null;
create index users_of_account on users (tenant_id, account_id);
call protect('users');

create table user_roles (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  role_id int not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, role_id) references roles
);
create index user_roles_by_role on user_roles (tenant_id, role_id);
call protect('user_roles');

-- One sign-in: a family of refresh tokens.
create table sessions (
  tenant_id uuid not null default current_tenant() references tenants,
  session_id uuid not null,
  user_id uuid not null,
  device_unique_id text,
  app_platform text,
  user_agent text,
  created_at timestamptz not null default clock(),
  last_used_at timestamptz not null default clock(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_id) references users
);
create index sessions_of_user on sessions (tenant_id, user_id) where ended_at is null;
create index sessions_by_expiry on sessions (tenant_id, expires_at);
call protect('sessions');

-- Only hashes are kept. A successor is derived from the token it replaces and the installation's secret, so that two
-- tabs racing within the grace period get the same one.
create table refresh_tokens (
  tenant_id uuid not null default current_tenant() references tenants,
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamptz not null default clock(),
  rotated_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index refresh_tokens_of_session on refresh_tokens (tenant_id, session_id);
call protect('refresh_tokens');

-- Tokens that work once: invitations, password resets, second-factor challenges.
create table one_time_tokens (
  tenant_id uuid not null default current_tenant() references tenants,
  token_hash bytea not null,
  kind text not null check (kind in ('invitation', 'password_reset', 'mfa_sign_in', 'mfa_setup')),
  user_id uuid not null,
  details jsonb not null default '{}',
  tries int not null default 0,
  created_at timestamptz not null default clock(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users
);
create index one_time_tokens_of_user on one_time_tokens (tenant_id, user_id, kind);
create index one_time_tokens_by_expiry on one_time_tokens (tenant_id, expires_at);
call protect('one_time_tokens');

-- What a creating call answered, so that a retry gets the same answer and leaves no second effect.
create table idempotency_keys (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status int,
  answer text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
call protect('idempotency_keys');
