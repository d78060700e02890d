-- Partner companies. The vendor is the root, below which every other one lies.
create table accounts (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  code text not null,
  name text not null,
  code_folded text not null generated always as (fold(code)) stored,
  name_folded text not null generated always as (fold(name)) stored,
  notification_email text,
  -- The most that the account may owe its vendors, in the currency of its effective price list; null: no limit (rules O24).
  credit_limit numeric(19,4) check (credit_limit >= 0),
  -- Within how many days it pays; null: nothing of it is ever overdue.
  payment_terms_days int check (payment_terms_days between 0 and 365),
  group_id int not null,
  -- Null for the root, the vendor.
  parent_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  deleted_at timestamptz,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, group_id) references account_groups,
  constraint accounts_code_trimmed check (code = trimmed(code)),
  foreign key (tenant_id, parent_id) references accounts
);
call protect('accounts');
call allow('accounts', 'select, insert, update');
call findable('accounts', 'account', 'account_id', 'account_id', 'name', 'code');
-- Records show the name of an account to everybody who may read them, and its code not.
call findable('accounts', 'accountName', 'account_id', 'account_id', 'name');
-- A tenant has one vendor.
create unique index accounts_one_root on accounts (tenant_id) where parent_id is null;
-- The accounts directly below one: the tree of the network, and the check of the foreign key.
create index accounts_of_parent on accounts (tenant_id, parent_id);
-- Filters by a name, and the import, which finds accounts by it.
create index accounts_by_name on accounts (tenant_id, name_folded);
-- Sorting orders and licenses by a party's name walks through the accounts in this order, and through each one's orders or licenses.
create index accounts_in_order on accounts (tenant_id, name collate "und-x-icu");
-- A code names one account, trimmed and without regard to case. The import and every form find accounts by it.
create unique index accounts_tenant_id_code_key on accounts (tenant_id, key_of(code));
-- The list of accounts by name (decision 087).
create index accounts_sorted_by_name on accounts (tenant_id, name collate "und-x-icu", account_id) where deleted_at is null;
-- The list of accounts by date (decision 087).
create index accounts_sorted_by_creation on accounts (tenant_id, created_at, account_id) where deleted_at is null;
-- The list of accounts by group (decision 087), and the check of the foreign key.
create index accounts_of_group on accounts (tenant_id, group_id, account_id) where deleted_at is null;
-- The list of deleted accounts (decision 087).
create index accounts_deleted on accounts (tenant_id, account_id) where deleted_at is not null;

create table addresses (
  tenant_id uuid not null default current_tenant() references tenants,
  address_id uuid not null,
  account_id uuid not null,
  legal_name text not null default '',
  vat_id text not null default '',
  street text not null default '',
  city text not null default '',
  locality text,
  region text,
  postal_code text not null default '',
  country_code text not null default '',
  coordinates text,
  created_at timestamptz not null default clock(),
  -- What a search for anything compares of an address.
  searched_folded text not null generated always as (fold(vat_id || ' ' || legal_name || ' ' || city)) stored,
  primary key (tenant_id, address_id),
  foreign key (tenant_id, account_id) references accounts
);
call protect('addresses');
call allow('addresses', 'select, insert, update');
call findable('addresses', 'account', 'address_id', 'account_id', 'legal_name', 'vat_id');
-- The list of accounts is searched by cities too; as texts of accounts they would hide others from ⌘K, which reads a thousand.
call findable('addresses', 'city', 'address_id', 'account_id', 'city');
-- The addresses of an account, the first one first.
create index addresses_of_account on addresses (tenant_id, account_id, created_at);

-- Who lies below whom, at which distance; each account is its own descendant at distance 0.
-- Kept by the transaction that creates or moves an account.
create table account_tree (
  tenant_id uuid not null default current_tenant() references tenants,
  ancestor_id uuid not null,
  descendant_id uuid not null,
  depth int not null,
  primary key (tenant_id, ancestor_id, descendant_id),
  foreign key (tenant_id, ancestor_id) references accounts,
  foreign key (tenant_id, descendant_id) references accounts
);
call protect('account_tree');
-- The accounts above one, nearest first: reach, prices and vendors of an account.
create index account_tree_upwards on account_tree (tenant_id, descendant_id, depth) include (ancestor_id);

