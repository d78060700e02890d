-- What a tenant's super admins set (rules G14 to G17). The login of requests cannot write this table: `change_tenant` and
-- `change_tenant_hosts` change the row of their own tenant only.
alter table tenants
  add column protection_days int not null default 90 check (protection_days between 1 and 730),
  add column stock_hold_days int not null default 14 check (stock_hold_days between 1 and 365),
  -- Days before an end, the longest first.
  add column certificate_reminder_days int[] not null default '{60,30,7}'
    check (cardinality(certificate_reminder_days) <= 5 and 0 < all(certificate_reminder_days)),
  add column license_reminder_days int[] not null default '{90,60,30}'
    check (cardinality(license_reminder_days) <= 5 and 0 < all(license_reminder_days));

-- The logo as it is served, checked and copied from a file of the account.
create table tenant_logos (
  tenant_id uuid not null default current_tenant() references tenants,
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  -- SHA-256 of the content in hexadecimal, for the URL.
  hash text not null,
  primary key (tenant_id)
);
call protect('tenant_logos');

call allow('account_groups', 'select, update');
call allow('roles', 'select, insert, update, delete');
-- The roles that the portal itself gives: to the first user of a tenant, and to the administrator of a new account. Their
-- names may change.
alter table roles add column purpose text check (purpose in ('super_admin', 'administrator'));
do $$
declare each_tenant uuid;
begin
  for each_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', each_tenant::text, true);
    update roles set purpose = case when is_super_admin then 'super_admin' else 'administrator' end
    where tenant_id = each_tenant and (is_super_admin or name = 'AccountAdmin');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
create unique index roles_by_purpose on roles (tenant_id, purpose) where purpose is not null;
