-- Where another system is told of changes as they happen (rules E5 to E13; decision 126). Its place in the journal moves in the
-- transaction that writes what is to be sent.
create table webhooks (
  tenant_id uuid not null default current_tenant() references tenants,
  webhook_id uuid not null,
  -- Whose records it tells, as an API key of this account would read them.
  account_id uuid not null,
  url text not null,
  -- Empty: all types.
  types text[] not null default '{}',
  description text not null default '',
  -- The secret, sealed with the key of the installation; those before it, each with its end, and the last of these ends. None once it has
  -- ended.
  secret_sealed bytea,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  -- The last event of the journal that was taken.
  seq bigint not null,
  created_at timestamptz not null default machine_clock(),
  created_by uuid not null default current_user_id(),
  -- Who wrote it last: it tells what they may read at that moment, and nothing once they may not make it any more.
  set_by uuid not null default current_user_id(),
  -- For which they did (rules P61).
  set_as_account_id uuid not null default own_account(),
  paused_at timestamptz,
  -- user: by a person; failing: nothing was delivered for days; gone: the receiver answered 410.
  paused_because text check (paused_because in ('user', 'failing', 'gone')),
  -- Since the last delivery: when failing began, and how many tries failed in a row.
  failing_since timestamptz,
  failures int not null default 0,
  -- Nothing is sent before: an address that fails again and again is asked less and less often.
  rests_until timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, webhook_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, created_by) references users,
  foreign key (tenant_id, set_by) references users,
  foreign key (tenant_id, set_as_account_id) references accounts,
  check ((paused_at is null) = (paused_because is null))
);
call protect('webhooks');
call allow('webhooks', 'select, insert, update');
-- The webhooks of an account; the check of the foreign key.
create index webhooks_of_account on webhooks (tenant_id, account_id);
-- The checks of the foreign keys.
create index webhooks_of_maker on webhooks (tenant_id, created_by);
create index webhooks_of_setter on webhooks (tenant_id, set_by);

-- What is sent, was sent, or could not be: one row for each event of a webhook, and for each test.
create table webhook_deliveries (
  tenant_id uuid not null default current_tenant() references tenants,
  delivery_id uuid not null,
  webhook_id uuid not null,
  -- Of the journal; null for a test.
  seq bigint,
  event_id uuid not null,
  type text not null,
  entity text not null,
  entity_id text not null,
  -- left_out: when its turn came, the record was not for the account of the webhook any more, or its type not chosen any more.
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'left_out')),
  tries int not null default 0,
  -- From when on it may be sent; null while an event of its record that came before it waits (decision 126).
  next_try_at timestamptz,
  -- While it is being sent: until when it is left to the process that does so.
  leased_until timestamptz,
  created_at timestamptz not null default machine_clock(),
  tried_at timestamptz,
  -- Of the last try: what was sent, and what came back within how many milliseconds.
  request_headers jsonb,
  request text,
  answer_status int,
  answer text,
  problem text,
  milliseconds int,
  primary key (tenant_id, delivery_id),
  foreign key (tenant_id, webhook_id) references webhooks,
  check (status = 'waiting' or next_try_at is null)
);
call protect('webhook_deliveries');
call allow('webhook_deliveries', 'select, insert, update, delete');
-- The log of a webhook, newest first; the check of the foreign key.
create index webhook_deliveries_in_time on webhook_deliveries (tenant_id, webhook_id, created_at, delivery_id);
-- An event is one delivery of a webhook, however often it is taken.
create unique index webhook_deliveries_of_event on webhook_deliveries (tenant_id, webhook_id, event_id);
-- What waits for the same record, in order.
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook_id, entity_id, entity, seq) where status = 'waiting';
-- What may be sent: of each record the first; and that of a record.
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, next_try_at, seq) where next_try_at is not null;
create index webhook_deliveries_first on webhook_deliveries (tenant_id, webhook_id, entity_id, entity) where next_try_at is not null;
-- The sweep of the log.
create index webhook_deliveries_by_age on webhook_deliveries (tenant_id, created_at) where status <> 'waiting';

-- For the audit log: the account to which a webhook belongs, and its name (decision 053).
create or replace function audited_webhook(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select w.account_id, substring(w.url from '^https?://([^/?#]+)') from webhooks w where w.tenant_id = current_tenant() and w.webhook_id = id $$;

-- For the seals of the audit log: what a webhook is, without what changes as it runs (decision 114).
create or replace function state_of_webhook(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select (to_jsonb(w) - array['secret_sealed', 'old_secret_sealed', 'old_secret_until', 'seq', 'failing_since', 'failures', 'rests_until'])::text
  from webhooks w where w.tenant_id = current_tenant() and w.webhook_id = id
$$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function webhooks_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'webhooks:take' then return exists (
      select from webhooks w where w.tenant_id = tenant and w.ended_at is null and w.paused_at is null
        and (audit_has_work('audit:seal')
          or exists (select from offered.journal j where j.tenant_id = tenant and j.seq > w.seq)
          or exists (
            select from webhook_deliveries d
            where d.tenant_id = tenant and d.webhook_id = w.webhook_id and d.next_try_at <= machine_clock())));
    else return null;
  end case;
end $$;
