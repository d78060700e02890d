-- Which reminder was sent for which end of a certificate (rules Q11): once for each number of days before it.
create table certificate_reminders (
  tenant_id uuid not null default current_tenant(),
  issued_id uuid not null,
  due_at timestamptz not null,
  days smallint not null,
  primary key (tenant_id, issued_id, due_at, days),
  foreign key (tenant_id, issued_id) references issued_certificates
);
call protect('certificate_reminders');
call allow('certificate_reminders', 'select, insert, delete');
-- For the sweep.
create index certificate_reminders_by_end on certificate_reminders (tenant_id, due_at);
-- For the search of those that end soon.
create index issued_certificates_by_end on issued_certificates (tenant_id, expires_at) where is_current;
