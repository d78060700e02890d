create or replace trigger is_double_no_more before update of sku on products
  for each row when (old.is_double and old.sku <> new.sku) execute function is_double_no_more();

create or replace trigger is_double_no_more before update of name on product_types
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();

create or replace trigger is_double_no_more before update of name on features
  for each row when (old.is_double and old.name <> new.name) execute function is_double_no_more();
