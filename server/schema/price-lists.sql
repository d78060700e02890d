-- Price lists, each of one account and in one currency.
create table price_lists (
  tenant_id uuid not null default current_tenant() references tenants,
  price_list_id uuid not null,
  account_id uuid not null,
  name text not null,
  name_folded text not null generated always as (fold(name)) stored,
  currency_id int not null references currencies,
  status text not null default 'Active',
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  constraint price_lists_name_trimmed check (name = trimmed(name)),
  primary key (tenant_id, price_list_id),
  foreign key (tenant_id, account_id) references accounts
);
call protect('price_lists');
call findable('price_lists', 'priceList', 'price_list_id', 'price_list_id', 'name');
-- A name is given once by an account, trimmed and without regard to case.
create unique index price_lists_tenant_id_account_id_name_key on price_lists (tenant_id, account_id, key_of(name));
-- The list of price lists by name (decision 087).
create index price_lists_sorted_by_name on price_lists (tenant_id, name collate "und-x-icu", price_list_id);
-- The price lists of an account and of a small branch (decision 087); the check of the foreign key.
create index price_lists_of_account on price_lists (tenant_id, account_id, price_list_id);
-- The list of price lists by date (decision 087).
create index price_lists_sorted_by_creation on price_lists (tenant_id, created_at, price_list_id);
-- The list of price lists by currency (decision 087).
create index price_lists_of_currency on price_lists (tenant_id, currency_id, price_list_id);

-- The price of each product on a list.
create table price_list_items (
  tenant_id uuid not null default current_tenant() references tenants,
  price_list_id uuid not null,
  product_id uuid not null,
  custom_price numeric(19,4) not null check (custom_price >= 0),
  discount_type text check (discount_type in ('percentage', 'amount')),
  discount_amount numeric(19,4),
  -- Lower prices from a number of pieces on, by rising number: [{ from, price }]. Null: none (rules R21).
  quantity_breaks jsonb,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, price_list_id, product_id),
  foreign key (tenant_id, price_list_id) references price_lists on delete cascade,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('price_list_items');
-- The lists that have a product; the check of the foreign key.
create index price_list_items_of_product on price_list_items (tenant_id, product_id);

-- The list an account was given; with can_propagate it also serves those below that have none of their own.
create table price_list_accounts (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  price_list_id uuid not null,
  can_propagate boolean not null default false,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, price_list_id) references price_lists
);
call protect('price_list_accounts');
-- The accounts that were given a list; the check of the foreign key.
create index price_list_accounts_of_list on price_list_accounts (tenant_id, price_list_id);

-- What every price of a price list has been: whoever writes a price leaves a change behind, by whatever way. It outlives
-- the list.
create table price_changes (
  tenant_id uuid not null default current_tenant() references tenants,
  price_list_id uuid not null,
  product_id uuid not null,
  -- Counts the changes of one price.
  number int not null,
  -- Null before the product came on the list, and after it left.
  price_before numeric(19,4),
  price_after numeric(19,4),
  discount_type text,
  discount_amount numeric(19,4),
  -- Those after the change.
  quantity_breaks jsonb,
  changed_at timestamptz not null default clock(),
  changed_by uuid default current_user_id(),
  primary key (tenant_id, price_list_id, product_id, number)
);
call protect('price_changes');
call append_only('price_changes');
-- The history of a list, newest first.
create index price_changes_of_list on price_changes (tenant_id, price_list_id, changed_at desc);

-- Prices of a list that apply from a day on (rules R12 to R16).
create table price_plans (
  tenant_id uuid not null default current_tenant() references tenants,
  plan_id uuid not null,
  price_list_id uuid not null,
  -- The first day of the new prices, in the tenant's time zone.
  day date not null,
  note text,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  -- Null until the prices were applied.
  applied_at timestamptz,
  -- Products that were deleted meanwhile, and were left out.
  skipped int not null default 0,
  primary key (tenant_id, plan_id),
  foreign key (tenant_id, price_list_id) references price_lists on delete cascade
);
call protect('price_plans');
-- A list has one plan for a day. The plans of a list by day; the check of the foreign key.
create unique index price_plans_of_list on price_plans (tenant_id, price_list_id, day);
-- What waits for its day (job price-lists:apply).
create index price_plans_waiting on price_plans (tenant_id, day) where applied_at is null;

