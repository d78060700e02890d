alter table mails
  -- Of the job that sends it: the lowest goes first. From 100 on in the lane that nobody waits for.
  add column priority smallint not null default 0,
  -- What the same reader is to get together: news that comes while such a mail waits is added to it.
  add column digest_key text;

-- A reader has one mail that gathers. Once it was tried it does not change: a server may have taken it.
create unique index mails_gathering on mails (tenant_id, digest_key)
  where digest_key is not null and status = 'queued' and tries = 0;
create index mails_failed on mails (tenant_id) where status = 'failed';

-- News is taken out of its table in the transaction that writes the mail, which is what makes it told once. The column
-- `once_key` is not written any more; it goes when no process of an earlier version can be running.

-- For the metrics, of every tenant at once. The tenant of the transaction is as before afterwards.
create function mail_figures() returns table (tenant text, state text, mails bigint, oldest_seconds float8)
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

create function sales_figures() returns table (tenant text, unfolded bigint)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query select t.code::text, count(*) from sales_unfolded u where u.tenant_id = t.tenant_id;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;

create function audit_figures() returns table (tenant text, unsealed bigint)
  language plpgsql as $$
declare
  before constant text := current_setting('app.tenant', true);
  t record;
begin
  for t in select tenant_id, code from tenants loop
    perform set_config('app.tenant', t.tenant_id::text, true);
    return query select t.code::text, count(*) from audit_unsealed u where u.tenant_id = t.tenant_id;
  end loop;
  perform set_config('app.tenant', before, true);
end $$;
