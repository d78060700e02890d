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