-- The prices of a plan. Null: the product leaves the list.
create table price_plan_items (
  tenant_id uuid not null default current_tenant() references tenants,
  plan_id uuid not null,
  product_id uuid not null,
  custom_price numeric(19,4) check (custom_price >= 0),
  discount_type text check (discount_type in ('percentage', 'amount')),
  discount_amount numeric(19,4),
  quantity_breaks jsonb,
  primary key (tenant_id, plan_id, product_id),
  foreign key (tenant_id, plan_id) references price_plans on delete cascade,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('price_plan_items');
call allow('price_plan_items', 'select, insert, delete');
-- The check of the foreign key.
create index price_plan_items_of_product on price_plan_items (tenant_id, product_id);

-- The nearest price list that serves an account (rules R2): its own, or that of the nearest ancestor that propagates
-- it. With `for_those_below`, the list that this account passes on to descendants without one: then its own list counts
-- only if it propagates. Looks at most `levels` up, or to the root if that is null. This is the only definition of the
-- rule: every lookup of the list that serves an account uses it. PostgreSQL inlines it only if the arguments are plain
-- values or columns: do not pass a subquery.
create or replace function nearest_price_list(account uuid, for_those_below boolean, levels int)
  returns table (price_list_id uuid, from_account_id uuid, depth int, can_propagate boolean)
  language sql stable parallel safe
  as $$
    select a.price_list_id, a.account_id, t.depth, a.can_propagate
    from account_tree t
    join price_list_accounts a on a.tenant_id = t.tenant_id and a.account_id = t.ancestor_id
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and t.descendant_id = account
      and (levels is null or t.depth <= levels)
      and (a.can_propagate or t.depth = 0 and not for_those_below)
    order by t.depth
    limit 1
  $$;

-- An account's effective price list: its own, or that of the nearest ancestor whose association propagates (rules R2).
create or replace function effective_price_list(account uuid) returns table (price_list_id uuid, from_account_id uuid, depth int, can_propagate boolean)
  language sql stable parallel safe
  as $$ select * from nearest_price_list(account, false, null) $$;

-- Breaks as one text, as files and the audit log have them: `10:45|50:40.5`; null for none (`breaksText`).
create or replace function breaks_text(breaks jsonb) returns text
  language sql immutable parallel safe
  as $$
    select string_agg((b ->> 'from') || ':' || (b ->> 'price'), '|' order by (b ->> 'from')::int)
    from jsonb_array_elements(breaks) b
  $$;

-- The price of the break that applies to so many pieces; null where none does.
create or replace function break_at(breaks jsonb, quantity bigint) returns numeric
  language sql immutable parallel safe
  as $$
    select (b ->> 'price')::numeric from jsonb_array_elements(breaks) b
    where (b ->> 'from')::int <= quantity order by (b ->> 'from')::int desc limit 1
  $$;

-- The price of one piece when so many are bought (rules R22). The same rule in TypeScript is `breakAt`. A price without breaks, which
-- most are, is answered without the search: PostgreSQL inlines this function.
create or replace function price_at(price numeric, breaks jsonb, quantity bigint) returns numeric
  language sql immutable parallel safe
  as $$ select case when breaks is null then price else coalesce(break_at(breaks, quantity), price) end $$;

-- The prices that an account pays: the Active products of its effective list at the list's prices; for the root without
-- a list, the MSRP of every Active product in the tenant's currency. Other accounts never fall back to the MSRP.
-- PostgreSQL inlines it only if its argument is a plain value or column: do not pass a subquery.
create or replace function effective_prices(account uuid)
  returns table (product_id uuid, price numeric, currency_id int, price_list_id uuid, price_list_name text,
                 discount_type text, discount_amount numeric, quantity_breaks jsonb)
  language sql stable parallel safe
  as $$
    select i.product_id, i.custom_price, l.currency_id, l.price_list_id, l.name, i.discount_type, i.discount_amount,
           i.quantity_breaks
    from effective_price_list(account) e
    join price_lists l on l.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
                      and l.price_list_id = e.price_list_id
    join price_list_items i on i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id
    join product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.status = 'Active'
    union all
    select p.product_id, p.price_msrp, p.currency_id, null, null, null, null, null
    from accounts a
    join tenants t on t.tenant_id = a.tenant_id
    join product_publications b on b.tenant_id = a.tenant_id
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
                   and p.currency_id = t.currency_id and p.status = 'Active'
    where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and a.account_id = account and a.parent_id is null
      and not exists (select from effective_price_list(account))
  $$;

create or replace function note_price_change(tenant uuid, price_list uuid, product uuid, price_before numeric, price_after numeric,
                                  discount_type text, discount_amount numeric, quantity_breaks jsonb)
  returns void language sql
  as $$
    insert into price_changes (tenant_id, price_list_id, product_id, number, price_before, price_after, discount_type, discount_amount,
                               quantity_breaks)
    select $1, $2, $3, coalesce(max(number), 0) + 1, $4, $5, $6, $7, $8 from price_changes
    where tenant_id = $1 and price_list_id = $2 and product_id = $3
  $$;

create or replace function follow_new_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.tenant_id, i.price_list_id, i.product_id, null, i.custom_price, i.discount_type, i.discount_amount,
                            i.quantity_breaks)
  from added i;
  return null;
