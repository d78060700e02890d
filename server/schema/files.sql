-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.files with (security_invoker = true) as
  select tenant_id, file_id, account_id, name, type, size, note, uploaded_by, uploaded_by_account, created_at
  from files;
