-- Files attached to orders. A file that is attached cannot be deleted.
create table order_attachments (
  tenant_id uuid not null default current_tenant(),
  order_id uuid not null,
  file_id uuid not null,
  created_at timestamptz not null default clock(),
  created_by uuid default current_user_id(),
  primary key (tenant_id, order_id, file_id),
  foreign key (tenant_id, order_id) references orders,
  foreign key (tenant_id, file_id) references files
);
call protect('order_attachments');
create index order_attachments_of_file on order_attachments (tenant_id, file_id);
