-- Support finds a key by any part of it, or of the name or id of a device. `like` is not leakproof, so under row-level
-- security no index can serve it. These texts therefore stand in a table of their own, without row-level security, where
-- the application has no rights: only the function `licenses_with_text` reads it, for the tenant of the transaction.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table license_texts (
  tenant_id uuid not null,
  -- The license for its key, a seat for its device.
  text_id uuid not null,
  license_id uuid not null,
  folded text not null,
  primary key (tenant_id, text_id)
);

do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into license_texts (tenant_id, text_id, license_id, folded)
    select tenant_id, license_id, license_id, lower(serial_key) from licenses;
    insert into license_texts (tenant_id, text_id, license_id, folded)
    select tenant_id, license_seat_id, license_id, device_folded from license_seats;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create index license_texts_by_part on license_texts using gin (tenant_id, folded gin_trgm_ops);

-- They served the search that this one replaces.
drop index license_seats_by_device;
drop index licenses_by_part;
