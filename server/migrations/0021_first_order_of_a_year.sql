-- The first orders of a year at once: who waited for the lock still remembers that there was no sequence, and failed to
-- make it a second time.
create or replace function next_order_number(year int, how_many int default 1) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  name text := format('order_numbers.t%s_y%s', replace(current_tenant()::text, '-', ''), year);
  start bigint;
begin
  if to_regclass(name) is null then
    perform pg_advisory_xact_lock(hashtextextended(name, 0));
    if to_regclass(name) is null then
      select coalesce(max(substring(code from 9)::bigint), 0) + 1 into start
      from public.orders where tenant_id = current_tenant() and code like format('SO-%s-%%', year);
      execute format('create sequence if not exists %s start %s', name, start);
    end if;
  end if;
  if how_many = 1 then
    return nextval(name);
  end if;
  -- A block: setval under a lock of its own, for the import.
  perform pg_advisory_xact_lock(hashtextextended(name, 1));
  start := nextval(name);
  perform setval(name, start + how_many - 1);
  return start;
end $$;
