-- The features that a product type has, each with its value.
create table product_type_features (
  tenant_id uuid not null default current_tenant() references tenants,
  type_id uuid not null,
  feature_id uuid not null,
  -- JSON of the feature's type; null where it has none yet.
  value jsonb,
  primary key (tenant_id, type_id, feature_id),
  foreign key (tenant_id, type_id) references product_types,
  foreign key (tenant_id, feature_id) references features
);
create index product_type_features_of_feature on product_type_features (tenant_id, feature_id);
call protect('product_type_features');

create index products_of_type on products (tenant_id, type_id) where type_id is not null;

-- A type of values that this version does not know is not shown, and not lost.
alter table features drop constraint features_value_type_check;
alter table features add check (value_type > 0);
alter table features add column created_by uuid default current_user_id();
