-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.environments with (security_invoker = true) as
  select tenant_id, environment_id, account_id, customer_name, customer_environment_id
  from environments;
