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
create index files_of_account on files (tenant_id, account_id, created_at, file_id);
create index files_by_date on files (tenant_id, created_at, file_id);
create index files_uploaded_by on files (tenant_id, uploaded_by);
create index files_uploaded_by_account on files (tenant_id, uploaded_by_account);

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
  -- `open` until the bytes begin to arrive, `stored` when all have arrived.
  state text not null default 'open' check (state in ('open', 'receiving', 'stored', 'failed', 'expired')),
  -- SHA-256 of the bytes that arrived.
  hash bytea,
  -- Its part of the tenant's quota, in bytes.
  reserved bigint not null check (reserved >= 0),
  created_at timestamptz not null default clock(),
  -- When the next step is no longer accepted.
  expires_at timestamptz not null,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, account_id) references accounts (tenant_id, account_id),
  foreign key (tenant_id, uploaded_by) references users
);
call protect('file_uploads');
-- For the sweep, and for the checks of the foreign keys.
create index file_uploads_to_expire on file_uploads (tenant_id, expires_at) where state <> 'expired';
create index file_uploads_by_age on file_uploads (tenant_id, created_at);
create index file_uploads_of_account on file_uploads (tenant_id, account_id);
create index file_uploads_uploaded_by on file_uploads (tenant_id, uploaded_by);

-- Objects of deleted files, which the sweep deletes later.
create table file_removals (
  tenant_id uuid not null default current_tenant(),
  file_id uuid not null,
  removed_at timestamptz not null default clock(),
  primary key (tenant_id, file_id)
);
call protect('file_removals');
create index file_removals_by_age on file_removals (tenant_id, removed_at);

-- Bytes that count towards the quota: the files of the tenant, and what its uploads have reserved.
create table file_usage (
  tenant_id uuid not null default current_tenant() primary key,
  bytes bigint not null check (bytes >= 0)
);
call protect('file_usage');
call allow('file_usage', 'select, insert, update');
