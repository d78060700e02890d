-- News of records for the people whom they concern: read in the portal, and mailed if they wish.
create table news (
  tenant_id uuid not null default current_tenant(),
  news_id uuid not null,
  -- Null: for the account's notification address. Such a row is only mailed, and deleted then.
  user_id uuid,
  -- The side of the record that is concerned.
  account_id uuid not null,
  -- Kinds are in contract/src/news.ts.
  kind text not null,
  record_id uuid not null,
  -- What a sentence about it needs, such as the order's code.
  words jsonb not null,
  -- Null: the System.
  by_user uuid default current_user_id(),
  created_at timestamptz not null default clock(),
  read_at timestamptz,
  -- The mail that is still to be sent; null for none.
  mail text check (mail in ('now', 'daily')),
  primary key (tenant_id, news_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, account_id) references accounts,
  check (user_id is not null or mail = 'now')
);
call protect('news');
create index news_list on news (tenant_id, user_id, created_at desc, news_id desc);
-- Unread news is counted by it, and repeated news of a record replaces what was not read.
create unique index news_unread on news (tenant_id, user_id, kind, record_id) where read_at is null;
create index news_to_mail on news (tenant_id, mail, created_at, news_id) where mail is not null;
-- For the sweep.
create index news_by_age on news (tenant_id, created_at);

create table news_choices (
  tenant_id uuid not null default current_tenant(),
  user_id uuid not null,
  kind text not null,
  way text not null check (way in ('bell', 'mail', 'digest', 'none')),
  primary key (tenant_id, user_id, kind),
  foreign key (tenant_id, user_id) references users
);
call protect('news_choices');