-- Which records an account finds in its lists (decision 182): one row for each account above a party of the record, the party
-- itself included, so that a page of a sub-tree by date is one range. `list` is the letter that `counted` gave it. A foreign key to
-- the record would check each of its seven or more rows again (decision 071): `portal check` compares all of them.
create table scopes (
  tenant_id uuid not null default current_tenant(),
  list "char" not null,
  account_id uuid not null,
  created_at timestamptz not null,
  record_id uuid not null,
  primary key (tenant_id, list, account_id, created_at, record_id)
);
call protect('scopes');

-- How many records a list has, without filters or by state, and for how much (decision 182): counting a large list would be nearly
-- the whole cost of a page. Several slots for each counter, so that writers do not queue behind one row.
create table tallies (
  tenant_id uuid not null default current_tenant(),
  list "char" not null,
  -- The nil id: the whole tenant, for lists that are not counted for every account above.
  account_id uuid not null,
  -- Only the account's own records, or those of the accounts below as well.
  own boolean not null,
  -- What is counted apart, joined by commas.
  state text collate "C" not null,
  -- 0 where records have no amount.
  currency_id int not null,
  slot smallint not null,
  records bigint not null,
  amount numeric(24,4) not null,
  primary key (tenant_id, list, account_id, own, state, currency_id, slot)
);
call protect('tallies');
call allow('tallies', 'select, insert, update');

-- The accounts that the caller may reach: the subtree of app.reach, which is the caller's own account or, for reading
-- with `ra` on the module, the tenant's root. This is the only definition of reach.
create or replace function reachable_accounts() returns table (account_id uuid) language sql stable parallel safe
  as $$
    select t.descendant_id from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and t.ancestor_id = (select nullif(current_setting('app.reach', true), '')::uuid)
  $$;

-- Whether the caller may reach an account. Where it is asked in a part of a statement that seldom runs: `reachable_accounts()`
-- written there would be opened with the statement, and `in` would collect the whole subtree (decision 084).
create or replace function is_reached(account uuid) returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from reachable_accounts() r where r.account_id = account);
end $$;

-- Two further questions about the tree. Neither checks the caller's reach: the caller has checked that the argument is
-- in reach, or it is its own account. `depth` is the distance; the account itself is included with 0. PostgreSQL
-- inlines both functions only if no argument is a subquery.

-- The account and everything below it.
create or replace function accounts_at_or_below(account uuid) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select t.descendant_id, t.depth from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.ancestor_id = account
  $$;

-- The account and everything above it. `exists (select from accounts_at_or_above(x) a where a.account_id = y)` asks whether
-- x is y or lies below it.
create or replace function accounts_at_or_above(account uuid) returns table (account_id uuid, depth int) language sql stable parallel safe
  as $$
    select t.ancestor_id, t.depth from account_tree t
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and t.descendant_id = account
  $$;

-- The accounts, not deleted, for which the users of this account are responsible: itself and those directly below it. For
-- accounts further down the ones between are responsible (rules Y2).
create or replace function accounts_in_care(account uuid) returns table (account_id uuid) language sql stable parallel safe rows 20
  as $$
    select a.account_id from accounts a
    where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and a.deleted_at is null
      and (a.account_id = account or a.parent_id = account)
  $$;

-- The key of the lock on a tenant's account tree. Moving a branch takes the lock exclusively; new accounts, orders and
-- licenses take it shared until their transaction ends, because they write rows for every account above. After waiting
-- they read the moved tree, because each statement in these functions has a new snapshot.
create or replace function tree_lock() returns bigint language sql stable parallel safe
  return hashtextextended('tree:' || current_tenant()::text, 0);

create or replace function hold_tree() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(tree_lock());
  return null;
end $$;

create or replace trigger hold_tree before insert on accounts for each statement execute function hold_tree();

