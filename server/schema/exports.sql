-- Files that a job writes into the store, under their id: reports that are too long for one answer, and exports of lists that find
-- all places taken.
create table written_files (
  tenant_id uuid not null default current_tenant() references tenants,
  file_id uuid not null,
  user_id uuid not null default current_user_id(),
  -- For which they asked: it is written and fetched for this account only (rules P61).
  account_id uuid not null default own_account(),
  kind text not null check (kind in ('list', 'report')),
  file_name text not null,
  -- What was asked for, validated.
  request jsonb not null,
  -- How many of the user's were not done when it was asked for: the first of everybody come before the second of anybody.
  turn int not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- Each try of the job has a number: only the last one may store the outcome.
  attempt int not null default 0,
  -- 0 while nobody knows.
  rows_found int not null default 0,
  rows_done int not null default 0,
  -- Bytes of the file, once it is done.
  size bigint,
  created_at timestamptz not null default clock(),
  -- By the machine's own time: a job that has not reported for a while was interrupted.
  heard_at timestamptz not null default now(),
  primary key (tenant_id, file_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts
);
call protect('written_files');
-- A user's files for an account, newest first; the check of the foreign key.
create index written_files_of_user on written_files (tenant_id, user_id, account_id, created_at);
-- The job that takes up interrupted ones, and the sweep.
create index written_files_by_age on written_files (tenant_id, heard_at);
-- The places of those that wait.
create index written_files_unfinished on written_files (tenant_id, turn, created_at) where status in ('queued', 'running');

-- Whether the jobs of this column have something to do (function has_work).
create or replace function exports_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'exports:rescue' then return exists (
      select from written_files f
      where f.tenant_id = tenant and f.status in ('queued', 'running') and f.heard_at < now() - interval '1 minute');
    when 'exports:sweep' then return exists (
      select from written_files f where f.tenant_id = tenant and f.heard_at < now() - interval '1 day');
    else return null;
  end case;
end $$;
