-- What `portal import` did, and how far it is: one row per call that is no dry run. The rows of a file become visible all
-- at once, together with what is written here about that file.
create table import_runs (
  tenant_id uuid not null default current_tenant() references tenants,
  run_id uuid not null,
  -- The operator, as the machine knows them.
  started_by text not null,
  folder text not null,
  state text not null default 'running' check (state in ('running', 'done', 'refused', 'interrupted')),
  -- The file at hand, and what is being done with it; null before the first and after the last.
  file text,
  phase text check (phase in ('reading', 'checking', 'writing')),
  rows_read int not null default 0,
  rows_written int not null default 0,
  -- The files that are finished, in order, each with its counts and sums.
  files jsonb not null default '[]',
  started_at timestamptz not null default clock(),
  -- By the machine's own time.
  heard_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, run_id)
);
create index import_runs_by_start on import_runs (tenant_id, started_at desc, run_id desc);
call protect('import_runs');

-- Held by the connection of an import for as long as it runs: one import per tenant at a time. It ends with the connection,
-- also when the process is killed.
create function import_lock() returns bigint language sql stable parallel safe
  return hashtextextended('import:' || current_tenant()::text, 0);

-- Does somebody hold it? A run that says `running` while nobody does was interrupted.
create function import_is_running() returns boolean language sql volatile parallel restricted
  return exists (
    select from pg_locks l
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = import_lock());

-- The orders of an imported file are one transaction, which can take minutes. Within it (`app.import`) the counters have
-- a slot of their own, which nobody else waits for, and the tree is not locked: the import compares it at its end.
create or replace function scope_new_orders() returns trigger language plpgsql as $$
declare
  is_import constant boolean := coalesce(current_setting('app.import', true), '') = 'on';
  my_slot constant smallint := case when is_import then -1 else pg_backend_pid() % 16 end;
begin
  if not is_import then
    perform pg_advisory_xact_lock_shared(tree_lock());
  end if;

  -- Its parties were found before the lock was had: what a move or a deletion overtook is tried again from the start.
  if exists (
    select from added o
    where o.status = 'pending' and o.origin <> 'import' and not exists (
      select from account_tree t
      join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.descendant_id
      where t.tenant_id = o.tenant_id and t.ancestor_id = o.vendor_id and t.descendant_id = o.buyer_id and a.deleted_at is null)
  ) then
    raise exception 'the parties of an order have moved apart' using errcode = 'serialization_failure';
  end if;

  insert into order_scopes (tenant_id, account_id, side, created_at, order_id)
  select o.tenant_id, t.ancestor_id, s.side, o.created_at, o.order_id
  from added o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party;

  insert into order_tallies (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot, orders, amount)
  select o.tenant_id, t.ancestor_id, s.side, w.own, o.status, o.invoiced, o.paid, o.currency_id, my_slot, count(*), sum(o.total)
  from added o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) as s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (tenant_id, account_id, side, own, status, invoiced, paid, currency_id, slot)
  do update set orders = order_tallies.orders + excluded.orders, amount = order_tallies.amount + excluded.amount;
  return null;
end $$;
