-- What /health/ready writes to learn whether the disk takes any more. Truncating gives the table a new file, so that each
-- probe needs fresh space and none is left over; unlogged, because its rows are worth nothing.
create unlogged table write_probe (filler text not null);
-- Neither compressed nor kept elsewhere: a row is a page.
alter table write_probe alter column filler set storage plain;

-- A megabyte: PostgreSQL asks for up to half of one at once, and so fails for want of space while a little is left. Runs
-- as the owner, who alone may truncate. Whoever reads the table for long, as a backup does, is not waited for (55P03).
create function probe_writes() returns void language sql security definer
set search_path = public, pg_temp as $$
  select set_config('lock_timeout', '500ms', true);
  truncate write_probe;
  insert into write_probe select repeat('.', 8000) from generate_series(1, 128);
$$;
revoke execute on function probe_writes() from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'trellis_app') then
    grant execute on function probe_writes() to trellis_app;
  end if;
end $$;
