-- The account for which the reader acts; null for jobs and commands. Compare with `(select own_account())`, so that an index is
-- used under row-level security.
create or replace function own_account() returns uuid language sql stable parallel safe
  as $$
    select u.account_id from users u
    where u.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and u.user_id = (select nullif(current_setting('app.user', true), '')::uuid)
  $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_user(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select u.account_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text)
   from users u where u.tenant_id = current_tenant() and u.user_id = id $$;

create or replace function audited_session(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select u.account_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text)
   from sessions s join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id
   where s.tenant_id = current_tenant() and s.session_id = id $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- People without their passwords.
create or replace view offered.users with (security_invoker = true) as
  select tenant_id, user_id, account_id, email, first_name, last_name, time_zone, language_code, status,
    is_notification_enabled, created_at, deleted_at
  from users;

-- Who has which role.
create or replace view offered.user_roles with (security_invoker = true) as
  select tenant_id, user_id, role_id
  from user_roles;
