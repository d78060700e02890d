-- A user of the vendor looks at the portal as a user of a partner does, read only, for a limited time (rules P27, P28).
create table user_views (
  tenant_id uuid not null default current_tenant() references tenants,
  view_id uuid not null,
  -- The sign-in of the user who looks. Its other sessions do not look.
  session_id uuid not null,
  -- Whose portal is looked at.
  user_id uuid not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, view_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade,
  foreign key (tenant_id, user_id) references users
);
create unique index user_views_open on user_views (tenant_id, session_id, user_id) where ended_at is null;
create index user_views_of_user on user_views (tenant_id, user_id);
call protect('user_views');
