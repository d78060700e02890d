-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_file(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select files.account_id, files.name from files where tenant_id = current_tenant() and file_id = id $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.files with (security_invoker = true) as
  select tenant_id, file_id, account_id, name, type, size, note, uploaded_by, uploaded_by_account, created_at
  from files;
