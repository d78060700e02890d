-- Files to import, in pieces: a small one is one piece, a large one is sent in many, as it is. Kept no longer than its import
-- needs it, or a day.
create table import_files (
  tenant_id uuid not null default current_tenant() references tenants,
  file_id uuid not null,
  user_id uuid not null default current_user_id(),
  -- For which they bring it in (rules P61).
  account_id uuid not null default own_account(),
  -- Sent in pieces: it stays after a dry run.
  is_upload boolean not null,
  file_name text not null,
  -- In bytes, as its sender says.
  size bigint not null check (size > 0),
  -- Of an upload: which file it is, by what its sender says.
  fingerprint text,
  created_at timestamptz not null default clock(),
  -- By the machine's own time.
  heard_at timestamptz not null default now(),
  primary key (tenant_id, file_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts
);
call protect('import_files');
-- A user's uploads, to go on with one; the check of the foreign key.
create index import_files_of_user on import_files (tenant_id, user_id, account_id);

create table import_pieces (
  tenant_id uuid not null default current_tenant() references tenants,
  file_id uuid not null,
  -- From 1.
  number int not null check (number > 0),
  content bytea not null,
  primary key (tenant_id, file_id, number),
  foreign key (tenant_id, file_id) references import_files on delete cascade
);
call protect('import_pieces');

-- Files that people bring in through the browser: what was sent, how far the job is, and what came of it.
create table imports (
  tenant_id uuid not null default current_tenant() references tenants,
  import_id uuid not null,
  user_id uuid not null default current_user_id(),
  -- For which they bring it in (rules P61).
  account_id uuid not null default own_account(),
  -- Kinds are in contract/src/import-kinds.ts.
  kind text not null,
  file_name text not null,
  -- Of the file: what names no account is put under it.
  base_account_id uuid not null,
  dry_run boolean not null,
  keep_good boolean not null,
  invite boolean not null,
  -- Null once it has been dealt with.
  file_id uuid,
  -- How an upload becomes records: recipe, line of the header and encoding, as far as they were said.
  reading jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  -- Each try of the job has a number: only the last one may say what came of it.
  attempt int not null default 0,
  rows_read int not null default 0,
  rows_done int not null default 0,
  -- Counts, sums, faults and warnings, once it is done.
  result jsonb,
  -- The first records that existed and change, with how many change in each field (contract/src/import-preview.ts). Beside `result`,
  -- which is read again and again while the job runs.
  changes jsonb,
  -- Its changes have its id as their request in the audit log, by which they are found again and taken back (decision 169).
  undone_at timestamptz,
  undone_by uuid,
  created_at timestamptz not null default clock(),
  -- By the machine's own time: a job that has not been heard of for a while was cut off.
  heard_at timestamptz not null default now(),
  primary key (tenant_id, import_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, base_account_id) references accounts,
  foreign key (tenant_id, file_id) references import_files on delete set null (file_id)
);
call protect('imports');
-- A user's imports for an account, newest first; the check of the foreign key.
create index imports_of_user on imports (tenant_id, user_id, account_id, created_at desc);
-- Whether an import needs a file; the check of the foreign key.
create index imports_of_file on imports (tenant_id, file_id) where file_id is not null;
-- The imports of the whole tenant that saved something, newest first, for super admins of the vendor.
create index imports_in_time on imports (tenant_id, created_at desc, import_id desc) where not dry_run and status = 'done';
-- The job that takes up interrupted imports.
create index imports_waiting on imports (tenant_id, heard_at) where status in ('queued', 'running');

-- How a reader's files of one source become records (contract/src/import-recipe.ts), to be taken again for the next file.
create table import_recipes (
  tenant_id uuid not null default current_tenant() references tenants,
  recipe_id uuid not null,
  user_id uuid not null,
  -- For which they read such files (rules P61).
  account_id uuid not null default own_account(),
  kind text not null,
  name text not null,
  recipe jsonb not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, recipe_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts
);
call protect('import_recipes');
-- A reader gives a name once for each kind of file of an account.
create unique index import_recipes_name on import_recipes (tenant_id, user_id, account_id, kind, key_of(name));

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
  -- As of `imports`; by whom is not said: an operator is no user.
  undone_at timestamptz,
  primary key (tenant_id, run_id)
);
call protect('import_runs');
-- The runs of `portal import`, newest first.
create index import_runs_by_start on import_runs (tenant_id, started_at desc, run_id desc);

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
$$ select i.account_id, i.file_name from imports i where i.tenant_id = current_tenant() and i.import_id = id $$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function imports_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'imports:rescue' then return exists (
      select from imports i where i.tenant_id = tenant and i.status in ('queued', 'running') and i.heard_at < now() - interval '1 minute');
    when 'imports:sweep-files' then return exists (
      select from import_files f where f.tenant_id = tenant and f.heard_at < now() - interval '1 day'
        and not exists (
          select from imports i where i.tenant_id = tenant and i.file_id = f.file_id and i.status in ('queued', 'running')));
    else return null;
  end case;
end $$;
