-- The dashboard reads the states of an account's licenses from these indexes alone.
drop index licenses_of_owner;
create index licenses_of_owner on licenses (tenant_id, owner_id, created_at desc, license_id desc)
  include (product_id, seats, activated_at, expires_at, maintenance_expires_at);
drop index license_seats_of_license;
create index license_seats_of_license on license_seats (tenant_id, license_id, created_at) include (revoked_at);
-- Renewals since the end of a period.
create index license_renewals_by_time on license_renewals (tenant_id, renewed_at);