-- Declares that the records of a table are counted (decision 182), in one line of the column that owns it. It makes the function of the
-- triggers in the words of that table, so that its plans are kept, the triggers, and what the column reads: `offered.<record>_tallies`
-- and, of what is listed, `offered.<record>_scopes`. Arguments:
--   parties    letters of the lists, each with the column of the account to which a record belongs there: '{b,buyer_id,v,vendor_id}'
--   states     what is counted apart: columns, or expressions of a row r with a name: '{status,r.paid_at is not null as paid}'
--   amount     the column that is summed, in the record's currency_id
--   listed_by  the date of the list. With it a record is listed and counted for every account above its parties, and the tree is locked
--              (tree_lock); its parties and its date never change. Without it the record is counted for its own account and, under the
--              nil id, for the whole tenant, which moving a branch does not change.
-- Whoever changes this changes the files that call it as well: the next start applies a call if its file has changed.
create or replace procedure counted(
  target regclass, record text, parties text[], states text[] default '{}', amount text default null, listed_by text default null
) language plpgsql as $procedure$
declare
  is_listed constant boolean := listed_by is not null;
  can_change constant boolean := states <> '{}' or amount is not null;
  key constant text := (
    select a.attname from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[i.indnkeyatts - 1]
    where i.indrelid = target and i.indisprimary);
  letters text[];
  accounts text[];
  expressions text[];
  columns text;
  type_of text;
  given text;
  counting text;
