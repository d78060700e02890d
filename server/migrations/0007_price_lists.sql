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
  primary key (tenant_id, price_list_id),
  unique (tenant_id, account_id, name),
  foreign key (tenant_id, account_id) references accounts
);
call protect('price_lists');

create table price_list_items (
  tenant_id uuid not null default current_tenant() references tenants,
  price_list_id uuid not null,
  product_id uuid not null,
  custom_price numeric(19,4) not null check (custom_price >= 0),
  discount_type text check (discount_type in ('percentage', 'amount')),
  discount_amount numeric(19,4),
  created_at timestamptz not null default clock(),
  primary key (tenant_id, price_list_id, product_id),
  foreign key (tenant_id, price_list_id) references price_lists on delete cascade,
  foreign key (tenant_id, product_id) references product_publications
);
create index price_list_items_of_product on price_list_items (tenant_id, product_id);
call protect('price_list_items');

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
create index price_list_accounts_of_list on price_list_accounts (tenant_id, price_list_id);
call protect('price_list_accounts');

-- An account's effective price list: its own, or the nearest above that propagates (domain, Catalogue and prices).
create function effective_price_list(account uuid) returns table (price_list_id uuid, from_account_id uuid, depth int, can_propagate boolean)
  language sql stable parallel safe
  as $$
    select a.price_list_id, a.account_id, t.depth, a.can_propagate
    from account_tree t
    join price_list_accounts a on a.tenant_id = t.tenant_id and a.account_id = t.ancestor_id
    where t.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and t.descendant_id = account
      and (t.depth = 0 or a.can_propagate)
    order by t.depth
    limit 1
  $$;

-- What an account pays for what it can buy: the Active products of its effective list at the list's prices; for the root
-- without a list, the MSRP of every Active product in the tenant's currency. Nobody else ever falls back to the MSRP.
-- Both functions are folded into the query that calls them as long as their argument is a plain value or column: hand
-- in no sub-select.
create function effective_prices(account uuid)
  returns table (product_id uuid, price numeric, currency_id int, price_list_id uuid, price_list_name text,
                 discount_type text, discount_amount numeric)
  language sql stable parallel safe
  as $$
    select i.product_id, i.custom_price, l.currency_id, l.price_list_id, l.name, i.discount_type, i.discount_amount
    from effective_price_list(account) e
    join price_lists l on l.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
                      and l.price_list_id = e.price_list_id
    join price_list_items i on i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id
    join product_publications b on b.tenant_id = i.tenant_id and b.product_id = i.product_id
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id and p.status = 'Active'
    union all
    select p.product_id, p.price_msrp, p.currency_id, null, null, null, null
    from accounts a
    join tenants t on t.tenant_id = a.tenant_id
    join product_publications b on b.tenant_id = a.tenant_id
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
                   and p.currency_id = t.currency_id and p.status = 'Active'
    where a.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
      and a.account_id = account and a.parent_id is null
      and not exists (select from effective_price_list(account))
  $$;
