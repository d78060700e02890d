-- Second factors that a user has enabled. 1: e-mail code, 3: authenticator app.
create table second_factors (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  provider_type smallint not null check (provider_type in (1, 3)),
  -- The authenticator's secret, sealed with the installation's key.
  secret_sealed bytea,
  -- The last time step that was accepted: a step is good once, and only forward.
  last_step bigint not null default 0,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, user_id, provider_type),
  foreign key (tenant_id, user_id) references users,
  check ((provider_type = 3) = (secret_sealed is not null))
);
call protect('second_factors');

-- Ten codes for the day when no other factor is at hand; each signs in once.
create table backup_codes (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  number smallint not null,
  code_sealed bytea not null,
  -- Keyed, so that a stolen table cannot be searched for codes.
  code_hash bytea not null,
  consumed_at timestamptz,
  primary key (tenant_id, user_id, number),
  unique (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users
);
call protect('backup_codes');

-- Mails on their way. What a mail says (it may hold a link that signs somebody in) is sealed, and gone from here once it
-- was sent in production.
create table mails (
  tenant_id uuid not null default current_tenant() references tenants,
  mail_id uuid not null,
  kind text not null,
  recipient text not null,
  recipient_name text not null default '',
  language_code text not null,
  -- Null once it is no longer needed.
  content_sealed bytea,
  -- The same at every try, so that a receiver can tell a repetition.
  message_id text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  tries int not null default 0,
  last_error text,
  created_at timestamptz not null default clock(),
  sent_at timestamptz,
  primary key (tenant_id, mail_id),
  unique (tenant_id, message_id)
);
create index mails_by_age on mails (tenant_id, created_at desc);
call protect('mails');
