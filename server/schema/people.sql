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
