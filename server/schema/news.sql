-- Tells listening servers whose news of a kind has changed (decision 037), a hundred recipients in each notification, because
-- a payload is limited to 8000 bytes. The kind tells them who may read it.
create or replace function notify_of_news(tenant uuid, kind text, recipients uuid[]) returns void language plpgsql as $$
begin
  for part in 0 .. (cardinality(recipients) - 1) / 100 loop
    perform pg_notify('trellis_changes', json_build_object(
      'tenantId', tenant, 'action', 'news.' || kind,
      'ids', to_json(recipients[part * 100 + 1 : part * 100 + 100]))::text);
  end loop;
end $$;

create or replace function announce_new_news() returns trigger language plpgsql as $$
begin
  perform notify_of_news(n.tenant_id, n.kind, array_agg(distinct n.user_id))
  from added n where n.user_id is not null group by n.tenant_id, n.kind;
  return null;
end $$;

-- News that was replaced, or read. Mailing it changes nothing that the portal shows.
create or replace function announce_changed_news() returns trigger language plpgsql as $$
begin
  perform notify_of_news(n.tenant_id, n.kind, array_agg(distinct n.user_id))
  from added n join former f using (tenant_id, news_id)
  where n.user_id is not null and (n.read_at is distinct from f.read_at or n.created_at <> f.created_at)
  group by n.tenant_id, n.kind;
  return null;
end $$;

create or replace trigger announce_new_news after insert on news
  referencing new table as added for each statement execute function announce_new_news();
create or replace trigger announce_changed_news after update on news
  referencing old table as former new table as added for each statement execute function announce_changed_news();
