-- The key of the lock that an import's connection holds while it runs, so that a tenant has one import at a time. It is
-- a session lock: it ends with the connection, also when the process is killed.
create or replace function import_lock() returns bigint language sql stable parallel safe
  return hashtextextended('import:' || current_tenant()::text, 0);

-- Whether any connection holds the lock. An import with the status `running` was interrupted if none does.
create or replace function import_is_running() returns boolean language sql volatile parallel restricted
  return exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = import_lock());

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_import(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select u.account_id, i.file_name
   from imports i left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
   where i.tenant_id = current_tenant() and i.import_id = id $$;
