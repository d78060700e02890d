-- The ledger: append-only; nothing else changes a balance.
create table stock_movements (
  tenant_id uuid not null default current_tenant(),
  movement_id uuid not null,
  account_id uuid not null,
  product_id uuid not null,
  quantity int not null check (quantity <> 0),
  reason text not null check (reason in ('issue', 'sale', 'purchase', 'revoke', 'license', 'import')),
  -- Its foreign key is in orders.sql.
  order_id uuid,
  license_id uuid,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  -- Also an account's ledger, newest first: nobody looks for one movement by its id.
  primary key (tenant_id, account_id, created_at, movement_id),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, product_id) references product_publications
);
call protect('stock_movements');
call append_only('stock_movements');
-- An account's ledger of one product, newest first.
create index stock_movements_of_product on stock_movements (tenant_id, account_id, product_id, created_at desc, movement_id desc);
-- The movements of an order; the check of the foreign key.
create index stock_movements_of_order on stock_movements (tenant_id, order_id) where order_id is not null;
-- What the import opened the stock of a product in an account with. An undone opening has a second row, which takes it back; that none
-- is opened twice is checked by the import, of which a tenant has one at a time.
create index stock_opened on stock_movements (tenant_id, account_id, product_id) where reason = 'import';

-- Always the sum of its movements; `held` is what the account's pending sell-outs have promised.
create table stock_balances (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  product_id uuid not null,
  quantity bigint not null default 0,
  held bigint not null default 0 check (held >= 0),
  -- How many movements made it: a page of the ledger would otherwise count them.
  movements bigint not null default 0,
  is_root boolean not null default false,
  primary key (tenant_id, account_id, product_id),
  -- Only the root issues; nobody else ever gives or promises what it does not have.
  constraint stock_balances_covered check (is_root or quantity >= held),
  foreign key (tenant_id, account_id) references accounts,
  foreign key (tenant_id, product_id) references product_publications
) with (fillfactor = 50);
call protect('stock_balances');
call allow('stock_balances', 'select, insert, update');
-- Who has a product; the check of the foreign key.
create index stock_balances_of_product on stock_balances (tenant_id, product_id, account_id);

-- Below how many available pieces of a product an account is warned. No row: no warning.
create table stock_thresholds (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  product_id uuid not null,
  threshold int not null check (threshold > 0),
  primary key (tenant_id, account_id, product_id),
  foreign key (tenant_id, account_id, product_id) references stock_balances
);
call protect('stock_thresholds');

-- For the number under the list of stock.
call counted('stock_balances', 'balance', '{s,account_id}');

-- The nearest account above the buyer, within the sub-tree of the acting one, that has any of these products to sell; no row
-- when none has (rules O3). Forms ask it product by product, a sale for all that it sells.
create or replace function nearest_vendor(buyer uuid, acting uuid, products uuid[]) returns table (account_id uuid)
  language sql stable parallel safe
  as $$
    select up.account_id
    from accounts_at_or_above(buyer) up
    where up.depth > 0
      and exists (select from accounts_at_or_above(up.account_id) a where a.account_id = acting)
      and exists (
        select from stock_balances b
        where b.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid) and b.account_id = up.account_id
          and b.product_id = any(products) and b.quantity > b.held)
    order by up.depth
    limit 1
  $$;

-- For the seals of the audit log: what a record of this column is, as text, without what changes beside its events (decision 114).
-- Of an account: its thresholds, and the movements that belong to no order and no license.
create or replace function state_of_stock(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_build_array(
    (select jsonb_agg(to_jsonb(t) order by t.product_id) from stock_thresholds t where t.tenant_id = current_tenant() and t.account_id = id),
    (select jsonb_agg(jsonb_strip_nulls(to_jsonb(m)) order by m.movement_id) from stock_movements m
     where m.tenant_id = current_tenant() and m.account_id = id and m.order_id is null and m.license_id is null))::text
$$;

-- Of an order: the movements that it made.
create or replace function state_of_movements(id uuid) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_agg(jsonb_strip_nulls(to_jsonb(m)) order by m.movement_id)::text from stock_movements m
  where m.tenant_id = current_tenant() and m.order_id = id
$$;

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- What an account has on hand, and what of it is promised.
create or replace view offered.stock_balances with (security_invoker = true) as
  select tenant_id, account_id, product_id, quantity, held, movements, is_root
  from stock_balances;

-- The ledger.
create or replace view offered.stock_movements with (security_invoker = true) as
  select tenant_id, movement_id, account_id, product_id, quantity, reason, order_id, license_id, created_at, created_by
  from stock_movements;
