-- Files of accounts. The bytes are in the store, under the file's id.
create table files (
  tenant_id uuid not null default current_tenant(),
  file_id uuid not null,
  account_id uuid not null,
  -- Categories are in contract/src/files.ts.
  category text not null,
  name text not null,
  type text not null,
  size bigint not null check (size > 0),
  -- SHA-256 of the content.
  hash bytea not null check (octet_length(hash) = 32),
  note text,
  -- The upload that made it, so that a commit can be repeated.
  session_id uuid not null,
  uploaded_by uuid not null default current_user_id(),
  uploaded_by_account uuid not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, file_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, uploaded_by) references users,
  foreign key (tenant_id, uploaded_by_account) references accounts (tenant_id, account_id)
);
call protect('files');
-- The files of an account by date; the check of the foreign key.
create index files_of_account on files (tenant_id, account_id, created_at, file_id);
-- The list of files by date.
create index files_by_date on files (tenant_id, created_at, file_id);
-- The check of the foreign key.
create index files_uploaded_by on files (tenant_id, uploaded_by);
-- The check of the foreign key.
create index files_uploaded_by_account on files (tenant_id, uploaded_by_account);
-- The list of files by name (decision 087).
create index files_sorted_by_name on files (tenant_id, name collate "und-x-icu", file_id);
-- The list of files by type (decision 087).
create index files_sorted_by_type on files (tenant_id, type, file_id);
-- The list of files by size (decision 087).
create index files_sorted_by_size on files (tenant_id, size, file_id);
-- The list of files by category (decision 087).
create index files_sorted_by_category on files (tenant_id, category, file_id);

-- Uploads that are not committed.
create table file_uploads (
  tenant_id uuid not null default current_tenant(),
  file_id uuid not null,
  session_id uuid not null,
  account_id uuid not null,
  category text not null,
  name text not null,
  size bigint not null check (size > 0),
  note text,
  uploaded_by uuid not null default current_user_id(),
  -- For which they bring it in (rules P61).
  uploaded_by_account uuid not null default own_account(),
  -- `open` until the bytes begin to arrive, `stored` when all have arrived.
  state text not null default 'open' check (state in ('open', 'receiving', 'stored', 'failed', 'expired')),
  -- How often bytes began to arrive: only the last time may store the outcome.
  attempt int not null default 0,
  -- When the process that receives them reported last, by the machine's own time.
  heard_at timestamptz,
  -- SHA-256 of the bytes that arrived.
  hash bytea,
  -- Its part of the tenant's quota, in bytes.
  reserved bigint not null check (reserved >= 0),
  created_at timestamptz not null default machine_clock(),
  -- When the next step is no longer accepted.
  expires_at timestamptz not null,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, uploaded_by) references users,
  foreign key (tenant_id, uploaded_by_account) references accounts (tenant_id, account_id)
);
call protect('file_uploads');
-- The sweep of uploads that were not committed.
create index file_uploads_to_expire on file_uploads (tenant_id, expires_at) where state <> 'expired';
-- The sweep of old uploads.
create index file_uploads_by_age on file_uploads (tenant_id, created_at);
-- The check of the foreign key.
create index file_uploads_of_account on file_uploads (tenant_id, account_id);
-- The check of the foreign key.
create index file_uploads_uploaded_by on file_uploads (tenant_id, uploaded_by);
-- What the users of an account hold of the quota; the check of the foreign key.
create index file_uploads_uploaded_by_account on file_uploads (tenant_id, uploaded_by_account);

-- Objects of deleted files, which the sweep deletes later.
create table file_removals (
  tenant_id uuid not null default current_tenant(),
  file_id uuid not null,
  removed_at timestamptz not null default machine_clock(),
  primary key (tenant_id, file_id)
);
call protect('file_removals');
-- The sweep: objects that have waited long enough.
create index file_removals_by_age on file_removals (tenant_id, removed_at);

-- Bytes that count towards the quota: the files of the tenant, and what its uploads have reserved.
create table file_usage (
  tenant_id uuid not null default current_tenant() primary key,
  bytes bigint not null check (bytes >= 0)
);
call protect('file_usage');
call allow('file_usage', 'select, insert, update');

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_file(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select files.account_id, files.name from files where tenant_id = current_tenant() and file_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_file(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(f))::text from files f where f.tenant_id = current_tenant() and f.file_id = id
$$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function files_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'files:expire-uploads' then return exists (
      select from file_uploads u where u.tenant_id = tenant and u.state <> 'expired' and u.expires_at <= machine_clock());
    when 'files:remove-objects' then return exists (
      select from file_removals r where r.tenant_id = tenant and r.removed_at < machine_clock() - interval '1 hour');
    when 'files:forget-uploads' then return exists (
      select from file_uploads u
      where u.tenant_id = tenant and u.state = 'expired' and u.created_at < machine_clock() - interval '24 hours');
    else return null;
  end case;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

create or replace view offered.files with (security_invoker = true) as
  select tenant_id, file_id, account_id, name, type, size, note, uploaded_by, uploaded_by_account, created_at
  from files;
