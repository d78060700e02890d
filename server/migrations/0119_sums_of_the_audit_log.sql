-- What the search of the audit log counts and finds by (decision 066). A job adds sealed events, in their sequence; whoever reads adds
-- those that it has not reached yet. Nothing here is more than what the events say.

-- Up to which link of the chain the events are added.
create table audit_summed (
  tenant_id uuid not null default current_tenant() references tenants,
  seq bigint not null,
  primary key (tenant_id)
);
call protect('audit_summed');
call allow('audit_summed', 'select, insert, update');

-- How many events there are. The nil UUID stands for all accounts, for no account and for the portal itself.
create table audit_sums (
  tenant_id uuid not null default current_tenant() references tenants,
  -- t: of a kind and action; d: of a kind and action on a day of UTC; a: of an account by kind and action; u: of an account by person
  grain "char" not null,
  account_id uuid not null,
  user_id uuid not null,
  day date not null,
  entity text not null,
  action text not null,
  events bigint not null,
  primary key (tenant_id, grain, account_id, user_id, day, entity, action) include (events)
);
call protect('audit_sums');
call allow('audit_sums', 'select, insert, update');

-- The events of price lists by the products that they name.
create table audit_products (
  tenant_id uuid not null default current_tenant() references tenants,
  product_id text not null,
  audit_id uuid not null,
  primary key (tenant_id, product_id, audit_id)
);
call protect('audit_products');
call allow('audit_products', 'select, insert');

-- The names that records have had, found by any part. `like` is not leakproof, so under row-level security no index serves it; as for the
-- keys of licenses, the application has no rights here, and two functions read it for the tenant of the transaction.
create table audit_texts (
  tenant_id uuid not null,
  entity_id text not null,
  folded text not null,
  events bigint not null,
  primary key (tenant_id, entity_id, folded)
);
create index audit_texts_by_part on audit_texts using gin (tenant_id, folded gin_trgm_ops);
