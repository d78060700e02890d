-- How a person sees lists: views saved under a name, and the chosen columns (rules H2 to H4).
create table list_views (
  tenant_id uuid not null default current_tenant(),
  view_id uuid not null,
  user_id uuid not null,
  -- The name of the call that searches the list.
  list text not null,
  name text not null,
  -- The state of the list as in the address of its screen.
  search text not null,
  is_default boolean not null,
  created_at timestamptz not null default clock(),
  primary key (tenant_id, view_id),
  foreign key (tenant_id, user_id) references users
);
call protect('list_views');
create unique index list_views_name on list_views (tenant_id, user_id, list, key_of(name));
create unique index list_views_default on list_views (tenant_id, user_id, list) where is_default;

create table list_columns (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  list text not null,
  -- Column → whether it is shown, for those that differ from the screen's own choice.
  shown jsonb not null,
  primary key (tenant_id, user_id, list),
  foreign key (tenant_id, user_id) references users
);
call protect('list_columns');