begin
  for n in 1 .. cardinality(parties) / 2 loop
    letters := letters || quote_literal(parties[2 * n - 1]);
    accounts := accounts || ('r.' || parties[2 * n]);
  end loop;
  for n in 1 .. cardinality(states) loop
    expressions := expressions || case when states[n] ~ '^\w+$' then 'r.' || states[n] else split_part(states[n], ' as ', 1) end;
    execute format('select pg_typeof(%s) from (select) one left join %s r on false', expressions[n], target) into type_of;
    columns := concat(columns, format('split_part(state, '','', %s)::%s as %I, ', n, type_of, regexp_replace(states[n], '^.* as ', '')));
  end loop;

  -- A counted record r, in this order.
  given := concat_ws(', ', 'r.tenant_id', 'r.' || key, 'r.' || coalesce(listed_by, key), format('array[%s]', array_to_string(accounts, ', ')),
    format('concat_ws('','', null%s)', (select string_agg(', ' || e, '' order by n) from unnest(expressions) with ordinality x (e, n))),
    case when amount is null then '0, 0' else 'r.currency_id, r.' || amount end);
  -- Placeholders: the records, and what else is done with their rows for each account.
  counting := format($text$
        with above as not materialized (
          select r.*, p.list, %1$s
          from %%s as r (tenant_id, record_id, created_at, parties, state, currency_id, amount, records)
          cross join lateral (values %2$s) as p (list, party)%3$s
        )%%s
        insert into tallies (tenant_id, list, account_id, own, state, currency_id, slot, records, amount)
        select a.tenant_id, a.list, %5$s.account_id, w.own, a.state, a.currency_id, my_slot, sum(a.records), sum(a.records * a.amount)
        from above a
        %4$s
        group by 1, 2, 3, 4, 5, 6
        having sum(a.records) <> 0 or sum(a.records * a.amount) <> 0
        order by 1, 2, 3, 4, 5, 6
        on conflict (tenant_id, list, account_id, own, state, currency_id, slot)
        do update set records = tallies.records + excluded.records, amount = tallies.amount + excluded.amount;$text$,
    case when is_listed then 't.ancestor_id as account_id, t.depth = 0 as is_party' else 'p.party as account_id' end,
    (select string_agg(format('(%s::"char", r.parties[%s])', l, n), ', ' order by n) from unnest(letters) with ordinality x (l, n)),
    case when is_listed then '
          join account_tree t on t.tenant_id = r.tenant_id and t.descendant_id = p.party' end,
    case when is_listed then 'join (values (false), (true)) as w (own) on a.is_party or not w.own'
         else $text$cross join lateral (values (a.account_id, true), ('00000000-0000-0000-0000-000000000000'::uuid, false)) as w (account_id, own)$text$ end,
    case when is_listed then 'a' else 'w' end);

  -- With `app.import` on, which can last minutes, counters have a slot of their own, so that no other transaction waits for their row
  -- locks, and the tree is not locked: the import checks at its end whether it has changed. The lock is taken by an expression, which
  -- opens no plan; the statement after it has a snapshot of its own.
  execute format($text$
    create or replace function tally_%1$s() returns trigger language plpgsql as $function$
    declare
      is_import constant boolean := coalesce(current_setting('app.import', true), '') = 'on';
      my_slot constant smallint := case when is_import then -1 else pg_backend_pid() %% 16 end;%2$s
    begin
      if tg_op = 'INSERT' then%3$s
      elsif tg_op = 'DELETE' then%4$s%5$s
      end if;
      return null;
    end $function$$text$, target,
    case when is_listed then '
      locked constant text := case when not is_import then pg_advisory_xact_lock_shared(tree_lock())::text end;' end,
    format(counting, format('(select %s, 1 from counted r)', given), case when is_listed then $text$, listed as (
          insert into scopes (tenant_id, list, account_id, created_at, record_id)
          select a.tenant_id, a.list, a.account_id, a.created_at, a.record_id from above a
        )$text$ end),
    format(counting, format('(select %s, -1 from counted r)', given), case when is_listed then $text$, unlisted as (
          delete from scopes s using above a
          where s.tenant_id = a.tenant_id and s.list = a.list and s.account_id = a.account_id and s.created_at = a.created_at
            and s.record_id = a.record_id
        )$text$ end),
    case when can_change then '
      else' || format(counting, format('(values (%s, 1), (%s, -1))', of_row(given, 'new'), of_row(given, 'old')), '') end);

  execute format('create or replace trigger tally_new after insert on %1$s
    referencing new table as counted for each statement when (not arriving()) execute function tally_%1$s()', target);
  execute format('create or replace trigger tally_removed after delete on %1$s
    referencing old table as counted for each statement when (not emptying()) execute function tally_%1$s()', target);
  -- By row, under a condition: most updates change nothing that is counted, and must not pay for it.
  if can_change then
    given := array_to_string(accounts || expressions || case when amount is not null then array['r.currency_id', 'r.' || amount] end, ', ');
    execute format('create or replace trigger tally_changed after update on %1$s
      for each row when ((%2$s) is distinct from (%3$s)) execute function tally_%1$s()', target, of_row(given, 'new'), of_row(given, 'old'));
  end if;

  execute format($text$create or replace view offered.%1$s_tallies with (security_invoker = true) as
    select tenant_id, list, account_id, own, %2$scurrency_id, slot, records as %1$ss, amount from tallies where list in (%3$s)$text$,
    record, columns, array_to_string(letters, ', '));
  if is_listed then
    execute format($text$create or replace view offered.%1$s_scopes with (security_invoker = true) as
      select tenant_id, list, account_id, created_at, record_id as %2$s from scopes where list in (%3$s)$text$,
      record, key, array_to_string(letters, ', '));
  end if;
end $procedure$;

-- An expression of a row r as one of another row.
create or replace function of_row(expression text, name text) returns text language sql immutable
  return regexp_replace(expression, '\mr\.', name || '.', 'g');

-- The certificates that an account validly shows, as JSON, by name.
create or replace function account_badges(account uuid) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object('name', b.name, 'category', b.category, 'badgeColor', b.badge_color)
      order by b.name collate "und-x-icu", b.certificate_id), '[]')
    from (
      select distinct c.certificate_id, c.name, c.category, c.badge_color
      from offered.certificate_badges c
      left join offered.users u on u.tenant_id = c.tenant_id and u.user_id = c.user_id
      where c.tenant_id = (select current_tenant()) and c.account_id = account and u.deleted_at is null
    ) b);
end $$;

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_account(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select accounts.account_id, accounts.name from accounts where tenant_id = current_tenant() and account_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_account(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(a) - array['code_folded', 'name_folded']),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(d) - 'searched_folded') order by d.address_id) from addresses d
     where d.tenant_id = a.tenant_id and d.account_id = a.account_id))::text
  from accounts a where a.tenant_id = current_tenant() and a.account_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Partner companies, deleted ones too.
create or replace view offered.accounts with (security_invoker = true) as
  select tenant_id, account_id, code, name, name_folded, notification_email, group_id, parent_id, created_at,
    created_by, deleted_at, credit_limit, payment_terms_days
  from accounts;

-- Each account with every account above it and itself (depth 0).
create or replace view offered.account_tree with (security_invoker = true) as
  select tenant_id, ancestor_id, descendant_id, depth
  from account_tree;

-- Legal names and places.
create or replace view offered.addresses with (security_invoker = true) as
  select tenant_id, address_id, account_id, legal_name, vat_id, street, city, locality, region, postal_code,
    country_code, created_at, coordinates
  from addresses;
