-- Files that people bring in through the browser: what was sent, how far the job is, and what came of it. The file itself
-- is kept no longer than the job needs it.
create table imports (
  tenant_id uuid not null default current_tenant() references tenants,
  import_id uuid not null,
  user_id uuid not null default current_user_id(),
  kind text not null check (kind in ('accounts', 'users', 'products', 'price-lists', 'price-list-accounts')),
  file_name text not null,
  base_account_id uuid not null,
  dry_run boolean not null,
  keep_good boolean not null,
  invite boolean not null,
  -- UTF-8 CSV; null once it has been dealt with.
  content bytea,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- Each try of the job has a number: only the last one may say what came of it.
  attempt int not null default 0,
  rows_read int not null default 0,
  rows_done int not null default 0,
  -- Counts, sums and faults, once it is done.
  result jsonb,
  created_at timestamptz not null default clock(),
  -- By the machine's own time: a job that has not been heard of for a while was cut off.
  heard_at timestamptz not null default now(),
  primary key (tenant_id, import_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, base_account_id) references accounts
);
create index imports_of_user on imports (tenant_id, user_id, created_at desc);
create index imports_waiting on imports (tenant_id, heard_at) where status in ('queued', 'running');
call protect('imports');
