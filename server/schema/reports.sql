-- Reports of licenses that are too long for one answer: a job writes the file into the store, under the report's id.
create table license_reports (
  tenant_id uuid not null default current_tenant() references tenants,
  report_id uuid not null,
  user_id uuid not null default current_user_id(),
  file_name text not null,
  -- The validated search and the language of the headers.
  search jsonb not null,
  language_code text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- Each try of the job has a number: only the last one may store the outcome.
  attempt int not null default 0,
  rows_found int not null,
  rows_done int not null default 0,
  -- Bytes of the file, once it is done.
  size bigint,
  created_at timestamptz not null default clock(),
  -- By the machine's own time: a job that has not reported for a while was interrupted.
  heard_at timestamptz not null default now(),
  primary key (tenant_id, report_id),
  foreign key (tenant_id, user_id) references users
);
call protect('license_reports');
-- A user's reports, newest first; the check of the foreign key.
create index license_reports_of_user on license_reports (tenant_id, user_id, created_at desc);
-- The job that takes up interrupted reports, and the sweep.
create index license_reports_by_age on license_reports (tenant_id, heard_at);
