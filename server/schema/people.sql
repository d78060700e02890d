-- People. Each belongs to one account. An API key acts as a service user, which is nobody's: as a deleted user it can do
-- nothing that a person does, and what it did keeps its name (decision 125).
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
  is_service boolean not null default false,
  -- The user as whom the person signs in who acts for this account too; null: signs in as this one (rules P63, decision 152).
  sign_in_user_id uuid,
  -- False: was asked to act for this account and has not agreed yet; nobody else can agree (rules P64).
  has_agreed boolean not null default true,
  -- A search compares a part of a name or address with every user; folding each at each search took nearly all of its time.
  first_name_folded text not null generated always as (fold(first_name)) stored,
  last_name_folded text not null generated always as (fold(last_name)) stored,
  email_folded text not null generated always as (fold(email::text)) stored,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, sign_in_user_id) references users,
  check (sign_in_user_id is null or password_hash is null),
  check (has_agreed or sign_in_user_id is not null and status <> 'user_active'),
  check (not is_service or deleted_at is not null and status = 'user_suspended' and password_hash is null)
);
call protect('users');
call allow('users', 'select, insert, update');
call findable('users', 'user', 'user_id', 'user_id', 'first_name', 'last_name', 'email');
-- An address names one living user of a tenant who signs in, by whom signing in finds them, and each further account one user
-- of the same person.
create unique index users_by_email on users
  (tenant_id, email, (case when sign_in_user_id is null then tenant_id else account_id end)) where deleted_at is null;
-- The users of a person, and the check of the foreign key.
create index users_of_sign_in on users (tenant_id, sign_in_user_id) where sign_in_user_id is not null;
-- All users of an account, deleted ones too, and the check of the foreign key.
create index users_of_account on users (tenant_id, account_id);
-- The list of users by full name (decision 087).
create index users_sorted_by_name on users (tenant_id, (first_name || ' ' || last_name) collate "und-x-icu", user_id) where deleted_at is null;
-- The list of users by first name (decision 087).
create index users_sorted_by_first_name on users (tenant_id, first_name collate "und-x-icu", user_id) where deleted_at is null;
-- The list of users by last name (decision 087).
create index users_sorted_by_last_name on users (tenant_id, last_name collate "und-x-icu", user_id) where deleted_at is null;
-- The list of users by status (decision 087).
create index users_sorted_by_status on users (tenant_id, status, user_id) where deleted_at is null;
-- The list of users by date (decision 087).
create index users_sorted_by_creation on users (tenant_id, created_at, user_id) where deleted_at is null;
-- The list of users of an account and of a small branch (decision 087).
create index users_living on users (tenant_id, account_id, user_id) where deleted_at is null;

-- Who has which role.
create table user_roles (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  role_id int not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, role_id) references roles
);
call protect('user_roles');
call allow('user_roles', 'select, insert, delete');
-- Whether a role is in use; the check of the foreign key.
create index user_roles_by_role on user_roles (tenant_id, role_id);

