-- The ends of keys by `case`: `coalesce` is not leakproof, so under row-level security it is no condition of an index.
drop index licenses_due, licenses_due_of_owner;
create index licenses_due on licenses
  (tenant_id, (case when expires_at is null then maintenance_expires_at else expires_at end), license_id)
  include (owner_id, product_id, seats, license_is_perpetual, expires_at, maintenance_expires_at)
  where (case when expires_at is null then maintenance_expires_at else expires_at end) is not null;
create index licenses_due_of_owner on licenses
  (tenant_id, owner_id, (case when expires_at is null then maintenance_expires_at else expires_at end), license_id)
  include (product_id, seats, license_is_perpetual, expires_at, maintenance_expires_at)
  where (case when expires_at is null then maintenance_expires_at else expires_at end) is not null;
