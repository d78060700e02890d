-- Counters for the lists of stock, deals and issued certificates (decision 088). Each record is counted for its own account and,
-- where the whole tenant is asked for often, once more under the nil id; moving a branch changes neither.
create table stock_tallies (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  balances bigint not null,
  primary key (tenant_id, account_id)
);
call protect('stock_tallies');
call allow('stock_tallies', 'select, insert, update');

create table deal_tallies (
  tenant_id uuid not null default current_tenant(),
  vendor_id uuid not null,
  status text not null,
  protection_status text not null,
  ebid_status text not null,
  slot smallint not null,
  deals bigint not null,
  primary key (tenant_id, vendor_id, status, protection_status, ebid_status, slot)
);
call protect('deal_tallies');
call allow('deal_tallies', 'select, insert, update');

create table certificate_tallies (
  tenant_id uuid not null default current_tenant(),
  account_id uuid not null,
  kind text not null,
  certificate_id uuid not null,
  is_revoked boolean not null,
  slot smallint not null,
  certificates bigint not null,
  primary key (tenant_id, account_id, kind, certificate_id, is_revoked, slot)
);
call protect('certificate_tallies');
call allow('certificate_tallies', 'select, insert, update');

-- Processes of the previous version go on writing: the triggers are there before what is there is counted.
create function tally_stock() returns trigger language plpgsql as $$
begin
  insert into stock_tallies (tenant_id, account_id, balances)
  select a.tenant_id, a.account_id, count(*) from added a group by 1, 2 order by 1, 2
  on conflict (tenant_id, account_id) do update set balances = stock_tallies.balances + excluded.balances;
  return null;
end $$;
create trigger tally_stock after insert on stock_balances
  referencing new table as added for each statement execute function tally_stock();

create function tally_deals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into deal_tallies (tenant_id, vendor_id, status, protection_status, ebid_status, slot, deals)
  select d.tenant_id, v.id, d.status, d.protection_status, d.ebid_status, my_slot, count(*)
  from added d
  cross join lateral (values (d.vendor_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, vendor_id, status, protection_status, ebid_status, slot)
  do update set deals = deal_tallies.deals + excluded.deals;
  return null;
end $$;
create trigger tally_deals after insert on deals
  referencing new table as added for each statement execute function tally_deals();

create function tally_changed_deals() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into deal_tallies (tenant_id, vendor_id, status, protection_status, ebid_status, slot, deals)
  select a.tenant_id, v.id, c.status, c.protection_status, c.ebid_status, my_slot, sum(c.deals)
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.deal_id = a.deal_id
  cross join lateral (values
    (b.vendor_id, b.status, b.protection_status, b.ebid_status, -1), (a.vendor_id, a.status, a.protection_status, a.ebid_status, 1)
  ) c (vendor_id, status, protection_status, ebid_status, deals)
  cross join lateral (values (c.vendor_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  where (b.vendor_id, b.status, b.protection_status, b.ebid_status) <> (a.vendor_id, a.status, a.protection_status, a.ebid_status)
  group by 1, 2, 3, 4, 5 having sum(c.deals) <> 0 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, vendor_id, status, protection_status, ebid_status, slot)
  do update set deals = deal_tallies.deals + excluded.deals;
  return null;
end $$;
create trigger tally_changed_deals after update on deals
  referencing old table as before_change new table as after_change for each statement execute function tally_changed_deals();

create function tally_certificates() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into certificate_tallies (tenant_id, account_id, kind, certificate_id, is_revoked, slot, certificates)
  select i.tenant_id, v.id, i.kind, i.certificate_id, i.revoked_at is not null, my_slot, count(*)
  from added i
  cross join lateral (values (i.account_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, kind, certificate_id, is_revoked, slot)
  do update set certificates = certificate_tallies.certificates + excluded.certificates;
  return null;
end $$;
create trigger tally_certificates after insert on issued_certificates
  referencing new table as added for each statement execute function tally_certificates();

create function tally_changed_certificates() returns trigger language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into certificate_tallies (tenant_id, account_id, kind, certificate_id, is_revoked, slot, certificates)
  select a.tenant_id, v.id, a.kind, a.certificate_id, c.is_revoked, my_slot, sum(c.certificates)
  from after_change a
  join before_change b on b.tenant_id = a.tenant_id and b.issued_id = a.issued_id
  cross join lateral (values (b.account_id, b.revoked_at is not null, -1), (a.account_id, a.revoked_at is not null, 1))
    c (account_id, is_revoked, certificates)
  cross join lateral (values (c.account_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
  where (b.account_id, b.revoked_at is not null) <> (a.account_id, a.revoked_at is not null)
  group by 1, 2, 3, 4, 5 having sum(c.certificates) <> 0 order by 1, 2, 3, 4, 5
  on conflict (tenant_id, account_id, kind, certificate_id, is_revoked, slot)
  do update set certificates = certificate_tallies.certificates + excluded.certificates;
  return null;
end $$;
create trigger tally_changed_certificates after update on issued_certificates
  referencing old table as before_change new table as after_change for each statement execute function tally_changed_certificates();

-- Creating the triggers has locked out all writers until this migration ends.
do $$
declare
  each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    insert into stock_tallies (tenant_id, account_id, balances)
    select tenant_id, account_id, count(*) from stock_balances where tenant_id = each_tenant group by 1, 2;

    insert into deal_tallies (tenant_id, vendor_id, status, protection_status, ebid_status, slot, deals)
    select d.tenant_id, v.id, d.status, d.protection_status, d.ebid_status, 0, count(*)
    from deals d
    cross join lateral (values (d.vendor_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
    where d.tenant_id = each_tenant group by 1, 2, 3, 4, 5;

    insert into certificate_tallies (tenant_id, account_id, kind, certificate_id, is_revoked, slot, certificates)
    select i.tenant_id, v.id, i.kind, i.certificate_id, i.revoked_at is not null, 0, count(*)
    from issued_certificates i
    cross join lateral (values (i.account_id), ('00000000-0000-0000-0000-000000000000'::uuid)) v (id)
    where i.tenant_id = each_tenant group by 1, 2, 3, 4, 5;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Sorts by names that no index had.
create index issued_certificates_of_definition on issued_certificates (tenant_id, certificate_id, kind, issued_id);
drop index issued_certificates_of_certificate;
create index issued_certificates_of_guests on issued_certificates (tenant_id, kind, guest_last_name collate "und-x-icu", issued_id)
  where user_id is null and guest_last_name is not null;
create index issued_certificates_of_account_by_id on issued_certificates (tenant_id, account_id, issued_id);
create index price_lists_of_currency on price_lists (tenant_id, currency_id, price_list_id);