-- Operators of the installation (rules P67): by the operator's commands only, so that nobody gives or takes it in a tenant.
create table operators (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  created_at timestamptz not null default machine_clock(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users
);
call protect('operators');
call allow('operators', 'select');

-- One sign-in: a family of refresh tokens.
create table sessions (
  tenant_id uuid not null default current_tenant() references tenants,
  session_id uuid not null,
  user_id uuid not null,
  -- As which of the users of that person they act (rules P60, P63).
  acting_user_id uuid not null,
  device_unique_id text,
  -- What a browser proves itself with as one that signed in before: a random cookie, unlike the name it gives its device,
  -- which a stranger can guess. Null for clients that hold their tokens themselves.
  device_token_hash bytea,
  app_platform text,
  user_agent text,
  -- A directory identified the person: its second factor counts, none of ours is asked for (rules P45).
  by_directory boolean not null default false,
  created_at timestamptz not null default machine_clock(),
  last_used_at timestamptz not null default machine_clock(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, acting_user_id) references users
);
call protect('sessions');
-- The open sessions of a user, which are listed and ended.
create index sessions_of_user on sessions (tenant_id, user_id) where ended_at is null;
-- Sessions in which a person acts for another account, which end with it; the check of the foreign key.
create index sessions_of_acting_user on sessions (tenant_id, acting_user_id) where acting_user_id <> user_id;
-- The sweep deletes those that are over.
create index sessions_by_expiry on sessions (tenant_id, expires_at);
-- "Has this device signed in before?" is asked before every password is looked at. It has to take as long for somebody who
-- signed in a hundred thousand times as for somebody who does not exist, or the time tells who does.
create index sessions_by_device on sessions (tenant_id, user_id, device_token_hash, device_unique_id);

-- Only hashes are kept. A successor is derived from the token it replaces, the number of its successors that were lost (decision 150)
-- and the installation's secret, so that two tabs racing within the grace period get the same one.
create table refresh_tokens (
  tenant_id uuid not null default current_tenant() references tenants,
  token_hash bytea not null,
  session_id uuid not null,
  issued_at timestamptz not null default machine_clock(),
  rotated_at timestamptz,
  lost int not null default 0,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
call protect('refresh_tokens');
-- The tokens of a session, which end with it; the check of the foreign key.
create index refresh_tokens_of_session on refresh_tokens (tenant_id, session_id);
-- The sweep: rotated tokens are forgotten once nothing could be told from them.
create index refresh_tokens_by_rotation on refresh_tokens (tenant_id, rotated_at) where rotated_at is not null;

-- Tokens that work once: invitations, password resets, second-factor challenges, changes of address.
create table one_time_tokens (
  tenant_id uuid not null default current_tenant() references tenants,
  token_hash bytea not null,
  kind text not null check (kind in ('invitation', 'password_reset', 'mfa_sign_in', 'mfa_setup', 'email_change', 'email_undo')),
  user_id uuid not null,
  details jsonb not null default '{}',
  tries int not null default 0,
  created_at timestamptz not null default machine_clock(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users
);
call protect('one_time_tokens');
-- A user's tokens of a kind: a new one replaces those before.
create index one_time_tokens_of_user on one_time_tokens (tenant_id, user_id, kind);
-- The sweep deletes those that are over.
create index one_time_tokens_by_expiry on one_time_tokens (tenant_id, expires_at);

-- With which another system calls, as the service user of the same id (rules P29 to P32).
create table api_keys (
  tenant_id uuid not null default current_tenant() references tenants,
  key_id uuid not null,
  account_id uuid not null,
  name text not null,
  -- What is shown of the key after it was made: its beginning, by which it is found, and its end.
  prefix text not null,
  last_four text not null,
  -- SHA-256 of the whole key, which is random.
  key_hash bytea not null,
  -- `scim`: only provisioning, with what its maker holds (rules P50).
  purpose text not null default 'calls' check (purpose in ('calls', 'scim')),
  permissions jsonb not null,
  -- Addresses and networks from which it is accepted; empty: from anywhere.
  addresses text[] not null default '{}',
  created_at timestamptz not null default machine_clock(),
  -- The maker, and the account for which they made it, which can be above the key's own (rules P61). The key is accepted while
  -- they may make it.
  created_by uuid not null default current_user_id(),
  made_as_account_id uuid not null default own_account(),
  expires_at timestamptz not null,
  -- Within `lastUseMinutes`.
  last_used_at timestamptz,
  -- When the maker was told that it is about to expire.
  reminded_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, key_id),
  foreign key (tenant_id, key_id) references users,
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, created_by) references users,
  foreign key (tenant_id, made_as_account_id) references accounts
);
call protect('api_keys');
call allow('api_keys', 'select, insert, update');
-- Each call finds its key by the beginning.
create unique index api_keys_by_prefix on api_keys (tenant_id, prefix);
-- The keys of an account; the check of the foreign key.
create index api_keys_of_account on api_keys (tenant_id, account_id);
-- The check of the foreign key.
create index api_keys_of_maker on api_keys (tenant_id, created_by);
-- The reminders of keys that are about to expire.
create index api_keys_by_expiry on api_keys (tenant_id, expires_at) where ended_at is null and reminded_at is null;

-- Second factors that a user has enabled. 1: e-mail code, 3: authenticator app.
create table second_factors (
  tenant_id uuid not null default current_tenant() references tenants,
  user_id uuid not null,
  provider_type smallint not null check (provider_type in (1, 3)),
  -- The authenticator's secret, sealed with the installation's key.
  secret_sealed bytea,
  -- The last time step that was accepted: a step is good once, and only forward.
  last_step bigint not null default 0,
  created_at timestamptz not null default machine_clock(),
  primary key (tenant_id, user_id, provider_type),
  foreign key (tenant_id, user_id) references users,
  check ((provider_type = 3) = (secret_sealed is not null))
);
call protect('second_factors');

-- Passkeys of users (WebAuthn). Each works at the host name where it was made (decision 141).
create table passkeys (
  tenant_id uuid not null default current_tenant() references tenants,
  passkey_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- The host name, WebAuthn's RP ID.
  host text not null,
  credential_id bytea not null,
  -- COSE.
  public_key bytea not null,
  -- Of signatures, by the authenticator; 0 for those that do not count. One that goes back is refused.
  signatures bigint not null,
  -- How a browser reaches the authenticator, as it said.
  transports text[] not null,
  created_at timestamptz not null default machine_clock(),
  last_used_at timestamptz,
  primary key (tenant_id, passkey_id),
  foreign key (tenant_id, user_id) references users
);
call protect('passkeys');
-- A sign-in names the passkey that it was made with.
create unique index passkeys_by_credential on passkeys (tenant_id, credential_id);
-- The passkeys of a user; the check of the foreign key.
create index passkeys_of_user on passkeys (tenant_id, user_id);

-- Challenges of WebAuthn that were answered, until they expire: each is good once. Others are not kept, as they are signed.
create table passkey_answers (
  tenant_id uuid not null default current_tenant() references tenants,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, challenge_hash)
);
call protect('passkey_answers');
call allow('passkey_answers', 'select, insert, delete');
-- The sweep deletes those that are over.
create index passkey_answers_by_expiry on passkey_answers (tenant_id, expires_at);

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

