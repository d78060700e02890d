-- Every change of state, appended in the transaction that makes it.
create table audit_log (
  tenant_id uuid not null default current_tenant() references tenants,
  audit_id uuid not null,
  at timestamptz not null default clock(),
  user_id uuid default current_user_id(),
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text default nullif(current_setting('app.request', true), ''),
  -- To which account the record belongs and what it was called, so that a reader's reach is one condition of an index and
  -- deleted records keep their names (decision 053). A record of the whole tenant, such as a product, has no account.
  account_id uuid,
  entity_name text,
  name_folded text,
  -- Which columns the chain of seals covers; 1 is without account and name.
  form smallint not null default 1,
  primary key (tenant_id, audit_id)
);
call protect('audit_log');
call append_only('audit_log');
-- The events of one request, as its answer or an error page names it; an undo reads those of its own transaction.
create index audit_log_of_request on audit_log (tenant_id, request_id) where request_id is not null;
-- The history of a record, whose id alone finds it; also an order of the list. And the record's last name, for `name_audited`.
create index audit_log_of_record on audit_log (tenant_id, entity_id, audit_id);

-- What the next batch has to seal, so that the job never searches the whole log. It is sealed by `turn`, not by id: the ids come
-- from the clocks of several processes, while the changes of one record, which lock it, have their turns by one clock.
create table audit_unsealed (
  tenant_id uuid not null default current_tenant() references tenants,
  turn timestamptz not null default clock_timestamp(),
  audit_id uuid not null,
  primary key (tenant_id, turn, audit_id)
);
call protect('audit_unsealed');
call allow('audit_unsealed', 'select, insert, delete');

-- The chain over it, sealed in batches by a job so that writers never wait for one another. A seal repeats what the search compares,
-- so that the indexes of the search are written by the job too (decision 185). Whoever searches adds what waits for its seal.
create table audit_seals (
  tenant_id uuid not null default current_tenant() references tenants,
  seq bigint not null,
  audit_id uuid not null,
  at timestamptz not null,
  user_id uuid,
  account_id uuid,
  entity text not null,
  action text not null,
  name_folded text,
  -- SHA-256 over the previous hash, the canonical text of the row and `state`.
  hash bytea not null,
  -- SHA-256 of what the record was when the event was sealed (`audited_state`), with the last event of a record in its batch.
  state bytea,
  primary key (tenant_id, seq),
  unique (tenant_id, audit_id),
  foreign key (tenant_id, audit_id) references audit_log
);
call protect('audit_seals');
call append_only('audit_seals');
-- The events of a person by time.
create index audit_seals_of_person on audit_seals (tenant_id, user_id, at, audit_id);
-- The events of an action by time.
create index audit_seals_of_action on audit_seals (tenant_id, action, at, audit_id);
-- The events of a kind of record by time; also lists of such records by their last change.
create index audit_seals_of_kind on audit_seals (tenant_id, entity, at, audit_id);
-- The list of events by time. The included column answers the search for a name without reading the rows.
create index audit_seals_in_time on audit_seals (tenant_id, at, audit_id) include (name_folded);
-- The events of a reader's reach by time. The included columns answer the filters without reading the rows.
create index audit_seals_in_account on audit_seals (tenant_id, account_id, at, audit_id) include (entity, action, user_id, name_folded);

-- Where the audit chain of a tenant ends. A chain alone does not tell that its end was cut off. The row is signed with a
-- secret that the database does not have, so that nobody who only has the database can make one for a shorter chain;
-- the same goes to a file outside, which tells when the row was put back as well (modules/audit/anchors.ts).
create table audit_anchors (
  tenant_id uuid primary key default current_tenant() references tenants,
  seq bigint not null,
  -- Of the link with this number.
  hash bytea not null,
  -- HMAC of tenant, number and hash.
  mac bytea not null,
  anchored_at timestamptz not null default now()
);
call protect('audit_anchors');
call allow('audit_anchors', 'select, insert, update');

-- The events of price lists by the products that they name, when they are sealed (decision 066).
create table audit_products (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id text not null,
  audit_id uuid not null,
  primary key (tenant_id, product_id, audit_id)
);
call protect('audit_products');
call allow('audit_products', 'select, insert');

-- Gives each row the account and the name of its record, which the column of the record knows: `audited` in app.sql collects
-- what each offers. A removed record has those of its previous row.
create or replace function name_audited() returns trigger language plpgsql as $$
begin
  select a.account_id, a.name into new.account_id, new.entity_name from audited(new.entity, new.entity_id) a;
  if new.entity_name is null then
    select l.account_id, l.entity_name into new.account_id, new.entity_name
    from audit_log l
    where l.tenant_id = new.tenant_id and l.entity = new.entity and l.entity_id = new.entity_id
    order by l.audit_id desc limit 1;
  end if;
  new.name_folded := fold(new.entity_name);
  new.form := 2;
  return new;
end $$;

create or replace trigger name_audited before insert on audit_log for each row when (not arriving()) execute function name_audited();

create or replace function await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (tenant_id, audit_id) select tenant_id, audit_id from added;
  return null;
end $$;

create or replace trigger await_seal after insert on audit_log
  referencing new table as added for each statement when (not arriving()) execute function await_seal();

