-- Which reminder was sent for which end of a license (decision 043): once for each number of days before it.
create table license_reminders (
  tenant_id uuid not null default current_tenant(),
  license_id uuid not null,
  due_at timestamptz not null,
  days smallint not null,
  primary key (tenant_id, license_id, due_at, days),
  foreign key (tenant_id, license_id) references licenses
);
call protect('license_reminders');
call allow('license_reminders', 'select, insert, delete');
-- For the sweep.
create index license_reminders_by_end on license_reminders (tenant_id, due_at);
