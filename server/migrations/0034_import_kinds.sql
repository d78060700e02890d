-- Stock, orders and licenses can be imported in the browser as well.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (
  kind in ('accounts', 'users', 'products', 'price-lists', 'price-list-accounts', 'stock', 'orders', 'licenses'));
