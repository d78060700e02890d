-- Support finds keys by parts of what a customer has in hand. `like` is not leakproof and is therefore no condition of an
-- index under row-level security, so these indexes hold all that the search reads: it scans them, never the tables.
alter table license_seats add column device_folded text not null
  generated always as (fold(coalesce(device_name, '') || ' ' || device_uuid)) stored;
create index license_seats_by_device on license_seats (tenant_id, device_folded, license_id);
create index licenses_by_part on licenses (tenant_id, serial_key text_pattern_ops, license_id);
create index licenses_by_creator on licenses (tenant_id, created_by) where created_by is not null;
