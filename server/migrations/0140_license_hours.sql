-- Sums of licenses by hour of UTC, of all products together (decision 085). Most readers' days begin with an hour, so that the
-- dashboard reads no single licenses at the ends of a period.
create table license_hours (
  tenant_id uuid not null default current_tenant() references tenants,
  account_id uuid not null,
  own boolean not null,
  -- As in license_sums.
  kind "char" not null,
  hour timestamptz not null,
  qt bigint not null,
  amount bigint not null,
  primary key (tenant_id, account_id, own, kind, hour) include (qt, amount)
);
call protect('license_hours');
call allow('license_hours', 'select, insert, update, delete');

-- Scopes summed before have no hours. The job computes their sums again; until then their dashboard reads single licenses.
alter table license_summed add column has_hours boolean not null default false;
