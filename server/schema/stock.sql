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

-- How many balances an account has, for the number under the list of stock (decision 088).
create or replace function tally_stock() returns trigger language plpgsql as $$
begin
  insert into stock_tallies (tenant_id, account_id, balances)
  select a.tenant_id, a.account_id, count(*) from added a group by 1, 2 order by 1, 2
  on conflict (tenant_id, account_id) do update set balances = stock_tallies.balances + excluded.balances;
  return null;
end $$;

create or replace trigger tally_stock after insert on stock_balances
  referencing new table as added for each statement execute function tally_stock();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- What an account has on hand, and what of it is promised.
create or replace view offered.stock_balances with (security_invoker = true) as
  select tenant_id, account_id, product_id, quantity, held, movements, is_root
  from stock_balances;

-- The ledger.
create or replace view offered.stock_movements with (security_invoker = true) as
  select tenant_id, movement_id, account_id, product_id, quantity, reason, order_id, license_id, created_at, created_by
  from stock_movements;
