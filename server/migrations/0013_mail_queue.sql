-- A mail waits by the machine's own time, whatever the business clock of a test or of the demo says.
alter table mails
  -- When it is tried next; while it is being tried, when it counts as abandoned.
  add column next_try_at timestamptz not null default now(),
  -- A code that no longer works is not worth sending. Null: never too late.
  add column expires_at timestamptz,
  -- News of which a recipient gets one, however often the job that tells it runs.
  add column once_key text;
create unique index mails_once on mails (tenant_id, once_key) where once_key is not null;
create index mails_waiting on mails (tenant_id, next_try_at) where status = 'queued';
