-- Held by the connection of an import for as long as it runs: one import per tenant at a time. It ends with the connection,
-- also when the process is killed.
create or replace function import_lock() returns bigint language sql stable parallel safe
  return hashtextextended('import:' || current_tenant()::text, 0);

-- Does somebody hold it? A run that says `running` while nobody does was interrupted.
create or replace function import_is_running() returns boolean language sql volatile parallel restricted
  return exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = import_lock());
