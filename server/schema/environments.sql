-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_environment(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select environments.account_id, customer_name from environments where tenant_id = current_tenant() and environment_id = id $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.environments with (security_invoker = true) as
  select tenant_id, environment_id, account_id, customer_name, customer_environment_id
  from environments;