-- A user of the vendor looks at the portal as a user of a partner does, read only, for a limited time (rules P27, P28).
create table user_views (
  tenant_id uuid not null default current_tenant() references tenants,
  view_id uuid not null,
  -- The sign-in of the user who looks. Its other sessions do not look.
  session_id uuid not null,
  -- Whose portal is looked at.
  user_id uuid not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, view_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade,
  foreign key (tenant_id, user_id) references users
);
call protect('user_views');
-- A session looks as a user once at a time.
create unique index user_views_open on user_views (tenant_id, session_id, user_id) where ended_at is null;
-- Who looks or looked as a user; the check of the foreign key.
create index user_views_of_user on user_views (tenant_id, user_id);

-- Views of lists that a person has saved under a name (rules H2 to H4).
create table list_views (
  tenant_id uuid not null default current_tenant(),
  view_id uuid not null,
  user_id uuid not null,
  -- The name of the call that searches the list.
  list text not null,
  name text not null,
  -- The state of the list as in the address of its screen.
  search text not null,
  is_default boolean not null,
  created_at timestamptz not null default machine_clock(),
  primary key (tenant_id, view_id),
  foreign key (tenant_id, user_id) references users
);
call protect('list_views');
-- A name is given once in a list.
create unique index list_views_name on list_views (tenant_id, user_id, list, key_of(name));
-- A list opens with one view.
create unique index list_views_default on list_views (tenant_id, user_id, list) where is_default;

-- The columns that a person has chosen for a list (rules H2 to H4).
create table list_columns (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  list text not null,
  -- Column → whether it is shown, for those that differ from the screen's own choice.
  shown jsonb not null,
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, user_id) references users
);
call protect('list_columns');

-- What a person wants of the first steps of their account (rules Y5). No row: they are shown while the account is young.
create table first_steps (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  -- Steps that are not to be asked for again.
  skipped text[] not null,
  -- Put away; false: called back, so that they are shown at any age of the account.
  is_dismissed boolean not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users
);
call protect('first_steps');