-- The version of a record, for `ETag`: a hash over the ids of its newest 256 events, so that a busy record costs no more than others.
create or replace function record_version(id text) returns text language sql stable as $$
  select left(md5(coalesce(string_agg(e.audit_id::text, ',' order by e.audit_id desc), '')), 16) from (
    select l.audit_id from audit_log l
    where l.tenant_id = (select current_tenant()) and l.entity_id = id order by l.audit_id desc limit 256) e
$$;

-- The same without what this request did.
create or replace function record_version_before(id text) returns text language sql stable as $$
  select left(md5(coalesce(string_agg(e.audit_id::text, ',' order by e.audit_id desc), '')), 16) from (
    select l.audit_id from audit_log l
    where l.tenant_id = (select current_tenant()) and l.entity_id = id
      and l.request_id is distinct from nullif(current_setting('app.request', true), '')
    order by l.audit_id desc limit 256) e
$$;

-- When a record was changed last: the time of its newest event. A function, so that only rows that are shown are looked up.
create or replace function modified_at(id uuid, created timestamptz) returns timestamptz language plpgsql stable parallel safe as $$
begin
  return coalesce((
    select l.at from audit_log l
    where l.tenant_id = current_tenant() and l.entity_id = id::text order by l.audit_id desc limit 1), created);
end $$;

-- Stores the names that records have had, which the search finds by any part of them (texts of the kind `audit`).
create or replace function keep_audit_texts() returns trigger language plpgsql as $$
begin
  perform count_texts('audit', array_agg(k.entity_id), array_agg(k.name_folded), array_agg(k.events))
  from (
    select e.entity_id, s.name_folded, count(*) as events
    from sealed s
    join audit_log e on e.tenant_id = s.tenant_id and e.audit_id = s.audit_id
    where s.name_folded is not null
    group by e.entity_id, s.name_folded
  ) k;
  return null;
end $$;

create or replace trigger keep_audit_texts after insert on audit_seals
  referencing new table as sealed for each statement execute function keep_audit_texts();

create or replace function keep_audit_products() returns trigger language plpgsql as $$
begin
  insert into audit_products (tenant_id, product_id, audit_id)
  select distinct s.tenant_id, found.id #>> '{}', s.audit_id
  from sealed s
  join audit_log e on e.tenant_id = s.tenant_id and e.audit_id = s.audit_id
  cross join lateral jsonb_path_query(jsonb_build_array(e.before, e.after), '$[*].**.productId') as found (id)
  where s.entity = 'price_list' and found.id #>> '{}' is not null;
  return null;
end $$;

create or replace trigger keep_audit_products after insert on audit_seals
  referencing new table as sealed for each statement when (not arriving()) execute function keep_audit_products();

create or replace function audit_figures() returns table (tenant text, unsealed bigint)
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

-- Tells listening servers which records a statement changed; PostgreSQL sends the notifications of a transaction together
-- when it commits, and none after a rollback (decision 037). A statement that changed more than a hundred records names the
-- range of its audit rows, because a payload is limited to 8000 bytes. Sessions and sign-ins concern nobody else.
create or replace function announce_changes() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select tenant_id, action, array_agg(distinct entity_id) as ids, min(audit_id::text) as first, max(audit_id::text) as last
    from added
    where entity in (
        'account', 'certification', 'deal', 'environment', 'file', 'license', 'order', 'price_list', 'product')
      or entity = 'user' and action like 'user.%'
    group by tenant_id, action
  loop
    perform pg_notify('trellis_changes', json_strip_nulls(json_build_object(
      'tenantId', change.tenant_id, 'action', change.action,
      'userId', nullif(current_setting('app.user', true), ''),
      'requestId', nullif(current_setting('app.request', true), ''),
      'ids', case when cardinality(change.ids) <= 100 then to_json(change.ids) end,
      'first', case when cardinality(change.ids) > 100 then change.first end,
      'last', case when cardinality(change.ids) > 100 then change.last end))::text);
  end loop;
  return null;
end $$;

create or replace trigger announce_changes after insert on audit_log
  referencing new table as added for each statement when (not arriving()) execute function announce_changes();

-- Whether the jobs of this column have something to do (function has_work).
create or replace function audit_has_work(job text) returns boolean language plpgsql stable as $$
declare
  tenant constant uuid := current_tenant();
begin
  case job
    when 'audit:seal' then return exists (
      select from audit_unsealed u where u.tenant_id = tenant);
    else return null;
  end case;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Which records were changed, without what they were before.
create or replace view offered.audit_log with (security_invoker = true) as
  select tenant_id, audit_id, action, entity_id
  from audit_log;

-- What happened to a record, for its history.
create or replace view offered.audit_events with (security_invoker = true) as
  select tenant_id, audit_id, at, user_id, action, entity, entity_id, before, after
  from audit_log;

-- The journal: sealed events by their number in the chain, which is the order in which the changes of each record happened. The
-- beginning of the hash tells whether a reader's place is one of this chain.
create or replace view offered.journal with (security_invoker = true) as
  select s.tenant_id, s.seq, left(encode(s.hash, 'hex'), 8) as mark, l.audit_id, l.at, l.user_id, l.action, l.entity, l.entity_id,
         l.entity_name, l.account_id, l.before, l.after
  from audit_seals s join audit_log l on l.tenant_id = s.tenant_id and l.audit_id = s.audit_id;
