-- Mails on their way. What a mail says (it may hold a link that signs somebody in) is sealed, and gone from here once it
-- was sent in production.
create table mails (
  tenant_id uuid not null default current_tenant() references tenants,
  mail_id uuid not null,
  kind text not null,
  recipient text not null,
  recipient_name text not null default '',
  language_code text not null,
  -- Null once it is no longer needed.
  content_sealed bytea,
  -- The same at every try, so that a receiver can tell a repetition.
  message_id text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  tries int not null default 0,
  last_error text,
  created_at timestamptz not null default machine_clock(),
  sent_at timestamptz,
  -- When it is tried next; while it is being tried, when it counts as abandoned. By the machine's own time, whatever the
  -- business clock of a test or of the demo says.
  next_try_at timestamptz not null default now(),
  -- A code that no longer works is not worth sending. Null: never too late.
  expires_at timestamptz,
  -- Of the job that sends it: the lowest goes first. From 100 on in the lane that nobody waits for.
  priority smallint not null default 0,
  -- What the same reader is to get together: news that comes while such a mail waits is added to it.
  digest_key text,
  primary key (tenant_id, mail_id),
  unique (tenant_id, message_id)
);
call protect('mails');
-- The list of mails of the operator, and the sweep.
create index mails_by_age on mails (tenant_id, created_at desc);
-- The job that sends: what is due.
create index mails_waiting on mails (tenant_id, next_try_at) where status = 'queued';
-- A reader has one mail that gathers. Once it was tried it does not change: a server may have taken it.
create unique index mails_gathering on mails (tenant_id, digest_key)
  where digest_key is not null and status = 'queued' and tries = 0;
-- The metrics count them.
create index mails_failed on mails (tenant_id) where status = 'failed';

-- For the metrics: mails of all tenants. Restores the transaction's tenant afterwards.
create or replace function mail_figures() returns table (tenant text, state text, mails bigint, oldest_seconds float8)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query
      select t.code::text, case when m.priority < 100 then 'prompt' else 'bulk' end, count(*),
             extract(epoch from now() - min(m.created_at))::float8
      from mails m where m.tenant_id = t.tenant_id and m.status = 'queued' group by 2;
    return query
      select t.code::text, 'failed', count(*), 0::float8
      from mails m where m.tenant_id = t.tenant_id and m.status = 'failed';
  end loop;
  perform set_config('app.tenant', before, true);
end $$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function mail_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'mail:rescue' then return exists (
      select from mails m where m.tenant_id = tenant and m.status = 'queued' and m.next_try_at < now() - interval '1 minute');
    else return null;
  end case;
end $$;