-- Whether the user is an operator of the installation now (rules P67).
create or replace function is_operator(id uuid) returns boolean language sql stable as $$
  select exists (
    select from operators o join users u on u.tenant_id = o.tenant_id and u.user_id = o.user_id
    where o.tenant_id = current_tenant() and o.user_id = id
      and u.status = 'user_active' and u.deleted_at is null and u.sign_in_user_id is null)
$$;

-- Whoever is suspended or deleted is no operator from then on, also when they are let in again: a super admin of their tenant does that,
-- and gives nobody this. As the owner, because the application only reads the table.
create or replace function end_operator() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  delete from operators o where o.tenant_id = new.tenant_id and o.user_id = new.user_id;
  return null;
end $$;
create or replace trigger ends_operator after update of status, deleted_at on users for each row
  when (old.status = 'user_active' and old.deleted_at is null and (new.status <> 'user_active' or new.deleted_at is not null))
  execute function end_operator();

-- Opens a tenant at the wish of the transaction's user, who must be an operator of the installation; false when there is no such
-- currency. As the owner, because the list of tenants is read-only for the login of requests (decision 163).
create or replace function open_tenant(draft jsonb) returns boolean language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  before constant text := current_setting('app.tenant', true);
  is_there boolean;
begin
  if is_operator(current_user_id()) is not true then
    raise exception 'only an operator of the installation opens a tenant' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.tenant', draft ->> 'tenantId', true);
  is_there := seed_tenant(draft);
  perform set_config('app.tenant', before, true);
  return is_there;
end $$;

-- Whether somebody has a second factor of any kind.
create or replace function has_second_factor(id uuid) returns boolean language sql stable as $$
  select exists (select from second_factors f where f.tenant_id = (select current_tenant()) and f.user_id = id)
    or exists (select from passkeys p where p.tenant_id = (select current_tenant()) and p.user_id = id)
$$;

-- From when a user is told that they need a second factor, and from when they cannot go on without (rules P33). No row: they need none.
create or replace function second_factor_rule(id uuid) returns table (told_from timestamptz, enforced_from timestamptz)
language sql stable as $$
  select r.told_from, r.enforced_from from offered.sign_in_rules r
  where r.tenant_id = (select current_tenant()) and (
    r.required_for = 'everybody'
    or r.required_for = 'roles' and exists (
      select from user_roles h where h.tenant_id = r.tenant_id and h.user_id = id and h.role_id = any(r.role_ids)))
$$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_user(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select u.account_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text)
   from users u where u.tenant_id = current_tenant() and u.user_id = id $$;

create or replace function audited_session(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select u.account_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text)
   from sessions s join users u on u.tenant_id = s.tenant_id and u.user_id = s.acting_user_id
   where s.tenant_id = current_tenant() and s.session_id = id $$;

create or replace function audited_api_key(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select k.account_id, k.name || ' ' || k.prefix from api_keys k where k.tenant_id = current_tenant() and k.key_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_user(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(u) - array['first_name_folded', 'last_name_folded', 'email_folded']),
    (select jsonb_agg(h.role_id order by h.role_id) from user_roles h where h.tenant_id = u.tenant_id and h.user_id = u.user_id),
    (select jsonb_agg(f.provider_type order by f.provider_type) from second_factors f
     where f.tenant_id = u.tenant_id and f.user_id = u.user_id),
    (select jsonb_agg(jsonb_build_array(p.passkey_id, p.name, p.host, sha256(p.credential_id || p.public_key)) order by p.passkey_id)
     from passkeys p where p.tenant_id = u.tenant_id and p.user_id = u.user_id))::text
  from users u where u.tenant_id = current_tenant() and u.user_id = id
$$;

create or replace function state_of_api_key(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select (to_jsonb(k) - array['last_used_at', 'reminded_at'])::text
  from api_keys k where k.tenant_id = current_tenant() and k.key_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- People without their passwords.
create or replace view offered.users with (security_invoker = true) as
  select tenant_id, user_id, account_id, email, first_name, last_name, time_zone, language_code, status,
    is_notification_enabled, created_at, deleted_at, password_hash is not null as has_password, sign_in_user_id
  from users;

-- Who has which role.
create or replace view offered.user_roles with (security_invoker = true) as
  select tenant_id, user_id, role_id
  from user_roles;