end $$;

create or replace function follow_changed_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(i.tenant_id, i.price_list_id, i.product_id, o.custom_price, i.custom_price, i.discount_type, i.discount_amount,
                            i.quantity_breaks)
  from changed i join former o using (tenant_id, price_list_id, product_id)
  where (i.custom_price, i.discount_type, i.discount_amount, i.quantity_breaks)
    is distinct from (o.custom_price, o.discount_type, o.discount_amount, o.quantity_breaks);
  return null;
end $$;

create or replace function follow_old_prices() returns trigger language plpgsql as $$
begin
  perform note_price_change(o.tenant_id, o.price_list_id, o.product_id, o.custom_price, null, null, null, null) from former o;
  return null;
end $$;

create or replace trigger follow_new_prices after insert on price_list_items
  referencing new table as added for each statement when (not arriving()) execute function follow_new_prices();

create or replace trigger follow_changed_prices after update on price_list_items
  referencing new table as changed old table as former for each statement execute function follow_changed_prices();

create or replace trigger follow_old_prices after delete on price_list_items
  referencing old table as former for each statement execute function follow_old_prices();

-- For the audit log: the account to which a record belongs, and its name (decision 053).
create or replace function audited_price_list(id uuid) returns table (account_id uuid, name text) language sql stable as
$$ select price_lists.account_id, price_lists.name from price_lists where tenant_id = current_tenant() and price_list_id = id $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
create or replace function state_of_price_list(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(p) - 'name_folded'),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(i)) order by i.product_id) from price_list_items i
     where i.tenant_id = p.tenant_id and i.price_list_id = p.price_list_id))::text
  from price_lists p where p.tenant_id = current_tenant() and p.price_list_id = id
$$;

-- Of an account: which list it is associated with.
create or replace function state_of_association(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_strip_nulls(to_jsonb(p))::text from price_list_accounts p where p.tenant_id = current_tenant() and p.account_id = id
$$;

-- For the audit log: the account to which a plan belongs, and its name (decision 053).
create or replace function audited_price_plan(id uuid) returns table (account_id uuid, name text) language sql stable as $$
  select l.account_id, l.name || ', ' || to_char(p.day, 'YYYY-MM-DD')
  from price_plans p join price_lists l using (tenant_id, price_list_id)
  where p.tenant_id = current_tenant() and p.plan_id = id
$$;

-- For the seals of the audit log: what a plan is.
create or replace function state_of_price_plan(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(jsonb_strip_nulls(to_jsonb(p)),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(i)) order by i.product_id) from price_plan_items i
     where i.tenant_id = p.tenant_id and i.plan_id = p.plan_id))::text
  from price_plans p where p.tenant_id = current_tenant() and p.plan_id = id
$$;

-- Whether the jobs of this column have something to do (function has_work).
create or replace function price_lists_has_work(job text) returns boolean language plpgsql stable as $$
begin
  case job
    when 'price-lists:apply' then return exists (
      select from price_plans p
      where p.tenant_id = current_tenant() and p.applied_at is null
        and p.day <= (select (clock() at time zone t.time_zone)::date from offered.tenants t where t.tenant_id = current_tenant()));
    else return null;
  end case;
end $$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- Price lists and whose they are.
create or replace view offered.price_lists with (security_invoker = true) as
  select tenant_id, price_list_id, account_id, name, name_folded, currency_id, status, created_at, created_by
  from price_lists;

-- Prices on the lists.
create or replace view offered.price_list_items with (security_invoker = true) as
  select tenant_id, price_list_id, product_id, custom_price, discount_type, discount_amount, quantity_breaks, created_at
  from price_list_items;

-- Which list an account was given.
create or replace view offered.price_list_accounts with (security_invoker = true) as
  select tenant_id, account_id, price_list_id, can_propagate
  from price_list_accounts;
