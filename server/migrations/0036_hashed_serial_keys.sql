-- A device that knows only its key is found by a keyed hash of it: this table, the only one without row-level security that
-- names licenses, held the keys themselves. The secret is not the database's, so the hashes are made by the application
-- (licenses:hash-keys), which also empties the plain column, an hour after this migration: until then processes of the
-- version before look there.
alter table serial_keys drop constraint serial_keys_pkey;
alter table serial_keys alter column serial_key drop not null;
alter table serial_keys add column key_hash bytea;
alter table serial_keys add primary key (tenant_id, license_id);
alter table serial_keys add check (num_nonnulls(serial_key, key_hash) > 0);
create unique index serial_keys_by_hash on serial_keys (key_hash);
create unique index serial_keys_by_plain_key on serial_keys (serial_key) where serial_key is not null;

create or replace function scope_new_licenses() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  -- Whoever adds licenses registers their keys first. A process of the version before does not know that.
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
