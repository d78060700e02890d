create or replace function scope_new_licenses() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  -- New code inserts the serial keys before the licenses. This insert is for processes of the previous version, which
  -- do not.
  insert into serial_keys (serial_key, tenant_id, license_id)
  select a.serial_key, a.tenant_id, a.license_id from added a
  where not exists (select from serial_keys k where k.tenant_id = a.tenant_id and k.license_id = a.license_id)
  order by a.serial_key;

  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into license_scopes (tenant_id, account_id, created_at, license_id)
  select a.tenant_id, t.ancestor_id, a.created_at, a.license_id
  from added a
  join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.owner_id;

  insert into license_tallies (tenant_id, account_id, own, activated, exported, slot, licenses)
  select a.tenant_id, t.ancestor_id, w.own, a.activated_at is not null, a.exported_at is not null, my_slot, count(*)
  from added a
  join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.owner_id
  cross join lateral (select false as own union all select true where t.depth = 0) w
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, own, activated, exported, slot)
  do update set licenses = license_tallies.licenses + excluded.licenses;
  return null;
end $$;

create or replace trigger scope_new_licenses after insert on licenses
  referencing new table as added for each statement execute function scope_new_licenses();

-- A row trigger with a condition: a license rarely changes its state but often changes in other ways (each seat taken),
-- and those updates must not pay for this.
create or replace function tally_changed_license() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  perform pg_advisory_xact_lock_shared(tree_lock());

  insert into license_tallies (tenant_id, account_id, own, activated, exported, slot, licenses)
  select t.tenant_id, t.ancestor_id, w.own, c.activated, c.exported, my_slot, c.licenses
  from account_tree t
  cross join lateral (select false as own union all select true where t.depth = 0) w
  cross join (values (old.activated_at is not null, old.exported_at is not null, -1),
                     (new.activated_at is not null, new.exported_at is not null, 1)) as c (activated, exported, licenses)
  where t.tenant_id = new.tenant_id and t.descendant_id = new.owner_id
  order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, own, activated, exported, slot)
  do update set licenses = license_tallies.licenses + excluded.licenses;
  return null;
end $$;

create or replace trigger tally_changed_license after update of activated_at, exported_at on licenses
  for each row when ((old.activated_at is null, old.exported_at is null) <> (new.activated_at is null, new.exported_at is null))
  execute function tally_changed_license();

-- Views that other modules may read, listed in owners.ts. Row-level security is that of the reader.

-- License keys.
create or replace view offered.licenses with (security_invoker = true) as
  select tenant_id, license_id, serial_key, product_id, owner_id, seats, seats_occupied, created_at, created_by,
    activated_at, starts_at, expires_at, maintenance_expires_at, exported_at, derived_order_id, export_environment_id
  from licenses;

-- Counters of licenses by account.
create or replace view offered.license_tallies with (security_invoker = true) as
  select tenant_id, account_id, own, slot, licenses, activated, exported
  from license_tallies;

-- The products that renew a product's keys, the first at place 1 (rules K19): the product itself, then its extensions by
-- SKU, while they are Active and prolong what ends. A perpetual license is not bought again: only an extension with
-- maintenance renews it. Trials and upgrade rights are not renewed.
create or replace function renewing_products()
  returns table (product_id uuid, of_perpetual boolean, renewal_product_id uuid, sku text, name text, place int)
  language sql stable parallel safe
  as $$
    with published as (
      select p.product_id, p.sku, p.name, p.status, p.extended_product_id,
             p.license_is_perpetual or p.license_years + p.license_months + p.license_days > 0 as prolongs_license,
             p.maintenance_is_perpetual or p.maintenance_years + p.maintenance_months + p.maintenance_days > 0
               as prolongs_maintenance
      from offered.product_publications b
      join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
      where b.tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)
        and not p.is_trial and not p.is_upgrade_right
    )
    select k.product_id, w.of_perpetual, s.product_id, s.sku, s.name,
           row_number() over (
             partition by k.product_id, w.of_perpetual order by s.product_id <> k.product_id, s.sku)::int
    from published k
    cross join (values (false), (true)) as w (of_perpetual)
    join published s on s.status = 'Active' and (
      not w.of_perpetual and s.prolongs_license and (s.product_id = k.product_id or s.extended_product_id = k.product_id)
      or w.of_perpetual and s.prolongs_maintenance and s.extended_product_id = k.product_id and s.product_id <> k.product_id)
  $$;
