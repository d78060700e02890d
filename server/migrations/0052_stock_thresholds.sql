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
