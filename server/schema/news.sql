-- News of records for the people whom they concern: read in the portal, and mailed if they wish.
create table news (
  tenant_id uuid not null default current_tenant(),
  news_id uuid not null,
  -- Null: for the account's notification address. Such a row is only mailed, and deleted then.
  user_id uuid,
  -- The side of the record that is concerned.
  account_id uuid not null,
  -- Kinds are in contract/src/news.ts.
  kind text not null,
  record_id uuid not null,
  -- What a sentence about it needs, such as the order's code.
  words jsonb not null,
  -- Null: the System.
  by_user uuid default current_user_id(),
  created_at timestamptz not null default clock(),
  read_at timestamptz,
  -- The mail that is still to be sent; null for none.
  mail text check (mail in ('now', 'daily')),
  primary key (tenant_id, news_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts,
  check (user_id is not null or mail = 'now')
);
call protect('news');
-- The news of a user for an account, newest first.
create index news_list on news (tenant_id, user_id, account_id, created_at desc, news_id desc);
-- Unread news is counted by it, and repeated news of a record replaces what was not read. Who works for both sides of a record
-- has news of it for each (rules P62).
create unique index news_unread on news (tenant_id, user_id, account_id, kind, record_id) where read_at is null;
-- The jobs that mail: what waits, oldest first.
create index news_to_mail on news (tenant_id, mail, created_at, news_id) where mail is not null;

-- How a person wants to hear of a kind of news. Absent: the default of the kind.
create table news_choices (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  kind text not null,
  way text not null check (way in ('bell', 'mail', 'digest', 'none')),
  primary key (tenant_id, user_id, kind),
  foreign key (tenant_id, user_id) references users
);
call protect('news_choices');

-- Tells listening servers whose news of a kind has changed, and for which account (decision 037), eighty recipients in each
-- notification, because a payload is limited to 8000 bytes. The kind tells them who may read it.
create or replace function notify_of_news(tenant uuid, kind text, recipients uuid[], accounts uuid[]) returns void
language plpgsql as $$
begin
  for part in 0 .. (cardinality(recipients) - 1) / 80 loop
    perform pg_notify('trellis_changes', json_build_object(
      'tenantId', tenant, 'action', 'news.' || kind,
      'ids', to_json(recipients[part * 80 + 1 : part * 80 + 80]),
      'accountIds', to_json(accounts[part * 80 + 1 : part * 80 + 80]))::text);
  end loop;
end $$;

create or replace function announce_new_news() returns trigger language plpgsql as $$
begin
  perform notify_of_news(n.tenant_id, n.kind, array_agg(n.user_id order by n.user_id, n.account_id),
                         array_agg(n.account_id order by n.user_id, n.account_id))
  from (select distinct tenant_id, kind, user_id, account_id from added where user_id is not null) n
  group by n.tenant_id, n.kind;
  return null;
end $$;

-- News that was replaced, or read. Mailing it changes nothing that the portal shows.
create or replace function announce_changed_news() returns trigger language plpgsql as $$
begin
  perform notify_of_news(n.tenant_id, n.kind, array_agg(n.user_id order by n.user_id, n.account_id),
                         array_agg(n.account_id order by n.user_id, n.account_id))
  from (
    select distinct n.tenant_id, n.kind, n.user_id, n.account_id
    from added n join former f using (tenant_id, news_id)
    where n.user_id is not null and (n.read_at is distinct from f.read_at or n.created_at <> f.created_at)) n
  group by n.tenant_id, n.kind;
  return null;
end $$;

create or replace trigger announce_new_news after insert on news
  referencing new table as added for each statement when (not arriving()) execute function announce_new_news();
create or replace trigger announce_changed_news after update on news
  referencing old table as former new table as added for each statement execute function announce_changed_news();

-- Whether the jobs of this column have something to do (function has_work).
create or replace function news_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'news:mail' then return exists (
      select from news n where n.tenant_id = tenant and n.mail = 'now');
    when 'news:daily' then return exists (
      select from news n where n.tenant_id = tenant and n.mail = 'daily');
    else return null;
  end case;
end $$;
