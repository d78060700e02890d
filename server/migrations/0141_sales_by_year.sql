-- Sums of sales by product and by buyer are kept by year of UTC too, grain y (decision 085). A job adds those of a tenant once, from its
-- quarters; from then on folds keep them, and the dashboard reads them.
create table sales_by_year (
  tenant_id uuid not null default current_tenant() references tenants,
  primary key (tenant_id)
);
call protect('sales_by_year');
call allow('sales_by_year', 'select, insert');
